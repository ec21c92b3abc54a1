/** Many processes append to one corpus at once, and die at any moment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCorpus } from './corpus.ts';
import { linesOf } from './lines.ts';

let root = '';
let folder = '';
let count = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'called-it-writers-'));
  buildSync({
    entryPoints: [join(import.meta.dirname, 'testing/writer.ts')],
    outfile: join(root, 'writer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
beforeEach(() => {
  count += 1;
  folder = join(root, `corpus-${count}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Writer {
  readonly name: string;
  readonly child: ChildProcess;
  /** How many records were on the disk by the writer's own word. */
  written(): number;
  readonly ended: Promise<void>;
}

function startWriter(name: string, records: number): Writer {
  const child = spawn(process.execPath, [join(root, 'writer.mjs'), folder, String(records), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    written += chunk.toString().split('\n').length - 1;
  });
  return { name, child, written: () => written, ended: new Promise(resolve => child.on('close', () => resolve())) };
}

async function idsIn(): Promise<ReadonlySet<string>> {
  return new Set((await openCorpus(folder).read()).records.map(({ id }) => id));
}

test('8 writers of 1,000 records each lose none', async () => {
  const writers = Array.from({ length: 8 }, (_, number) => startWriter(`w${number}`, 1000));
  await Promise.all(writers.map(({ ended }) => ended));
  const { records, broken } = await openCorpus(folder).read();
  expect(broken).toEqual([]);
  expect(records).toHaveLength(8000);
  expect(new Set(records.map(({ id }) => id)).size).toBe(8000);
}, 180_000);

test('writers that are killed lose no record that was complete, and the others none at all', async () => {
  const doomed = Array.from({ length: 6 }, (_, number) => startWriter(`doomed${number}`, 100_000));
  const steady = startWriter('steady', 300);
  for (const [order, writer] of doomed.entries()) {
    await reached(writer, 20 + 25 * order);
    writer.child.kill('SIGKILL');
  }
  await Promise.all([...doomed, steady].map(({ ended }) => ended));
  const ids = await idsIn();
  for (const writer of [...doomed, steady]) {
    const missing = Array.from({ length: writer.written() }, (_, number) => `${writer.name}-${number}`).filter(
      id => !ids.has(id),
    );
    expect(missing).toEqual([]);
  }
  expect(steady.written()).toBe(300);
  for await (const line of linesOf(join(folder, 'corpus.jsonl'))) expect(line.length).toBeGreaterThan(0);
}, 180_000);

/** Resolves as soon as the writer has told of `records` records. */
function reached(writer: Writer, records: number): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (writer.written() < records) return;
      writer.child.stdout?.off('data', look);
      resolve();
    };
    writer.child.stdout?.on('data', look);
    look();
  });
}
