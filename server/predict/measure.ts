/** Which shape of answer a model handles best: a few small calls, asked once per endpoint and model in each shape. */

import { fingerprint } from '../core/fingerprint.ts';
import type { AnswerShape } from '../core/prediction.ts';
import { type Probe, probeId, resultScope } from '../core/probe.ts';
import type { Address } from './address.ts';
import { resultName } from './agreement.ts';
import { readReply } from './answer.ts';
import { answerForm } from './answerSchema.ts';
import type { Interview } from './converse.ts';
import type { Means } from './means.ts';
import { promptFor } from './prompt.ts';
import { targetAlone } from './shownCode.ts';

interface Item {
  readonly source: string;
  readonly call: string;
  /** The text of the value. */
  readonly gold: string;
}

/** Easy enough for a small model, and each with something that an unfit shape loses: quotes, a tuple, a nested value. */
const items: readonly Item[] = [
  { source: "def f(name):\n    return 'Hi ' + name.upper()\n", call: "f('bob')", gold: "'Hi BOB'" },
  { source: 'def f(words):\n    return [w[0] for w in words]\n', call: "f(['ant', 'bee'])", gold: "['a', 'b']" },
  { source: 'def f(a, b):\n    return b, a\n', call: "f(1, 'x')", gold: "('x', 1)" },
  {
    source: "def f(text):\n    return {'n': len(text), 'last': text[-1]}\n",
    call: "f('abc')",
    gold: "{'n': 3, 'last': 'c'}",
  },
];

const order: readonly AnswerShape[] = ['session', 'assertion', 'json'];

/** The shape that was measured for this endpoint and model, now or before. Where no measurement is possible, `session`. */
export async function measuredShape(
  address: Address,
  model: string,
  ask: Interview['ask'],
  means: Means,
  signal: AbortSignal,
): Promise<AnswerShape> {
  const known = means.overrides.answer ?? (await means.profiles.get(address, model)).answer;
  if (known !== null) return known;
  const scores: Partial<Record<AnswerShape, number>> = {};
  for (const shape of order) {
    const best = Math.max(-1, ...Object.values(scores));
    const score = await scoreOf(shape, model, ask, best);
    if (score === null || signal.aborted) return 'session';
    scores[shape] = score;
  }
  const best = chosen(scores, address.isPrivate);
  const profile = await means.profiles.get(address, model);
  const measured = Object.fromEntries(
    Object.entries(scores).map(([shape, right]) => [shape, `${right} of ${items.length}`]),
  );
  await means.profiles.set(address, model, { ...profile, answer: best, measured });
  return best;
}

/**
 * The shape with most right, the earlier at a tie. Far away JSON wins a tie, since it says all in one request; nearby a request costs
 * little, and small models lose quotes in JSON that a few easy calls do not show.
 */
function chosen(scores: Partial<Record<AnswerShape, number>>, isNear: boolean): AnswerShape {
  if (!isNear && scores.json === items.length) return 'json';
  return order.reduce((best, shape) => ((scores[shape] ?? 0) > (scores[best] ?? 0) ? shape : best), 'session');
}

/** Right answers in one shape; it stops where `best` cannot be passed any more. `null` where the model could not be asked. */
async function scoreOf(shape: AnswerShape, model: string, ask: Interview['ask'], best: number): Promise<number | null> {
  let right = 0;
  for (const [index, item] of items.entries()) {
    const most = right + items.length - index;
    if (most < best || (most === best && right < index)) return right;
    const isRight = await isAnswered(shape, item, model, ask);
    if (isRight === null) return null;
    right += isRight ? 1 : 0;
  }
  return right;
}

async function isAnswered(
  shape: AnswerShape,
  item: Item,
  model: string,
  ask: Interview['ask'],
): Promise<boolean | null> {
  const probe = probeOf(item);
  const prompt = promptFor(probe, targetAlone(probe), {
    style: 'direct',
    answer: shape,
    pythonVersion: '',
    fenceKey: '',
  });
  const json = shape === 'json' ? answerForm : null;
  const asked = await ask({
    model,
    turns: prompt.messages,
    maxTokens: 256,
    temperature: 0,
    seed: null,
    logprobs: false,
    json,
  });
  if (asked.result.kind === 'trouble') return asked.result.trouble.reason === 'contentFilter' ? false : null;
  const reading = readReply(asked.result.reply, { probe, shape, style: 'direct', rung: asked.rung });
  if (reading.kind === 'none') return false;
  return resultName(reading.claims) === resultName({ returns: item.gold, state: [] });
}

function probeOf({ source, call }: Item): Probe {
  const target = {
    file: '',
    name: 'f',
    form: 'function',
    isAsync: false,
    isGenerator: false,
    source,
    fingerprint: fingerprint(source),
  } as const;
  const question = { kind: 'outcome', scope: resultScope } as const;
  const asked = { expression: call, setup: '' };
  return { id: probeId(target, asked, question), target, call: asked, question, code: source, chosen: 'agent' };
}
