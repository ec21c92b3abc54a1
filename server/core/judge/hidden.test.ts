/** A prompt hid a secret: what rests on it is undecided, and the rest is judged as ever. */
import { describe, expect, test } from 'vitest';
import { judge } from '../judge.ts';
import { readLiteral } from '../literal.ts';
import type { Claims } from '../prediction.ts';
import { type Call, fullScope } from '../probe.ts';
import { withoutSecrets } from '../secrets.ts';
import { examplePrediction, exampleProbe } from '../testing/examples.ts';
import { predictionWith, returned, runWith } from '../testing/judging.ts';
import type { Value } from '../value.ts';
import type { Verdict } from '../verdict.ts';

const word = 'hunter22secret';
const key = ['sk', `proj-${'a1B2'.repeat(8)}`].join('-');

function literalOf(repr: string): Value {
  const literal = readLiteral(repr);
  if (literal.kind !== 'value') throw new Error(`no literal: ${repr}`);
  return literal.value;
}

interface Case {
  /** Shown code, before it is cleaned. */
  readonly code: string;
  readonly claims: Partial<Claims>;
  readonly repr: string;
  readonly call?: Call;
}

function verdictOf({ code, claims, repr, call = { expression: 'f(1)', setup: '' } }: Case): Verdict {
  const { asked } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  const text = withoutSecrets(`${code}\n>>> ${call.expression}`);
  const prediction = { ...predictionWith(claims), asked: { ...asked, prompt: { ...asked.prompt, text } } };
  const probe = exampleProbe({ call, question: { kind: 'outcome', scope: fullScope } });
  return judge(probe, prediction, runWith(returned(literalOf(repr), repr)), 'strict');
}

describe('undecided, as redacted', () => {
  const code = `PASSWORD = "${word}"\ndef f(x): return PASSWORD`;
  const placeholder = /«secret:\w+:\w+»/.exec(withoutSecrets(code))?.[0] ?? '';
  const call = { expression: `login(password="${word}")`, setup: '' };

  test.each<Case>([
    { code, claims: { returns: `'${placeholder}'` }, repr: `'${word}'` },
    { code, claims: { returns: "'some guess'" }, repr: `'${word}'` },
    { code, claims: { returns: "'some guess'" }, repr: `['a', "${word}"]` },
    { code: `KEY = "${key}"`, claims: { returns: "'sk-1'" }, repr: `'Bearer ${key}'` },
    { code: 'def login(password): ...', claims: { returns: "'guest'" }, repr: "'x'", call },
    {
      code: 'x = 1',
      claims: { returns: "'guest'" },
      repr: "'x'",
      call: { expression: 'f(1)', setup: `pw_token = "${key}"` },
    },
  ])('%j', one => {
    const shown = one.call?.setup ? { ...one, code: `${one.code}\n${one.call.setup}` } : one;
    const verdict = verdictOf(shown);
    expect(verdict).toMatchObject({ kind: 'undecided', reason: expect.stringContaining('hidden from the model') });
    expect(verdict.aspects.find(({ aspect }) => aspect === 'return')).toMatchObject({ reason: 'redacted' });
  });
});

describe('judged as ever', () => {
  test('where a secret stands beside and the answer does not rest on it', () => {
    const code = `PASSWORD = "${word}"`;
    expect(verdictOf({ code, claims: { returns: "'y'" }, repr: "'x'" }).kind).toBe('wrong');
    expect(verdictOf({ code, claims: { returns: "'x'" }, repr: "'x'" }).kind).toBe('right');
  });

  test('where nobody was asked by a prompt', () => {
    const probe = exampleProbe({ question: { kind: 'outcome', scope: fullScope } });
    const run = runWith(returned(literalOf(`'${key}'`), `'${key}'`));
    expect(judge(probe, predictionWith({ returns: "'y'" }), run, 'strict').kind).toBe('wrong');
  });
});
