/** Models of the editor itself (`vscode.lm`), asked for the language server. */
import * as vscode from 'vscode';
import type { Consent } from './consent.ts';
import type { EditorModelReply, EditorModelRequest } from './language.ts';
import { withToken } from './signals.ts';

/** Asks the model that the request names, else the first there is. Every way to fail is a reason. */
export async function askEditorModel(
  consent: Consent,
  request: EditorModelRequest,
  signal: AbortSignal,
): Promise<EditorModelReply> {
  const model = await modelFor(request.model);
  if (model === undefined) {
    return failed('modelNotFound', 'The editor offers no language model. Sign in to one, or set `calledIt.baseUrl`.');
  }
  if (!(await consent.toSendTo(`the editor's model provider (${model.vendor})`, model.name))) {
    return failed('consentDenied', 'You chose not to send.');
  }
  try {
    const text = await withToken(signal, token => reply(model, request, token));
    return { kind: 'text', text, model: model.id };
  } catch (error) {
    return signal.aborted ? failed('cancelled', 'Cancelled.') : failed(reasonOf(error), messageOf(error));
  }
}

async function modelFor(wanted: string): Promise<vscode.LanguageModelChat | undefined> {
  const models = await vscode.lm.selectChatModels({});
  const named = models.find(({ id, family, name }) => [id, family, name].includes(wanted));
  return wanted === '' ? models[0] : named;
}

/** These models know no system role: everything is a message of the user or the assistant. */
async function reply(
  model: vscode.LanguageModelChat,
  { messages }: EditorModelRequest,
  token: vscode.CancellationToken,
): Promise<string> {
  const asked = messages.map(({ role, text }) =>
    role === 'user' ? vscode.LanguageModelChatMessage.User(text) : vscode.LanguageModelChatMessage.Assistant(text),
  );
  const justification = 'Called It asks it to predict what a Python call will do.';
  const response = await model.sendRequest(asked, { justification }, token);
  const parts: string[] = [];
  for await (const part of response.text) parts.push(part);
  return parts.join('');
}

type Reason = Extract<EditorModelReply, { kind: 'failed' }>['reason'];

function reasonOf(error: unknown): Reason {
  if (!(error instanceof vscode.LanguageModelError)) return 'serverError';
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return 'consentDenied';
    case vscode.LanguageModelError.Blocked.name:
      return 'quota';
    case vscode.LanguageModelError.NotFound.name:
      return 'modelNotFound';
    default:
      return 'serverError';
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(reason: Reason, message: string): EditorModelReply {
  return { kind: 'failed', reason, message };
}
