/** The corpus at size: writing, opening, listing, filtering and counting. `CALLED_IT_RECORDS` says how many records (100,000). */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplePrediction, exampleProbe, exampleVerdict } from '../server/core/testing/examples.ts';
import { openCorpus } from '../server/corpus/corpus.ts';
import { openInventory } from '../server/corpus/inventory.ts';
import { reportOn } from '../server/corpus/report/report.ts';
import { exampleRecord } from '../server/corpus/testing/examples.ts';

const total = Number(process.env['CALLED_IT_RECORDS'] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
try {
  await measure(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(place: string): Promise<void> {
  const corpus = openCorpus(place);
  const appended = Math.min(total, 100_000);
  await timed(`append ${appended.toLocaleString('en')} records`, async () => {
    for (let from = 0; from < appended; from += 1000) {
      await corpus.append(
        ...Array.from({ length: Math.min(1000, appended - from) }, (_, index) => recordOf(from + index)),
      );
    }
  });
  if (total > appended) await multiply(corpus.place.file, appended);
  console.log(`  ${(statSync(corpus.place.file).size / 1e6).toFixed(0)} MB`);
  const inventory = await timed('open, first time', () => openInventory(place));
  console.log(`  index: ${inventory.kind}, heap ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB`);
  await timed('refresh, nothing new', () => inventory.refresh());
  await timed('list the newest 100 wrong', async () => inventory.list({ kind: 'check', verdict: 'wrong' }, 0, 100));
  await timed('filter by text and model', async () => inventory.list({ text: 'x=777', model: 'model-3' }, 0, 100));
  await timed('count by model and question, latest', async () =>
    inventory.tally({ kind: 'check', latest: true }, ['model', 'question']),
  );
  await corpus.append(recordOf(total));
  await timed('refresh, one new', () => inventory.refresh());
  inventory.close();
  const again = await timed('open again', () => openInventory(place));
  again.close();
  const { checks, repeats } = await timed('report', () => reportOn(place, { allRepeats: false }));
  console.log(
    `  ${checks} checks and ${repeats} repeats, at most ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB`,
  );
}

/** The rest of the records are copies of those that were appended, under other ids. */
async function multiply(file: string, appended: number): Promise<void> {
  const lines = readFileSync(file, 'utf8');
  for (let copied = appended; copied < total; copied += appended) {
    await appendFile(file, lines.replaceAll('"id":"id-', `"id":"id-${copied}-`));
  }
}

function recordOf(number: number) {
  const call = { expression: `total([1, 2], x=${number % 5000})`, setup: '' };
  return exampleRecord({
    id: `id-${number}`,
    probe: exampleProbe({ id: `probe-${number % 20_000}`, call }),
    prediction: examplePrediction({ predictor: { kind: 'model', name: `model-${number % 7}`, route: '127.0.0.1' } }),
    verdict: exampleVerdict({ kind: number % 3 === 0 ? 'wrong' : 'right' }),
  });
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const spent = (user + system) / 1000;
  console.log(`${name}: ${(performance.now() - start).toFixed(0)} ms (processor ${spent.toFixed(0)} ms)`);
  return result;
}
