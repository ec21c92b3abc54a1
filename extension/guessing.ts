/** A person's prediction, asked for step by step; the truth stays hidden until it is given. */
import * as vscode from 'vscode';
import { personPrediction } from '../server/core/claimed.ts';
import { cancelled } from '../server/core/failure.ts';
import { oneLine } from '../server/core/line.ts';
import { readLiteral } from '../server/core/literal.ts';
import { type Claims, type Prediction, unanswered } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import { readChanges } from './changes.ts';

/** Throws a cancellation where a step is left with Escape. */
export async function guess(probe: Probe, signal: AbortSignal): Promise<Prediction> {
  const title = `Called It: ${oneLine(probe.call.expression, 60)}`;
  const result = await askResult(title);
  if (result === undefined)
    return unanswered({ kind: 'person', name: '', route: '' }, 'abstained', 'You did not guess.');
  const state = readChanges(await askChanges(title));
  if (state.kind === 'unreadable') throw cancelled();
  const confidence = await askConfidence(title);
  if (signal.aborted) throw cancelled();
  return personPrediction({ ...result, state: [...state.changes] }, confidence);
}

async function askResult(title: string): Promise<Omit<Claims, 'state'> | undefined> {
  const answers = [
    { label: '$(arrow-right) It returns a value', answer: 'returns' },
    { label: '$(flame) It raises an exception', answer: 'raises' },
    { label: '$(question) I do not know', answer: 'abstained' },
  ];
  const picked = await vscode.window.showQuickPick(answers, {
    title,
    placeHolder: 'What will the call do?',
    ignoreFocusOut: true,
  });
  if (picked === undefined) throw cancelled();
  if (picked.answer === 'abstained') return undefined;
  return picked.answer === 'returns' ? { returns: await askValue(title) } : { raises: await askException(title) };
}

function askValue(title: string): Promise<string> {
  return askText({
    title,
    prompt: "The value, as Python prints it: [1, 2] or 'text' or None",
    validateInput: text => reasonAgainst(text),
  });
}

async function askException(title: string): Promise<{ type: string; message?: string }> {
  const text = await askText({
    title,
    prompt: "The exception, with its message if you like: ValueError or KeyError: 'b'",
    validateInput: each => (/^[\w.]+(: .*)?$/.test(each.trim()) ? undefined : 'A class name, such as ValueError.'),
  });
  const [, type = '', message] = /^([\w.]+)(?:: (.*))?$/.exec(text.trim()) ?? [];
  return message === undefined ? { type } : { type, message };
}

function askChanges(title: string): Promise<string> {
  return askText({
    title,
    prompt: 'What does it leave changed, and how? xs = [1, 2]; self.total = 3. Empty: nothing',
    validateInput: text => {
      const read = readChanges(text);
      return read.kind === 'unreadable' ? read.reason : undefined;
    },
  });
}

async function askConfidence(title: string): Promise<number | null> {
  const text = await askText({
    title,
    prompt: 'How sure are you, from 0 to 100? Empty: not said',
    validateInput: each => (/^\s*(\d{1,2}|100)?\s*%?\s*$/.test(each) ? undefined : 'A number from 0 to 100.'),
  });
  const number = /\d+/.exec(text)?.[0];
  return number === undefined ? null : Number(number) / 100;
}

async function askText(options: vscode.InputBoxOptions): Promise<string> {
  const text = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  if (text === undefined) throw cancelled();
  return text;
}

function reasonAgainst(text: string): string | undefined {
  const read = readLiteral(text);
  return read.kind === 'unreadable' ? `Not a Python value: ${read.reason}.` : undefined;
}
