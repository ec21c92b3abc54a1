/** Tries a connection for real: the list of models, then one word from the model that is set. Nothing of any code is sent. */
import type { Endpoint } from '../core/messages.ts';
import { readAddress } from './address.ts';
import { question } from './ask.ts';
import { effectSentence, withEffectiveRung } from './forcing.ts';
import type { Means } from './means.ts';
import { startingProfile } from './profile.ts';
import { lookAtServer, type Tested } from './servers.ts';

const patienceMs = 60_000;

/** What was learned of the forms that have effect is tried anew, since servers change. */
export async function testConnection(endpoint: Endpoint, means: Means, signal: AbortSignal): Promise<Tested> {
  const seen = await lookAtServer(endpoint, signal);
  const { model } = endpoint;
  if (!seen.ok || endpoint.kind === 'editorModel' || model === '') return seen;
  const reading = readAddress(endpoint.baseUrl, model, endpoint.apiKey);
  if (reading.kind === 'invalid') return seen;
  const { address } = reading;
  const { rung } = startingProfile(address, model, new Date());
  await means.profiles.set(address, model, { ...(await means.profiles.get(address, model)), rung, forced: {} });
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const line = { endpoint, address, means, onText: () => undefined };
  const tried = await withEffectiveRung(address, model, wish => question(line, wish, patience), means);
  if (tried.kind === 'tried') return { ...seen, message: `${seen.message} ${effectSentence(tried.profile)}`.trim() };
  const { reason, explanation } = tried.trouble;
  const isSlow = reason === 'cancelled' && !signal.aborted;
  const why = isSlow ? `${model} said nothing within ${patienceMs / 1000} s.` : explanation;
  return { ...seen, ok: false, message: `${address.host} answers, but ${model} could not be asked: ${why}` };
}
