/**
 * The command's own start: `called-it run` on the built bundle, cold and once, against a cold Python that does the same call in the
 * same walls (the runner by itself, given the very request that the command gave it). Medians, taken in turns; the aim is a ratio of 4.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = process.env['CALLED_IT_ROOT'] ?? process.cwd();
const dist = resolve(root, process.env['CALLED_IT_DIST'] ?? 'dist');
const rounds = Number(process.env['CALLED_IT_ROUNDS'] ?? 15);
const workspace = join(root, 'test-fixtures', 'workspace');
const python =
  process.env['CALLED_IT_PYTHON'] ?? (await outputOf('python3', ['-c', 'import sys; print(sys.executable)'])).trim();

if (!existsSync(join(dist, 'cli.mjs'))) {
  console.error('There is no bundle: run `npm run build` first.');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
try {
  const request = await capturedRequest();
  const times = { node: [] as number[], command: [] as number[], python: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.node.push(await timed(process.execPath, ['-e', '0'], ''));
    times.command.push(await timed(process.execPath, command(python), ''));
    times.python.push(await timed(python, [join(dist, 'runner')], request));
  }
  const [node, cli, cold] = [median(times.node), median(times.command), median(times.python)];
  console.log(`node, doing nothing             ${node.toFixed(0)} ms`);
  console.log(`called-it run, cold, one run    ${cli.toFixed(0)} ms`);
  console.log(`cold python, same call, walls   ${cold.toFixed(0)} ms`);
  console.log(`ratio                           ${(cli / cold).toFixed(2)} (aim: at most 4)`);
} finally {
  rmSync(folder, { recursive: true });
}

function command(interpreter: string): string[] {
  const words = ['run', 'shop/cart.py', 'total([1, 2], k=3)', '--runs', '1', '--json', '--python', interpreter];
  return [join(dist, 'cli.mjs'), ...words];
}

/** What the command writes to its runner, overheard by an interpreter that is a script in between. */
async function capturedRequest(): Promise<string> {
  const [listener, heard] = [join(folder, 'python'), join(folder, 'request')];
  writeFileSync(listener, `#!/bin/sh\ntee '${heard}' | '${python}' "$@"\n`);
  chmodSync(listener, 0o755);
  await timed(process.execPath, command(listener), '');
  return readFileSync(heard, 'utf8');
}

/** Milliseconds from the start of a program to its end; it must end well. */
async function timed(program: string, words: readonly string[], input: string): Promise<number> {
  const begun = performance.now();
  await outputOf(program, words, input);
  return performance.now() - begun;
}

function outputOf(program: string, words: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, words, { cwd: workspace, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.end(input);
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', status =>
      status === 0 ? done(output) : failed(new Error(`${program} ended with ${status}: ${output}`)),
    );
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
