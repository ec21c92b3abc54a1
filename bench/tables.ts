/**
 * The published tables of CRUXEval again, from an import and recorded answers, verdict by verdict; and how fast answers are scored
 * beside a harness that starts one new `python` for each. `CALLED_IT_PART` picks `golds`, `direct`, `cot` or `speed`;
 * `CALLED_IT_ROWS` takes the first rows alone.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cotTable } from './tables/cot.ts';
import { directTable } from './tables/direct.ts';
import { evaluateGolds } from './tables/golds.ts';
import { openTables } from './tables/place.ts';
import { speedTable } from './tables/speed.ts';

const root = process.env['CALLED_IT_ROOT'] ?? process.cwd();
const shared = process.env['CALLED_IT_SHARED'] ?? join(root, '../shared');
const data = join(shared, 'data');
if (!existsSync(data)) {
  console.log(`The data is not at hand (${data}); name its folder with CALLED_IT_SHARED.`);
  process.exit(0);
}

const parts = { golds: evaluateGolds, direct: directTable, cot: cotTable, speed: speedTable };
const named = process.env['CALLED_IT_PART'];
const folder = await mkdtemp(join(tmpdir(), 'called-it-tables-'));
const tables = await openTables(data, folder, availableParallelism());
try {
  for (const [name, part] of Object.entries(parts)) {
    if (named !== undefined && named !== name) continue;
    const start = performance.now();
    await part(tables);
    console.log(`(${name}: ${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
} finally {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
}
