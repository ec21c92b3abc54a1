/** A process of its own that appends records to a corpus, for the test of many writers: FOLDER COUNT NAME. */

import { exampleProbe } from '../../core/testing/examples.ts';
import { openCorpus } from '../corpus.ts';
import { exampleRecord } from './examples.ts';

const [folder = '', count = '0', name = ''] = process.argv.slice(2);
const corpus = openCorpus(folder);
for (let number = 0; number < Number(count); number += 1) {
  const padding = 'é'.repeat((number * 37) % 9000);
  const probe = exampleProbe({ id: `${name}-${number}`, code: padding });
  await corpus.append(exampleRecord({ id: `${name}-${number}`, probe }));
  process.stdout.write(`${number}\n`);
}
