/** Tries a connection for real: the list of models, then one word from the model that is set. Nothing of any code is sent. */
import type { Endpoint } from '../core/messages.ts';
import { readAddress } from './address.ts';
import { question } from './ask.ts';
import { Effort } from './effort.ts';
import { effectSentence, withEffectiveRung } from './forcing.ts';
import type { Means } from './means.ts';
import { startingProfile } from './profile.ts';
import { type Looked, lookAtServer, type Tested } from './servers.ts';
import { wayOf } from './way.ts';

const patienceMs = 60_000;

/** Asks the model whatever the list says of it. What was learned of forms and window is found out anew, since servers change. */
export async function testConnection(endpoint: Endpoint, means: Means, signal: AbortSignal): Promise<Tested> {
  return told(endpoint, await afterGreeting(await lookAtServer(endpoint, signal), endpoint, means, signal));
}

/** Spends no request on a model that is listed: only one of which the server has no list is asked. */
export async function lookAtModel(endpoint: Endpoint, means: Means, signal: AbortSignal): Promise<Tested> {
  const seen = await lookAtServer(endpoint, signal);
  return told(endpoint, seen.kind === 'unlisted' ? await afterGreeting(seen, endpoint, means, signal) : seen.tested);
}

/** With what stands between, since that is where many connections fail. */
function told(endpoint: Endpoint, tested: Tested): Tested {
  const reading =
    endpoint.kind === 'model' ? readAddress(endpoint.baseUrl, endpoint.model, endpoint.apiKey) : undefined;
  if (reading?.kind !== 'address') return tested;
  return { ...tested, message: `${tested.message} ${wayOf(endpoint, reading.address)}`.trim() };
}

async function afterGreeting(
  { kind, windowTokens, tested: seen }: Looked,
  endpoint: Endpoint,
  means: Means,
  signal: AbortSignal,
): Promise<Tested> {
  const { model } = endpoint;
  if (kind === 'failed' || endpoint.kind === 'editorModel' || model === '') return seen;
  const reading = readAddress(endpoint.baseUrl, model, endpoint.apiKey);
  if (reading.kind === 'invalid') return seen;
  const { address } = reading;
  const { rung } = startingProfile(address, model, new Date());
  const known = await means.profiles.get(address, model);
  const evidence = known.evidence.filter(({ change }) => !change.startsWith('rung:'));
  await means.profiles.set(address, model, { ...known, rung, forced: {}, windowTokens, evidence });
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const effort = new Effort(means.timers.totalMs);
  const line = { endpoint, address, means, effort, onText: () => undefined, onWait: () => undefined };
  const tried = await withEffectiveRung(address, model, wish => question(line, wish, patience), means);
  if (tried.kind === 'tried') {
    const answers = kind === 'listed' ? seen.message : `${model} answers; the server has no list of its models.`;
    return { ...seen, ok: true, message: `${answers} ${effectSentence(tried.profile)}`.trim() };
  }
  const { reason, explanation } = tried.trouble;
  if (kind === 'unlisted' && isOfAddress.has(reason)) return seen;
  const isSlow = reason === 'cancelled' && !signal.aborted;
  const why = isSlow ? `${model} said nothing within ${patienceMs / 1000} s.` : explanation;
  return { ...seen, ok: false, message: `${address.host} answers, but ${model} could not be asked: ${why}` };
}

/** Where the model cannot be reached at this address either, what was seen of the list says more: it may know a better one. */
const isOfAddress: ReadonlySet<string> = new Set(['badBaseUrl', 'protocol']);
