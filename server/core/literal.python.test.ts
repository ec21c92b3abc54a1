/** The literal reader, and the text and digest of what it reads, against a real Python. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { canonicalJson, digestOf } from './canonical.ts';
import { readLiteral } from './literal.ts';
import { edgeTexts, literalText, mutatedText } from './testing/literalTexts.ts';
import { Answers, type Described, pythonForTests, versionOf } from './testing/python.ts';
import { textOf } from './text.ts';
import { visitNodes } from './value/parts.ts';
import type { Value } from './value.ts';

const python = pythonForTests();
const isMeasure = python !== null && versionOf(python).join('.') === '3.13';
const title =
  python === null
    ? ' (skipped: no Python 3.8 or newer)'
    : isMeasure
      ? ''
      : ' (without Python 3.13: only what this one reads)';
const answers = python === null ? null : new Answers(python);
afterAll(() => answers?.close());

const literalKinds = new Set(['int', 'str', 'float', 'complex', 'bytes', 'list', 'tuple', 'set', 'dict', 'constant']);
const ourWords = /`|nan|inf|Ellipsis|NotImplemented|dict\s*\(|\d{4300}/;

/** Whether ours reads a text by its list of names, calls and reprs, which real Python rejects, or by another limit. */
function isOurs(text: string, value: Value): boolean {
  let isListed = ourWords.test(text);
  visitNodes(value, node => {
    isListed ||= !literalKinds.has(node.kind);
  });
  return isListed;
}

/** Whether the text of a value is in one order only: Python writes a set in the order of its hashes. */
function hasOrder(value: Value): boolean {
  let isOrdered = true;
  visitNodes(value, node => {
    if (node.kind === 'set' && node.items.length > 1) isOrdered = false;
  });
  return isOrdered;
}

function disagreement(text: string, real: Described | null): string | null {
  const ours = readLiteral(text);
  if (real === null) {
    const isRead = ours.kind === 'value' && isMeasure && !isOurs(text, ours.value);
    return isRead ? `ours reads ${JSON.stringify(text)} as ${canonicalJson(ours.value)}` : null;
  }
  if (ours.kind === 'unreadable') {
    const isOlder = !isMeasure && text.includes('\\\n');
    return ours.reason === 'namedCharacter' || isOlder ? null : `ours rejects ${JSON.stringify(text)}: ${ours.reason}`;
  }
  const [one, other] = [canonicalJson(ours.value), canonicalJson(real.value)];
  if (one !== other) return `${JSON.stringify(text)}: ours ${one}, Python ${other}`;
  if (real.digest !== null && real.digest !== digestOf(ours.value)) return `${JSON.stringify(text)}: another digest`;
  const isWritten = hasOrder(ours.value) && real.repr !== '' && real.repr.length < 5000;
  if (isWritten && textOf(ours.value) !== real.repr)
    return `${JSON.stringify(text)}: ours writes ${textOf(ours.value)}`;
  return null;
}

async function disagreements(texts: readonly string[]): Promise<readonly string[]> {
  const real = (await answers?.literals(texts)) ?? [];
  return texts.map((text, index) => disagreement(text, real[index] ?? null)).filter(found => found !== null);
}

describe.skipIf(answers === null)(`the reader and ast.literal_eval${title}`, () => {
  test('agree on the edges of the grammar', async () => {
    expect(await disagreements(edgeTexts)).toEqual([]);
  });

  /** In batches, so that the time is Python's and not the pipe's; a failure names the texts, so nothing needs shrinking. */
  async function agreeOn(text: fc.Arbitrary<string>, batches: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 100, maxLength: 100 }), async texts => {
        expect(await disagreements(texts)).toEqual([]);
      }),
      { numRuns: batches, endOnFailure: true },
    );
  }

  test('agree on generated literals', () => agreeOn(literalText, 20), 120_000);

  test('agree on mutated literals', () => agreeOn(mutatedText, 40), 120_000);
});
