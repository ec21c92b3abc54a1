// `npm test`: builds, then runs the unit and process tests and the editor test, and closes with what ran and what did not, and why.
// A part that this machine lacks something for is counted as not run; where CI=true it counts as failed.
// With arguments, only the named parts run: `npm test -- unit`, `npm test -- editor`.
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** The code of a part that could not run because this machine lacks something; its result says what. */
const missing = 3;
/** On a continuous gate every part has to run. */
const isGate = process.env.CI === 'true';
const results = join(root, 'artefacts', 'test');

const parts = {
  unit: { title: 'unit and process tests', command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json'] },
  editor: { title: 'editor test', command: ['node', 'editor-test/run.mjs'] },
};

const asked = process.argv.slice(2);
const unknown = asked.filter(name => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

const built = await run(['node', 'scripts/build.mjs'], {});
if (built !== 0) process.exit(built);

const tallies = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) {
    tallies.push({ title: part.title, passed: 0, failed: 0, notRun: [{ test: part.title, why: 'not asked for' }] });
    continue;
  }
  console.log(`\n── ${part.title}`);
  const file = join(results, `${name}.json`);
  const command = name === 'unit' ? [...part.command, `--outputFile.json=${file}`] : part.command;
  const code = await run(command, { CALLED_IT_RESULTS: file });
  tallies.push(await tally(part.title, file, code));
}

close(tallies);

function run([command, ...args], env) {
  return new Promise(settle => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => settle(127));
    child.on('close', code => settle(code ?? 1));
  });
}

/** Reads a result file in vitest's JSON shape, which the editor test writes too. A part that left none has failed. */
async function tally(title, file, code) {
  let report;
  try {
    report = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    return {
      title,
      passed: 0,
      failed: 1,
      notRun: [{ test: title, why: `it left no result (exit ${code}): ${error.message}` }],
    };
  }
  const tests = report.testResults.flatMap(suite => suite.assertionResults);
  const count = status => tests.filter(test => test.status === status).length;
  const broken = report.testResults.filter(
    suite => suite.status === 'failed' && suite.assertionResults.length === 0,
  ).length;
  const failed = count('failed') + broken;
  const isExcused = code === 0 || (code === missing && !isGate);
  return {
    title,
    passed: count('passed'),
    failed: failed === 0 && !isExcused ? 1 : failed,
    notRun: tests
      .filter(test => !['passed', 'failed'].includes(test.status))
      .map(test => ({ test: test.fullName ?? test.title, why: test.why ?? 'skipped; its title says why' })),
  };
}

function close(all) {
  console.log('');
  for (const { title, passed, failed, notRun } of all) {
    console.log(`${title}: ${passed} passed, ${failed} failed, ${notRun.length} not run`);
    for (const { test, why } of notRun) console.log(`  not run: ${test}: ${why}`);
  }
  const sum = key => all.reduce((total, part) => total + part[key], 0);
  const skipped = all.reduce((total, part) => total + part.notRun.length, 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${skipped} skipped`);
  process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0);
}
