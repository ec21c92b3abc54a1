/** Which predictors are to be compared on a call: models that are set up or listed, models of the editor, rules, and you. */
import * as vscode from 'vscode';
import { type BaselineName, baselineNames } from '../server/core/baseline.ts';
import type { Several } from '../server/core/checking.ts';
import { Failure } from '../server/core/failure.ts';
import type { Endpoint } from '../server/core/messages.ts';
import type { Settings } from '../server/core/settings.ts';
import { checkHere } from './checkActions.ts';
import { originOf } from './choosingModel.ts';
import type { Consent } from './consent.ts';
import { listEditorModels } from './editorModel.ts';
import { type EditorModel, fullName } from './editorModelAnswer.ts';
import { requireTrust } from './place.ts';
import { nameOf, type PredictingParts, predictorOf, type Somebody } from './predicting.ts';
import { recordedModels, recordedOf } from './recordings.ts';
import { readSettings } from './settings.ts';
import type { Window } from './window.ts';

const never = new AbortController().signal;

interface Item extends vscode.QuickPickItem {
  /** Absent for a separator. */
  readonly predictor?: Somebody;
}

/** Checks the call at the cursor with several predictors at once; nothing where fewer than one was chosen. */
export async function comparePredictors(window: Window): Promise<void> {
  requireTrust();
  const items = await itemsFor(window);
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Called It: compare predictors',
    placeHolder: 'Choose who predicts: one run judges them all',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const [first, ...others] = (picked ?? []).flatMap(({ predictor }) => (predictor === undefined ? [] : [predictor]));
  if (first !== undefined) await checkHere(window, [first, ...others] satisfies Several<Somebody>);
}

async function itemsFor(window: Window): Promise<readonly Item[]> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const current = await predictorOf(readSettings(uri), window);
  const options = { location: vscode.ProgressLocation.Window, title: 'Called It: looking for models' };
  const [listed, ofEditor] = await vscode.window.withProgress(options, () =>
    Promise.all([current.kind === 'endpoint' ? listedBeside(current.endpoint, window) : [], listEditorModels()]),
  );
  const recorded = await recordedItems(readSettings(uri), uri);
  const isOther = ({ endpoint }: { readonly endpoint: Endpoint }): boolean =>
    current.kind !== 'endpoint' || current.endpoint.kind !== endpoint.kind || current.endpoint.model !== endpoint.model;
  const items = [...listed.map(listedItem), ...ofEditor.map(editorItem)].filter(({ predictor }) => isOther(predictor));
  return [
    ...(current.kind === 'endpoint' ? [{ label: nameOf(current), picked: true, predictor: current }] : []),
    { label: 'You', description: 'predict before you see what the others say', predictor: { kind: 'person' } },
    ...(items.length === 0 ? [] : [separator('further models'), ...items]),
    ...(recorded.length === 0 ? [] : [separator('recorded answers'), ...recorded]),
    separator('rules to be beaten'),
    ...baselineNames.map(ruleItem),
  ];
}

type Asked = Extract<Somebody, { kind: 'endpoint' }>;

/** The other models that the server lists; none where it does not answer. */
async function listedBeside(endpoint: Endpoint, { language, consent }: PredictingParts): Promise<readonly Asked[]> {
  if (endpoint.kind !== 'model' || !(await mayAsk(endpoint, consent))) return [];
  const { models } = await language().testConnection({ endpoint: { ...endpoint, model: '' } }, never);
  return models.map(model => ({ kind: 'endpoint', endpoint: { ...endpoint, model } }));
}

/** Where nothing may be sent there, nothing is listed either. */
async function mayAsk({ baseUrl, model }: Endpoint, consent: Consent): Promise<boolean> {
  try {
    return await consent.toSend(baseUrl, model);
  } catch (error) {
    if (error instanceof Failure && error.code === 'localOnly') return false;
    throw error;
  }
}

interface AskedItem extends Item {
  readonly predictor: Asked;
}

function listedItem(predictor: Asked): AskedItem {
  return { label: predictor.endpoint.model, description: 'of the same server', predictor };
}

function editorItem(model: EditorModel): AskedItem {
  const endpoint = { kind: 'editorModel', baseUrl: '', apiKey: '', proxy: '', strictTls: true } as const;
  const predictor = { kind: 'endpoint', endpoint: { ...endpoint, model: fullName(model) } } as const;
  return { label: model.name, description: `of the editor · ${originOf(model)}`, predictor };
}

/** Models whose answers are recorded: offline, and only to exactly the question that is asked now. */
async function recordedItems(settings: Settings, uri: vscode.Uri | undefined): Promise<readonly Item[]> {
  const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return [];
  const recorded = recordedOf(settings);
  const models = await recordedModels(recorded, folder.uri.fsPath);
  return models.map(model => ({
    label: model,
    description: 'as recorded, nobody is asked',
    predictor: { ...recorded, model },
  }));
}

const meanings: Readonly<Record<BaselineName, string>> = {
  echo: 'the first argument, given back',
  none: 'always None',
  common: 'what this function returned most often so far',
};

function ruleItem(name: BaselineName): Item {
  return { label: `Rule: ${name}`, description: meanings[name], predictor: { kind: 'rule', name } };
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
