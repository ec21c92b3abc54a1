/** Which model of the editor predicts: chosen from those that the editor offers, and kept in the settings. */
import * as vscode from 'vscode';
import { listEditorModels } from './editorModel.ts';
import { type EditorModel, fullName } from './editorModelAnswer.ts';
import { writeSetting } from './settings.ts';

interface Item extends vscode.QuickPickItem {
  readonly model: EditorModel;
}

/** From then on this model predicts; nothing changes where the list is left. */
export async function chooseEditorModel(): Promise<void> {
  const models = await listEditorModels();
  if (models.length === 0) {
    void vscode.window.showInformationMessage(
      'The editor offers no language model. Sign in to one, or add a provider of models, and choose again.',
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(models.map(itemOf), {
    title: 'Called It: choose a model of the editor',
    placeHolder: 'It predicts from now on; the editor may ask you once to allow it',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  await writeSetting('editorModel', fullName(picked.model));
  await writeSetting('predictor', 'editorModel');
  void vscode.window.showInformationMessage(`${picked.model.name} predicts from now on.`);
}

function itemOf(model: EditorModel): Item {
  return { label: model.name, description: originOf(model), detail: detailOf(model), model };
}

/** `vendor · family`, as lists of models tell them apart. */
export function originOf({ vendor, family }: EditorModel): string {
  return family === '' ? vendor : `${vendor} · ${family}`;
}

function detailOf({ id, version, maxInputTokens }: EditorModel): string {
  const parts = [
    ...(version === '' ? [] : [`version ${version}`]),
    ...(maxInputTokens === null ? [] : [`takes ${maxInputTokens.toLocaleString('en')} tokens`]),
    ...(id === 'auto' ? ['whichever its provider likes, so that no two answers need come from one model'] : []),
  ];
  return parts.join(' · ');
}
