/** Which call of a definition to check: one that was found, one used before, or one typed by hand. */
import * as vscode from 'vscode';
import { definitionUncallable } from '../server/core/failure.ts';
import type { CallCandidate } from '../server/core/messages.ts';
import type { Probe } from '../server/core/probe.ts';
import type { Position } from '../server/core/source.ts';
import type { Language } from './language.ts';
import type { RecentCalls } from './recentCalls.ts';

export interface Definition {
  readonly uri: string;
  readonly position: Position;
  readonly workspace: string;
}

interface Item extends vscode.QuickPickItem {
  /** Absent for a separator and for a call to be typed. */
  readonly call?: { readonly expression: string; readonly setup: string };
}

/** The probe that the user chose; nothing where they left the list. Throws a failure for what cannot be called from outside. */
export async function chooseCall(
  definition: Definition,
  language: Language,
  recent: RecentCalls,
  signal: AbortSignal,
): Promise<Probe | undefined> {
  const { name, signature, uncallable, candidates } = await language.callsOf(definition, signal);
  if (uncallable !== '') throw definitionUncallable(name, uncallable);
  const used = recent.of(definition.uri, name);
  const picked = await pick(signature || name, itemsOf(candidates, used));
  if (picked === undefined) return undefined;
  if (picked.call === undefined) return typedCall(definition, name, signature, language, signal);
  const reply = await language.probeOf({ ...definition, ...picked.call, chosen: 'lens' }, signal);
  if (reply.kind === 'probe') return reply.probe;
  throw definitionUncallable(picked.call.expression, reply.reason);
}

async function pick(signature: string, items: readonly Item[]): Promise<Item | undefined> {
  return vscode.window.showQuickPick(items, {
    title: `Called It: ${signature}`,
    placeHolder: 'Choose a call to check, or type one',
    matchOnDescription: true,
  });
}

const headings: Readonly<Record<CallCandidate['from'], string>> = {
  recent: 'used before',
  doctest: 'doctest examples',
  workspace: 'calls in the workspace',
  test: 'calls in tests',
};

function itemsOf(candidates: readonly CallCandidate[], used: readonly CallCandidate[]): readonly Item[] {
  const seen = new Set<string>();
  const sections = (['recent', 'doctest', 'workspace', 'test'] as const).flatMap(from => {
    const calls = [...used, ...candidates].filter(each => each.from === from && isNew(seen, each));
    const literalFirst = [...calls.filter(each => each.literal), ...calls.filter(each => !each.literal)];
    return calls.length === 0 ? [] : [separator(headings[from]), ...literalFirst.map(itemOf)];
  });
  return [{ label: '$(edit) Type a call…', alwaysShow: true }, ...sections];
}

function isNew(seen: Set<string>, { expression, setup }: CallCandidate): boolean {
  const key = `${setup}\n${expression}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function itemOf({ expression, setup, literal, file, line }: CallCandidate): Item {
  const place = file === '' ? '' : `${file}:${line + 1}`;
  const notes = [
    ...(literal ? [] : ['needs what stands around it']),
    ...(setup === '' ? [] : [`after ${setup.trim()}`]),
  ];
  return {
    label: expression,
    description: place,
    ...(notes.length === 0 ? {} : { detail: notes.join(' · ') }),
    call: { expression, setup },
  };
}

/** Asks for a call, telling while it is typed what is wrong with it. */
async function typedCall(
  definition: Definition,
  name: string,
  signature: string,
  language: Language,
  signal: AbortSignal,
): Promise<Probe | undefined> {
  const ask = (expression: string) =>
    language.probeOf({ ...definition, expression, setup: '', chosen: 'hand' }, signal);
  const start = `${name}(`;
  const expression = await vscode.window.showInputBox({
    title: `Called It: ${signature || name}`,
    prompt: 'A Python call in the namespace of the module',
    value: `${start})`,
    valueSelection: [start.length, start.length],
    ignoreFocusOut: true,
    validateInput: async text => {
      const reply = await ask(text);
      if (reply.kind === 'invalid') return sentence(reply.reason);
      return reply.remark === undefined ? undefined : warning(sentence(reply.remark));
    },
  });
  if (expression === undefined) return undefined;
  const reply = await ask(expression);
  return reply.kind === 'probe' ? reply.probe : undefined;
}

/** A call whose arguments do not fit runs all the same: its TypeError is the outcome. */
function warning(message: string): vscode.InputBoxValidationMessage {
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
