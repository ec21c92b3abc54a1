/** Replies of every shape, read. Each case is a reply and what it says; the first complete answer to our question counts. */
import { describe, expect, test } from 'vitest';
import { type HowAsked, readReply, type Said } from './answer.ts';
import { readPercent } from './reading.ts';
import { rightJson } from './testing/asking.ts';
import { outcomeProbe } from './testing/probes.ts';

const source = 'def f(a):\n    return a\n';

function said(text: string, more: Partial<Said> = {}): Said {
  return { text, reasoning: '', toolArguments: null, toolCalls: 0, refusal: '', finish: 'stop', ...more };
}

function read(text: string, how: Partial<HowAsked> = {}, more: Partial<Said> = {}) {
  const probe = outcomeProbe({ source, call: 'f([1, 2])', setup: 'xs = 1' });
  const reading = readReply(said(text, more), { probe, shape: 'session', style: 'direct', rung: null, ...how });
  return reading.kind === 'answer'
    ? { ...reading.claims, state: undefined, sure: reading.confidence, flags: reading.flags.join(' ') }
    : { reason: reading.reason, flags: reading.flags.join(' ') };
}

describe('a session', () => {
  test.each([
    ['[1, 2]', { returns: '[1, 2]' }],
    ["'a\\nb'", { returns: "'a\\nb'" }],
    ['>>> f([1,2])\n[1]', { returns: '[1]' }],
    ['>>> xs = 1\n>>> f([1, 2])\n[1]', { returns: '[1]' }],
    ['```python\n>>> f([1, 2])\n3\n```', { returns: '3', flags: 'fenced' }],
    ['one\ntwo\n3', { returns: '3', stdout: 'one\ntwo\n' }],
    ['{\n "a": 1,\n "b": 2}', { returns: '{\n "a": 1,\n "b": 2}' }],
    ['None', { returns: 'None' }],
    [
      'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nKeyError: \'b\'',
      { raises: { type: 'KeyError', message: "'b'" } },
    ],
    [
      'hi\nTraceback (most recent call last):\nValueError: a\nb',
      { raises: { type: 'ValueError', message: 'a\nb' }, stdout: 'hi\n' },
    ],
    ['Traceback (most recent call last):\nshop.Empty', { raises: { type: 'shop.Empty' } }],
    ["KeyError: 'b'", { raises: { type: 'KeyError', message: "'b'" }, flags: 'noTraceback' }],
    ["ValueError('x')", { returns: "ValueError('x')" }],
    ['4\n>>> xs\n5', { returns: '4' }],
    ['4\n>>> f([3])\n5', { returns: '4', flags: 'moreAnswers' }],
    ['[1, 2]\n\nThe function returns its argument.', { returns: '[1, 2]', flags: 'textAfter' }],
    ['hello', { returns: 'hello', flags: 'bareWord' }],
    ['>>> g(1)\n4', { reason: 'wrongTarget' }],
    ['', { reason: 'empty' }],
    ['??', { reason: 'placeholder' }],
    ['UNKNOWN', { reason: 'abstained' }],
    ["'UNKNOWN'", { returns: "'UNKNOWN'" }],
    ['The answer is: 4 + 5.', { flags: 'bareWord' }],
    ['4 + 5', { reason: 'unreadable' }],
    ['[1, 2', { reason: 'unreadable' }],
    ["I'm sorry, but I can't run code.", { reason: 'refusal' }],
    ['Traceback (most recent call last):', { reason: 'unreadable' }],
  ])('%j', (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  test('with working before it is read from the repeated prompt line on, and not before', () => {
    const working = '1. a is [1, 2].\n[9]\n>>> f([1, 2])\n[1, 2]';
    expect(read(working, { style: 'cot' })).toMatchObject({ returns: '[1, 2]' });
    expect(read('1. a is 3.\n[9]', { style: 'cot' })).toMatchObject({ reason: 'unreadable' });
  });

  test('that was cut off is never read, however whole it looks', () => {
    expect(read('[1, 2]', {}, { finish: 'length' })).toMatchObject({ reason: 'truncatedLength' });
  });
});

describe('an assertion', () => {
  test.each([
    ['assert f([1, 2]) == 3', { returns: '3' }],
    ['assert f([1,2])==3', { returns: '3' }],
    ["assert f([1, 2]) == 'a == b, # c'", { returns: "'a == b, # c'" }],
    ['assert f([1, 2]) == 3, "no"  # so', { returns: '3', flags: 'assertMessage' }],
    ['assert f([1, 2]) == [\n  1,\n  2,\n]', { returns: '[\n  1,\n  2,\n]' }],
    ['assert f([1, 2]) is None', { returns: 'None' }],
    ['```python\nassert f([1, 2]) == (1,)\n```', { returns: '(1,)', flags: 'fenced' }],
    ['`assert f([1, 2]) == 3`', { returns: '3' }],
    ['with raises(KeyError): f([1, 2])', { raises: { type: 'KeyError' } }],
    ["with pytest.raises(ValueError, match='x'):\n    f([1, 2])", { raises: { type: 'ValueError' } }],
    ['assert f([1, 2]) == 3\nassert f([1, 2]) == 4', { returns: '3', flags: 'moreAnswers' }],
    ['assert g(1) == 2\nassert f([1, 2]) == 3', { returns: '3' }],
    ['[1]', { returns: '[1]', flags: 'bareLiteral' }],
    ['assert f([1, 2]) == hello', { returns: 'hello', flags: 'bareWord' }],
    ['assert f([1, 2]) == ??', { reason: 'placeholder' }],
    ['assert f([1, 2]) == UNKNOWN', { reason: 'abstained' }],
    ['UNKNOWN', { reason: 'abstained' }],
    ['assert f([9]) == 3', { reason: 'wrongTarget' }],
    ['assert f([1, 2]) == 1 + 1', { reason: 'unreadable' }],
    ['It is three.', { reason: 'unreadable' }],
  ])('%j', (text, expected) => {
    expect(read(text, { shape: 'assertion' })).toMatchObject(expected);
  });
});

describe('JSON', () => {
  const json = (more: object): string => JSON.stringify({ ...JSON.parse(rightJson), ...more });
  const plain = (text: string, more: Partial<Said> = {}) => read(text, { shape: 'json', rung: 'jsonSchema' }, more);

  test.each([
    [rightJson, { returns: '2' }],
    [`\uFEFF\`\`\`json\n${rightJson}\n\`\`\``, { returns: '2', flags: 'fenced' }],
    [json({ return_repr: '(12345678901234567890,)' }), { returns: '(12345678901234567890,)' }],
    [
      json({ outcome: 'raises', exception_type: 'KeyError', exception_message: "'b'", return_repr: '' }),
      { raises: { type: 'KeyError', message: "'b'" } },
    ],
    [json({ stdout: 'hi\n' }), { stdout: 'hi\n' }],
    [json({ return_repr: 'abc' }), { returns: 'abc', flags: 'bareWord' }],
    [json({ confidence_percent: 120 }), { flags: 'confidenceOutOfRange', sure: null }],
    [json({ confidence_percent: 0.9 }), { flags: 'confidenceUnclear', sure: null }],
    [json({ confidence_percent: '0.5%' }), { sure: 0.005 }],
    [`Sure: ${rightJson} Done.`, { returns: '2', flags: 'textAround' }],
    [json({ outcome: 'unknown' }), { reason: 'abstained' }],
    [json({ return_repr: '...' }), { reason: 'placeholder' }],
    [json({ return_repr: '1 +' }), { reason: 'unreadable' }],
    [json({ outcome: 'raises', exception_type: '' }), { reason: 'unreadable' }],
    [json({ outcome: 'maybe' }), { reason: 'unreadable', flags: 'otherShape' }],
    [rightJson.slice(0, -1), { reason: 'unreadable' }],
    [rightJson.replace('90', '90,'), { reason: 'unreadable' }],
    ['[]', { reason: 'unreadable' }],
  ])('%s', (text, expected) => {
    expect(plain(text)).toMatchObject(expected);
  });

  test('between tags: the first pair counts', () => {
    const text = `thinking {"a": 1}\n[ANSWER]${rightJson}[/ANSWER] and [ANSWER]${json({ return_repr: '3' })}[/ANSWER]`;
    expect(read(text, { shape: 'json', rung: 'tagged' })).toMatchObject({ returns: '2', flags: 'moreAnswers' });
  });

  test('in a tool call, or in the text where the tool was not used', () => {
    const how = { shape: 'json', rung: 'tool' } as const;
    expect(read('', how, { toolArguments: rightJson, toolCalls: 2 })).toMatchObject({
      returns: '2',
      flags: 'moreAnswers',
    });
    expect(read(rightJson, how)).toMatchObject({ returns: '2' });
  });

  test('the state and the confidence are in the answer', () => {
    const text = json({ post_state: [{ target: 'xs', repr: '[1]' }], confidence_percent: '85%' });
    const probe = outcomeProbe({ source, call: 'f(1)' });
    const reading = readReply(said(text), { probe, shape: 'json', style: 'direct', rung: 'jsonSchema' });
    expect(reading).toMatchObject({ confidence: 0.85, claims: { state: [{ target: 'xs', text: '[1]' }] } });
  });
});

describe('an input', () => {
  const question = { kind: 'input', scope: { result: true, state: false, stdout: false }, wanted: '3' } as const;
  const probe = outcomeProbe({ source, call: 'f(9)', question });

  test.each([
    ['assert f([1, 2]) == 3', { input: 'f([1, 2])' }],
    ['f(")", 2)', { input: 'f(")", 2)' }],
    ['assert f(??) == 3', { reason: 'placeholder' }],
    ['f([1, 2', { reason: 'unreadable' }],
    ['g(1)', { reason: 'unreadable' }],
  ])('%j', (text, expected) => {
    expect(read(text, { probe, shape: 'assertion' })).toMatchObject(expected);
  });
});

test.each([
  ['95', 0.95],
  ['95%', 0.95],
  [' 7 percent. ', 0.07],
  ['I am 80% sure.', 0.8],
  ['100', 1],
  ['0', 0],
  ['0.9', null],
  ['150%', null],
  ['high', null],
  ['', null],
])('a confidence of %j', (text, expected) => {
  expect(readPercent(text)).toBe(expected);
});
