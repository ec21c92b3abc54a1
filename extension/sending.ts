/** Whether a question may go to the endpoint that it is meant for. */
import { type Endpoint, withoutKey } from '../server/core/messages.ts';
import { shownPlaces } from '../server/core/shownPlaces.ts';
import type { PredictingParts, Question } from './predicting.ts';

/** Asks the user once a host, naming what is shown. Throws a failure where the settings forbid it. */
export async function maySend(
  endpoint: Endpoint,
  { probe, workspace, options }: Question,
  { consent, language }: PredictingParts,
  signal: AbortSignal,
): Promise<boolean> {
  if (endpoint.kind === 'editorModel') {
    // Whose model it is shows in the editor alone, which asks for consent there.
    consent.requireAllowed("a provider of the editor's models");
    return true;
  }
  return consent.toSend(endpoint.baseUrl, endpoint.model, async () => {
    const request = { probe, workspace, endpoint: withoutKey(endpoint), options };
    return shownPlaces((await language().showPrompt(request, signal)).manifest);
  });
}
