/** What every derived index must do, whatever it is made of; run in a process of its own for runtimes other than the test's. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplePrediction, exampleProbe, exampleVerdict } from '../../core/testing/examples.ts';
import { buildProbeRecord } from '../build.ts';
import { openCorpus } from '../corpus.ts';
import { openInventory } from '../inventory.ts';
import { exampleProvenance, exampleRecord } from './examples.ts';

/** Facts by name, in the order in which they came about; the test holds them to what it expects. */
export async function inventoryFacts(): Promise<readonly (readonly [name: string, fact: unknown])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-inventory-'));
  const facts: (readonly [string, unknown])[] = [];
  try {
    await gather(folder, (name, fact) => facts.push([name, fact]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return facts;
}

const check = (name: string, kind: 'right' | 'wrong', model: string) =>
  exampleRecord({
    id: name,
    probe: exampleProbe({ id: `probe of ${name[0]}` }),
    verdict: exampleVerdict({ kind }),
    prediction: examplePrediction({ predictor: { kind: 'model', name: model, route: '' } }),
  });

async function gather(folder: string, tell: (name: string, fact: unknown) => void): Promise<void> {
  const corpus = openCorpus(folder);
  const nothing = await openInventory(folder);
  tell('nothing', [nothing.count({}), nothing.list({}, 0, 10), nothing.tally({}, []), nothing.broken()]);
  nothing.close();

  await corpus.append(check('a1', 'wrong', 'm'), check('a2', 'right', 'm'), check('b1', 'wrong', 'm'));
  await corpus.append(buildProbeRecord(exampleProbe(), '6', null, exampleProvenance));
  const inventory = await openInventory(folder);
  const ids = (filter: Parameters<typeof inventory.list>[0]) => inventory.list(filter, 0, 100).map(({ id }) => id);
  const rates = () => inventory.tally({ kind: 'check', latest: true }, ['model']);
  tell('kind', inventory.kind);
  tell('all, newest first', ids({ kind: 'check' }));
  tell('latest', ids({ kind: 'check', latest: true }));
  tell('rates', rates());
  tell('text', [ids({ text: 'TOTAL([1', kind: 'check', verdict: 'wrong' }), ids({ text: 'nowhere' })]);
  tell(
    'page',
    inventory.list({ kind: 'check' }, 1, 1).map(({ id }) => id),
  );

  await corpus.append(check('c1', 'right', 'n'));
  await corpus.remark('b1', 'tag', 'sums');
  await corpus.note('b1', 'off by one');
  await corpus.remark('b1', 'comparisonWrong', '');
  await corpus.remove('a2');
  tell('not yet', ids({ kind: 'check' }));
  await inventory.refresh();
  tell('refreshed', ids({ kind: 'check' }));
  tell('latest after a deletion', ids({ kind: 'check', latest: true }));
  tell('rates by two', inventory.tally({ kind: 'check' }, ['model', 'verdict']));
  tell(
    'tagged',
    inventory
      .list({ tag: 'sums' }, 0, 10)
      .map(({ id, tags, notes, comparisonWrong }) => [id, tags, notes, comparisonWrong]),
  );
  const [listed] = inventory.list({ name: 'total', verdict: 'wrong' }, 0, 1);
  if (listed !== undefined) tell('record', (await inventory.record(listed)).id === listed.id);

  appendFileSync(corpus.place.file, '{"version":2,"torn');
  await corpus.append(check('d1', 'wrong', 'n'));
  await inventory.refresh();
  tell('after a torn line', [ids({ kind: 'check' }), inventory.broken()]);
  inventory.close();

  const again = await openInventory(folder);
  tell('opened again', [again.count({ kind: 'check' }), again.broken()]);
  const text = readFileSync(corpus.place.file, 'utf8').split('\n').slice(1).join('\n');
  writeFileSync(corpus.place.file, text);
  await again.refresh();
  tell(
    'another file',
    again.list({ kind: 'check' }, 0, 10).map(({ id }) => id),
  );
  again.close();
  writeFileSync(`${corpus.place.inventory}`, 'no database');
  const mended = await openInventory(folder);
  tell('a broken index', mended.count({ kind: 'check' }));
  mended.close();
}
