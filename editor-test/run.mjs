/**
 * The editor test: installs a real editor where it is not there yet, packages the extension for this machine, and drives it through every
 * scenario. Its results go to `CALLED_IT_RESULTS` in vitest's JSON shape. Ends with 0 passed, 1 failed, 3 something is missing.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installEditor, Missing } from './install.mjs';

const root = resolve(import.meta.dirname, '..');
const target = `${process.platform}-${process.arch}`;
const results = process.env.CALLED_IT_RESULTS;

try {
  await installEditor();
} catch (error) {
  const why = error instanceof Missing ? error.message : `The editor could not be installed: ${error.message}`;
  process.stderr.write(`${why}\n`);
  if (results !== undefined) await writeFile(results, JSON.stringify(notRun(why)));
  process.exit(3);
}

const packaged = await run('node', [join(root, 'scripts', 'package.mjs'), target]);
if (packaged !== 0) process.exit(1);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const json = results === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const config = join(import.meta.dirname, 'vitest.config.ts');
process.exit(await run('node', [vitest, 'run', '--config', config, ...json, ...process.argv.slice(2)]));

function run(command, args) {
  return new Promise(settle => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.once('error', () => settle(127));
    child.once('exit', code => settle(code ?? 1));
  });
}

/** A result in which the whole part did not run, and why. */
function notRun(why) {
  const test = { fullName: 'the editor test', title: 'the editor test', status: 'skipped', why };
  return { testResults: [{ name: 'editor-test', status: 'passed', assertionResults: [test] }] };
}
