/** Whether a question may go to the endpoint that it is meant for. */
import { type Endpoint, withoutKey } from '../server/core/messages.ts';
import { shownPlaces } from '../server/core/shownPlaces.ts';
import type { Places } from './consent.ts';
import { receiverOf, wantedEditorModel } from './editorModel.ts';
import type { PredictingParts, Question } from './predicting.ts';

/** Asks the user once a host, naming what is shown. Throws a failure where the settings forbid it. */
export async function maySend(
  endpoint: Endpoint,
  { probe, workspace, options }: Question,
  { consent, language }: PredictingParts,
  signal: AbortSignal,
): Promise<boolean> {
  const places: Places = async () => {
    const request = { probe, workspace, endpoint: withoutKey(endpoint), options };
    return shownPlaces((await language().showPrompt(request, signal)).manifest);
  };
  if (endpoint.kind === 'editorModel') {
    consent.requireAllowed("a provider of the editor's models");
    const model = await wantedEditorModel(consent, endpoint.model);
    // Where there is none, nothing is sent, and asking for it says so.
    return model === undefined || consent.toSendTo(receiverOf(model), model.name, places);
  }
  return consent.toSend(endpoint.baseUrl, endpoint.model, places);
}
