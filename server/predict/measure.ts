/** Which shape of answer a model handles best: a few small calls, asked once per endpoint and model in each shape. */

import { fingerprint } from '../core/fingerprint.ts';
import type { AnswerShape } from '../core/prediction.ts';
import { type Probe, probeId, resultScope } from '../core/probe.ts';
import type { Address } from './address.ts';
import { resultName } from './agreement.ts';
import { readReply } from './answer.ts';
import { firstWish, type Interview } from './converse.ts';
import { rememberThinking } from './effect.ts';
import type { Means } from './means.ts';
import { profileKey } from './profile.ts';
import type { Profiles } from './profiles.ts';
import { promptFor } from './prompt.ts';
import { type Asker, put } from './put.ts';
import { targetAlone } from './shownCode.ts';
import { checked, unreadPrompt } from './wholeness.ts';

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

/** Where some replies were cut off, what the others tell counts as long as the process has these profiles, and is not kept. */
const halfMeasured = new WeakMap<Profiles, Map<string, AnswerShape>>();

/** The shape that was measured for this endpoint and model, now or before. Where no measurement is possible, `session`. */
export async function measuredShape(
  address: Address,
  model: string,
  ask: Interview['ask'],
  means: Means,
  signal: AbortSignal,
): Promise<AnswerShape> {
  const kept = await means.profiles.get(address, model);
  const half = halfMeasured.get(means.profiles) ?? new Map<string, AnswerShape>();
  const known = means.overrides.answer ?? kept.answer ?? half.get(profileKey(address, model));
  if (known !== undefined) return known;
  const asker: Asker = { ask, remembersThinking: () => rememberThinking(address, model, means) };
  const scores: Partial<Record<AnswerShape, number>> = {};
  let isWhole = true;
  for (const shape of order) {
    const best = Math.max(-1, ...Object.values(scores));
    const score = await scoreOf(shape, model, asker, best);
    if (score === null || signal.aborted) return 'session';
    scores[shape] = score.right;
    isWhole &&= score.cut === 0;
  }
  const best = chosen(scores, address.isPrivate);
  if (isWhole) await keep(address, model, { scores, best }, means);
  else halfMeasured.set(means.profiles, half.set(profileKey(address, model), best));
  return best;
}

interface Measured {
  readonly scores: Partial<Record<AnswerShape, number>>;
  readonly best: AnswerShape;
}

async function keep(address: Address, model: string, { scores, best }: Measured, { profiles }: Means): Promise<void> {
  const profile = await profiles.get(address, model);
  const measured = Object.fromEntries(
    Object.entries(scores).map(([shape, right]) => [shape, `${right} of ${items.length}`]),
  );
  await profiles.set(address, model, { ...profile, answer: best, measured });
}

/**
 * The shape with most right, the earlier at a tie. Far away JSON wins a tie, since it says all in one request; nearby a request costs
 * little, and small models lose quotes in JSON that a few easy calls do not show.
 */
function chosen(scores: Partial<Record<AnswerShape, number>>, isNear: boolean): AnswerShape {
  if (!isNear && scores.json === items.length) return 'json';
  return order.reduce((best, shape) => ((scores[shape] ?? 0) > (scores[best] ?? 0) ? shape : best), 'session');
}

interface Score {
  readonly right: number;
  /** Replies that were cut off, which tell little of the shape. */
  readonly cut: number;
}

/** Of one shape; it stops where `best` cannot be passed any more. `null` where the model could not be asked. */
async function scoreOf(shape: AnswerShape, model: string, asker: Asker, best: number): Promise<Score | null> {
  let [right, cut] = [0, 0];
  for (const [index, item] of items.entries()) {
    const most = right + items.length - index;
    if (most < best || (most === best && right < index)) break;
    const answer = await answerTo(shape, item, model, asker);
    if (answer === 'trouble') return null;
    right += answer === 'right' ? 1 : 0;
    cut += answer === 'cut' ? 1 : 0;
  }
  return { right, cut };
}

async function answerTo(
  shape: AnswerShape,
  item: Item,
  model: string,
  asker: Asker,
): Promise<'right' | 'wrong' | 'cut' | 'trouble'> {
  const probe = probeOf(item);
  const prompt = promptFor(probe, targetAlone(probe), {
    style: 'direct',
    answer: shape,
    pythonVersion: '',
    fenceKey: '',
  });
  const wish = firstWish(prompt, model, { maxTokens: 256, temperature: 0, seed: null });
  const { last } = await put(asker, { ...wish, logprobs: false });
  if (last.result.kind === 'trouble') return last.result.trouble.reason === 'contentFilter' ? 'wrong' : 'trouble';
  const { reply } = last.result;
  const read = readReply(reply, { probe, shape, style: 'direct', rung: last.rung });
  const reading = unreadPrompt(reply, last.sentTokens) ?? checked(read, reply);
  if (reading.kind === 'trouble') return reading.reason === 'truncatedStream' ? 'cut' : 'trouble';
  if (reading.kind === 'none') return reading.reason === 'truncatedLength' ? 'cut' : 'wrong';
  return resultName(reading.claims) === resultName({ returns: item.gold, state: [] }) ? 'right' : 'wrong';
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
