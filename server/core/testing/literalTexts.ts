/** Texts of Python literals for tests: generated, mutated, and written by hand for the edges of the grammar. */
import fc from 'fast-check';
import { edges } from './literalEdges.ts';

export const edgeTexts = edges;

const integerText = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.bigInt({ min: 0n, max: 1n << 80n }).map(integer => `0x${integer.toString(16)}`),
  fc.nat(100_000).map(integer => `0b${integer.toString(2)}`),
  fc.nat(100_000).map(integer => `0O${integer.toString(8)}`),
  fc.constantFrom('1_000', '0_0', '00', '-0', '+7', '0X_ff', '1_2_3'),
);

const floatText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(double => double.toString().replace('Infinity', '1e999')),
  fc.constantFrom(
    '1.',
    '.5',
    '1e5',
    '1E-5',
    '1_0.5_0',
    '0777.0',
    '1e400',
    '-1e400',
    '-0.0',
    '1e22',
    '1e16',
    '123456789012345678.0',
    '1e-5',
    '5e-324',
    '1.7976931348623157e308',
    '0e0',
  ),
);

const complexText = fc.oneof(
  floatText.map(text => `${text}j`),
  fc
    .tuple(fc.oneof(integerText, floatText), fc.constantFrom('+', '-', ' + ', ' -'), fc.nat(50))
    .map(([left, sign, right]) => `${left}${sign}${right}j`),
  fc.constantFrom('(1+2j)', '-(1)', '-2j', '1e400-1e400j', '-0.0-0j', '1-0J', '+3j'),
);

const fragment = fc.oneof(
  fc.string({ maxLength: 8 }).map(text => text.replace(/[\\'"\n\r\0]/g, 'q')),
  fc.constantFrom(
    '\\n',
    '\\t',
    '\\\\',
    "\\'",
    '\\"',
    '\\x41',
    '\\u00e9',
    '\\U0001F600',
    '\\ud83d\\ude00',
    '\\ud800',
    '\\101',
    '\\7',
    '\\d',
    '\\\n',
    '\\0',
    '\\N{DASH}',
    'é',
    '😀',
    ' ',
    '#',
    '{',
    '\t',
  ),
);

const stringText = fc
  .tuple(
    fc.constantFrom('', 'r', 'R', 'u', 'U'),
    fc.constantFrom("'", '"', "'''", '"""'),
    fc.array(fragment, { maxLength: 5 }),
  )
  .map(([prefix, quote, parts]) => prefix + quote + parts.join('') + quote);

const bytesText = fc
  .tuple(
    fc.constantFrom('b', 'B', 'rb', 'bR', 'Rb'),
    fc.constantFrom("'", '"', "'''"),
    fc.array(fragment, { maxLength: 4 }),
  )
  .map(([prefix, quote, parts]) => prefix + quote + parts.join('').replace(/[^\0-\x7f]/g, 'z') + quote);

const stringsText = fc.oneof(
  stringText,
  bytesText,
  fc.tuple(stringText, stringText).map(texts => texts.join(' ')),
  fc.tuple(bytesText, bytesText).map(texts => texts.join('')),
);

const scalarText = fc.oneof(
  integerText,
  floatText,
  complexText,
  stringsText,
  fc.constantFrom('None', 'True', 'False', '...', 'set()', '()', '[]', '{}', 'set( )'),
);

const space = fc.constantFrom('', '', '', ' ', '  ', '\n', '\t', ' # c\n', '\\\n', '\f', '\r\n');

const { nested } = fc.letrec<{ nested: string }>(tie => ({
  nested: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalarText, bracketed(tie('nested'))),
}));

function bracketed(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const items = fc.array(
    fc.tuple(space, item, space).map(texts => texts.join('')),
    { maxLength: 4 },
  );
  const entry = fc.tuple(scalarText, space, item).map(([key, gap, value]) => `${key}${gap}:${value}`);
  const comma = fc.constantFrom('', ',');
  return fc.oneof(
    fc.tuple(items, comma).map(([texts, end]) => `[${texts.join(',')}${texts.length > 0 ? end : ''}]`),
    fc.tuple(items, comma).map(([texts, end]) => `(${texts.join(',')}${texts.length > 0 ? end : ''})`),
    fc.tuple(items, comma).map(([texts, end]) => `{${texts.join(',')}${texts.length > 0 ? end : ''}}`),
    fc
      .tuple(fc.array(entry, { maxLength: 4 }), comma)
      .map(([texts, end]) => `{${texts.join(', ')}${texts.length > 0 ? end : ''}}`),
  );
}

/** A text that is a literal in nearly all cases. */
export const literalText: fc.Arbitrary<string> = fc.oneof(
  nested,
  fc.tuple(nested, nested).map(texts => texts.join(', ')),
  fc
    .tuple(
      fc.constantFrom('', ' ', '\t', '\n', '# c\n', ' \n'),
      nested,
      fc.constantFrom('', ' ', '\n', ' # c', '\n\n', '\n# c', ','),
    )
    .map(texts => texts.join('')),
);

const token = fc.constantFrom(
  "'",
  '"',
  '\\',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '.',
  '-',
  '+',
  '*',
  '#',
  '\n',
  ' ',
  '0',
  '1',
  '_',
  'e',
  'j',
  'x',
  'b',
  'r',
  'f',
  'u',
  'N',
  'None',
  'set()',
  '...',
  '\t',
  '\r',
  '=',
  '~',
  'é',
  '\u00a0',
  '\ufeff',
  '\f',
  '\0',
  '1_0',
  "''",
  'if',
  'not ',
  '0x',
  ';',
  '@',
  '\\x',
  '\\u',
  '\\N',
  '\u2028',
  'ſet()',
);

/** A literal with a few characters put in, taken out, doubled or exchanged: often no literal any more. */
export const mutatedText: fc.Arbitrary<string> = fc
  .tuple(literalText, fc.array(fc.tuple(fc.nat(60), fc.nat(3), token), { minLength: 1, maxLength: 3 }))
  .map(([text, changes]) => changes.reduce(mutated, text));

function mutated(text: string, [place, what, put]: readonly [number, number, string]): string {
  const at = text.length === 0 ? 0 : place % text.length;
  if (what === 0) return text.slice(0, at) + text.slice(at + 1);
  if (what === 1) return text.slice(0, at) + put + text.slice(at);
  return what === 2
    ? text.slice(0, at) + put + text.slice(at + 1)
    : text.slice(0, at) + text.slice(at, at + 4) + text.slice(at);
}
