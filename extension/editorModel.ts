/** Models of the editor itself (`vscode.lm`), asked for the language server. */
import * as vscode from 'vscode';
import type { Consent } from './consent.ts';
import { answerFrom, type EditorModel, type EditorModels, type OnText } from './editorModelAnswer.ts';
import type { EditorModelReply, EditorModelRequest } from './language.ts';
import { withToken } from './signals.ts';

const waitMs = 2000;

/** Asks the model that the request names, else the first there is. */
export async function askEditorModel(
  consent: Consent,
  request: EditorModelRequest,
  onText: OnText,
  signal: AbortSignal,
): Promise<EditorModelReply> {
  return answerFrom(modelsOf(consent), request, onText, signal);
}

/** What the models of the editor are called; none in an editor that has no such thing. */
export async function editorModelNames(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  try {
    return (await models()).map(({ id, name }) => ({ id, name }));
  } catch {
    // One broken provider empties the list: then there is nothing to choose from.
    return [];
  }
}

function modelsOf(consent: Consent): EditorModels {
  return {
    list: async () => (await models()).map(modelOf),
    changed: () => {
      if (!hasModels()) return Promise.resolve();
      return new Promise(resolve => {
        const over = (): void => {
          clearTimeout(timer);
          listening.dispose();
          resolve();
        };
        const timer = setTimeout(over, waitMs);
        const listening = vscode.lm.onDidChangeChatModels(over);
      });
    },
    maySendTo: ({ vendor, name }) => consent.toSendTo(`the editor's model provider (${vendor})`, name),
  };
}

/** Editors built on this one may lack the interface, or parts of it. */
function hasModels(): boolean {
  return 'lm' in vscode && typeof vscode.lm?.selectChatModels === 'function';
}

async function models(): Promise<readonly vscode.LanguageModelChat[]> {
  return hasModels() ? vscode.lm.selectChatModels({}) : [];
}

function modelOf(model: vscode.LanguageModelChat): EditorModel {
  const { id, name, family, vendor } = model;
  return { id, name, family, vendor, send: (messages, onText, signal) => sent(model, messages, onText, signal) };
}

/** These models know no system role: everything is a message of the user or the assistant. Of its parts, those of text are the answer. */
async function sent(
  model: vscode.LanguageModelChat,
  messages: EditorModelRequest['messages'],
  onText: OnText,
  signal: AbortSignal,
): Promise<string> {
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
