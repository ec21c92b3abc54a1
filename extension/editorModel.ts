/** Models of the editor itself (`vscode.lm`): which there are, and how one is asked for the language server. */
import * as vscode from 'vscode';
import { coalesced } from '../server/core/coalesced.ts';
import type { Consent } from './consent.ts';
import { answerFrom, type EditorModel, type EditorModels, modelFor, type OnText } from './editorModelAnswer.ts';
import type { EditorModelReply, EditorModelRequest } from './language.ts';
import { withToken } from './signals.ts';

const waitMs = 2000;

/** Asks the model that the request names, else the first there is. `onText` hears the end of what it says, a few times a second. */
export async function askEditorModel(
  consent: Consent,
  request: EditorModelRequest,
  onText: OnText,
  signal: AbortSignal,
): Promise<EditorModelReply> {
  const told = coalesced(({ text }: { readonly stage: 'streaming'; readonly text: string }) => onText(text));
  const hear: OnText = text => told.report({ stage: 'streaming', text: text.slice(-shownEnd) });
  return answerFrom(editorModels(consent), request, hear, signal).finally(() => told.end());
}

/** So many characters of an answer are passed on while it grows. */
const shownEnd = 2000;

/** The models of the editor; none in an editor that has no such thing, or where a provider breaks the list. */
export async function listEditorModels(): Promise<readonly EditorModel[]> {
  try {
    return (await models()).map(modelOf);
  } catch {
    // One broken provider empties the list: then there is nothing to choose from.
    return [];
  }
}

/** The model that would be asked, if there is one. */
export function wantedEditorModel(consent: Consent, wanted: string): Promise<EditorModel | undefined> {
  return modelFor(editorModels(consent), wanted);
}

/** Who is sent what a model of the editor is asked. */
export function receiverOf({ vendor }: Pick<EditorModel, 'vendor'>): string {
  return `the editor's model provider (${vendor})`;
}

function editorModels(consent: Consent): EditorModels {
  return {
    list: async () => (await models()).map(modelOf),
    changed: () =>
      new Promise(resolve => {
        const over = (): void => {
          clearTimeout(timer);
          listening?.dispose();
          resolve();
        };
        const timer = setTimeout(over, hasModels() ? waitMs : 0);
        const listening = hasChanges() ? vscode.lm.onDidChangeChatModels(over) : undefined;
      }),
    maySendTo: model => consent.toSendTo(receiverOf(model), model.name),
  };
}

/** Editors built on this one may lack the interface, or parts of it. */
function hasModels(): boolean {
  return 'lm' in vscode && typeof vscode.lm?.selectChatModels === 'function';
}

function hasChanges(): boolean {
  return hasModels() && typeof vscode.lm.onDidChangeChatModels === 'function';
}

async function models(): Promise<readonly vscode.LanguageModelChat[]> {
  return hasModels() ? vscode.lm.selectChatModels({}) : [];
}

function modelOf(model: vscode.LanguageModelChat): EditorModel {
  const { id, name, family, vendor, version, maxInputTokens } = model;
  return {
    id,
    name,
    family,
    vendor,
    version,
    maxInputTokens: maxInputTokens > 0 ? maxInputTokens : null,
    count: (text, signal) => counted(model, text, signal),
    send: (messages, onText, signal) => sent(model, messages, onText, signal),
  };
}

/** By the model's own tokens; nothing where the editor or the provider cannot count. */
async function counted(model: vscode.LanguageModelChat, text: string, signal: AbortSignal): Promise<number | null> {
  if (typeof model.countTokens !== 'function') return null;
  try {
    return await withToken(signal, async token => model.countTokens(text, token));
  } catch {
    // Then the provider itself says whether it is too long.
    return null;
  }
}

/** These models know no system role: everything is a message of the user or the assistant. Of its parts, those of text are the answer. */
async function sent(
  model: vscode.LanguageModelChat,
  messages: EditorModelRequest['messages'],
  onText: OnText,
  signal: AbortSignal,
): Promise<string> {
  if (typeof vscode.LanguageModelChatMessage?.User !== 'function') {
    throw new Error('Messages to its models are not supported by this editor.');
  }
  const asked = messages.map(({ role, text }) =>
    role === 'user' ? vscode.LanguageModelChatMessage.User(text) : vscode.LanguageModelChatMessage.Assistant(text),
  );
  const justification = 'Called It asks it to predict what a Python call will do.';
  return withToken(signal, async token => {
    const response = await model.sendRequest(asked, { justification }, token);
    let text = '';
    for await (const part of response.text) {
      text += part;
      onText(text);
    }
    return text;
  });
}
