/** Lenses on a file of 10,000 lines: the first time, and after an edit (aim: less than 10 ms at the median). */

import { lensesOf } from '../server/language/lenses.ts';
import { openFiles } from '../server/language/openFiles.ts';
import { openNativeParser } from '../server/parse/native.ts';

const rounds = 200;
const uri = 'file:///bench.py';

function functionOf(number: number): string {
  return `def function_${number}(a, b=${number}, *args, k=None):
    """Adds up.

    >>> function_${number}(1)
    2
    """
    total = a + b  # é
    for x in args:
        total += x * ${number}
    return [total, k]
`;
}

function classOf(number: number): string {
  return `class Class${number}:
    def __init__(self, a):
        self.a = a

    @property
    def size(self):
        return len(self.a)

    def method(self, x):
        return [self.a, x, ${number}]
`;
}

/** Functions alone, classes among them, and one class that is the whole file. */
const programs: Readonly<Record<string, string>> = {
  functions: Array.from({ length: 1000 }, (_, at) => functionOf(at)).join(''),
  mixed: Array.from({ length: 500 }, (_, at) => functionOf(at) + classOf(at)).join(''),
  'one class': `class Big:\n${Array.from({ length: 1000 }, (_, at) => functionOf(at).replaceAll(/^(?=.)/gm, '    ')).join('')}`,
};

for (const [name, text] of Object.entries(programs)) measure(name, text);

function measure(name: string, text: string): void {
  const files = openFiles(openNativeParser());
  files.changed(uri, text);
  const first = timed(() => lenses(files));
  const names = timed(() => files.get(uri)?.module('bench.py'));
  const edits: number[] = [];
  let current = text;
  for (let round = 0; round < rounds; round += 1) {
    current = edited(current, round);
    files.changed(uri, current);
    edits.push(timed(() => lenses(files)));
  }
  edits.sort((a, b) => a - b);
  const [median = 0, p95 = 0] = [0.5, 0.95].map(part => edits[Math.floor(part * edits.length)] ?? 0);
  const lines = text.split('\n').length - 1;
  console.log(
    `${name}, ${lines} lines, ${lenses(files)} lenses: first ${first.toFixed(1)} ms, after an edit ${median.toFixed(1)} ms ` +
      `(p95 ${p95.toFixed(1)} ms); all names of the module ${names.toFixed(0)} ms`,
  );
}

/** A key pressed somewhere, or a line put in, as typing does. */
function edited(text: string, round: number): string {
  const at = text.indexOf('total +=', Math.floor((text.length * ((round * 37) % 100)) / 110));
  return round % 5 === 0
    ? `${text.slice(0, at)}pass\n${' '.repeat(at - text.lastIndexOf('\n', at) - 1)}${text.slice(at)}`
    : `${text.slice(0, at + 5)}x${text.slice(at + 5)}`;
}

/** As the editor gets them: on the wire they are JSON. */
function lenses(files: ReturnType<typeof openFiles>): number {
  const open = files.get(uri);
  if (open === undefined) return 0;
  const found = lensesOf(uri, open.outline());
  JSON.stringify(found);
  return found.length;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
