/** What would be sent, by what is known of the model now: the shape of the answer and why, and the request itself. Nothing is sent. */
import { leakSentence } from '../core/leak.ts';
import type { ShownEndpoint } from '../core/messages.ts';
import type { AnswerShape, ContextManifest } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { readAddress } from './address.ts';
import { type Body, bodyOf, turnsAt } from './body.ts';
import { answerTokens, firstWish } from './converse.ts';
import { mergedTurns } from './editorModel.ts';
import type { Means } from './means.ts';
import { type PredictOptions, severalTemperature, withWishes } from './predict.ts';
import { type Profile, profileInForce } from './profile.ts';
import { type Prompt, promptFor, readable } from './prompt.ts';

export interface PromptShown {
  readonly prompt: Prompt;
  /** Why the answer is asked for in this shape, in a sentence. */
  readonly why: string;
  /** The request of the first question; `null` where no server is named. */
  readonly body: Body | null;
  /** All of it, as people read it. */
  readonly text: string;
}

/** `endpoint` is `null` where no model is set up. */
export async function promptShown(
  endpoint: ShownEndpoint | null,
  probe: Probe,
  manifest: ContextManifest,
  options: PredictOptions,
  shared: Means,
): Promise<PromptShown> {
  const means = withWishes(shared, options);
  const known = endpoint?.kind === 'model' ? await profileOf(endpoint, means) : null;
  const { shape, why } = shapeAndWhy(endpoint, probe, options, known);
  const prompt = promptFor(probe, manifest, { ...options, answer: shape, fenceKey: means.fenceKey });
  if (manifest.refused !== undefined) {
    const text = `Nothing would be sent. ${manifest.refused}`;
    return { prompt, why: manifest.refused, body: null, text };
  }
  const leak = leakSentence(manifest.leaks);
  const maxTokens = options.maxTokens ?? answerTokens[options.style];
  const sampling = {
    temperature: options.samples > 1 ? severalTemperature : 0,
    seed: options.samples > 1 ? 1 : null,
    maxTokens,
  };
  if (endpoint === null || known === null) {
    const wish = firstWish(prompt, endpoint?.model ?? '', sampling);
    const turns = endpoint?.kind === 'editorModel' ? mergedTurns(turnsAt(wish, 'tagged')) : prompt.messages;
    return { prompt, why, body: null, text: joined([why, leak, readable(turns, prompt.state, prompt.confidence)]) };
  }
  const body = bodyOf(firstWish(prompt, endpoint.model, sampling), known);
  return {
    prompt,
    why,
    body,
    text: joined([why, leak, readable(turnsOf(body), prompt.state, prompt.confidence), restOf(body)]),
  };
}

function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('\n\n');
}

/** What is known goes by how a key travels, which takes no more of the key than that there is one. */
async function profileOf({ baseUrl, model, hasKey }: ShownEndpoint, means: Means): Promise<Profile | null> {
  const reading = readAddress(baseUrl, model, hasKey ? 'key' : '');
  return reading.kind === 'invalid'
    ? null
    : profileInForce(await means.profiles.get(reading.address, model), means.overrides);
}

function shapeAndWhy(
  endpoint: ShownEndpoint | null,
  probe: Probe,
  { answer }: PredictOptions,
  known: Profile | null,
): { readonly shape: AnswerShape; readonly why: string } {
  const said = (shape: AnswerShape, reason: string) => ({ shape, why: `Asked in the shape \`${shape}\`: ${reason}.` });
  if (probe.question.kind === 'input') return said('assertion', 'a question about arguments always is');
  if (answer !== 'auto') return said(answer, 'so it was set');
  if (endpoint === null) return said('session', 'no model is set up, of which another could be known');
  if (endpoint.kind === 'editorModel') return said('session', 'models of the editor are asked so');
  if (known === null || known.answer === null) {
    return said(
      'session',
      `nothing was measured of ${endpoint.model} yet; its first question is preceded by a few easy ones that choose the shape`,
    );
  }
  const scores = Object.entries(known.measured).map(([shape, right]) => `${shape} ${right}`);
  return said(
    known.answer,
    scores.length === 0 ? 'it is known to suit this model' : `it was measured once (right: ${scores.join(', ')})`,
  );
}

function turnsOf({ messages }: Body) {
  return messages.map(({ role, content }) => ({ role, text: typeof content === 'string' ? content : '' }));
}

function restOf({ messages: _, ...rest }: Body): string {
  return `[with]\n${JSON.stringify(rest)}`;
}
