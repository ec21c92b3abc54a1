/** What a model of the editor answers, or why it does not: every way in which it fails is a reason with a next step, and nothing throws. */
import type { EditorModelReply, EditorModelRequest } from './language.ts';

export type OnText = (text: string) => void;

export interface EditorModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly vendor: string;
  readonly version: string;
  /** Of a prompt; `null` where it is not known. */
  readonly maxInputTokens: number | null;
  /** The tokens of a text; `null` where they cannot be counted. */
  count(text: string, signal: AbortSignal): Promise<number | null>;
  /** The whole text of its answer; `onText` hears all that it has said so far. */
  send(messages: EditorModelRequest['messages'], onText: OnText, signal: AbortSignal): Promise<string>;
}

/** The editor, as far as it has models. */
export interface EditorModels {
  list(): Promise<readonly EditorModel[]>;
  /** Resolves when the list may have changed, or soon. */
  changed(): Promise<void>;
  maySendTo(model: EditorModel): Promise<boolean>;
}

export async function answerFrom(
  models: EditorModels,
  { model: wanted, messages }: EditorModelRequest,
  onText: OnText,
  signal: AbortSignal,
): Promise<EditorModelReply> {
  try {
    const model = await modelFor(models, wanted);
    if (model === undefined) return failed('modelNotFound', await missing(models, wanted));
    if (!(await models.maySendTo(model))) return failed('consentDenied', 'You chose not to send the code.');
    const overflow = await overflowOf(model, messages, signal);
    if (overflow !== '') return failed('contextOverflow', overflow);
    // Whoever asked may have given up while people read what they were asked.
    const text = signal.aborted ? '' : await model.send(messages, onText, signal);
    // A cancelled answer may simply end.
    return signal.aborted ? failed('cancelled', 'Cancelled.') : { kind: 'text', text, model: servedName(model) };
  } catch (error) {
    return signal.aborted ? failed('cancelled', 'Cancelled.') : troubleOf(error);
  }
}

/** What a model is called in the setting: two vendors may have one id. */
export function fullName({ vendor, id }: Pick<EditorModel, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}

function servedName({ vendor, family, version }: EditorModel): string {
  return [vendor, family, version].filter(part => part !== '').join('/');
}

/** Why the messages cannot fit; empty where they do, or where it cannot be told. A token has a byte or more, so few bytes need no counting. */
async function overflowOf(
  { name, maxInputTokens, count }: EditorModel,
  messages: EditorModelRequest['messages'],
  signal: AbortSignal,
): Promise<string> {
  const bytes = messages.reduce((total, { text }) => total + Buffer.byteLength(text), 0);
  if (maxInputTokens === null || bytes <= maxInputTokens) return '';
  const counts = await Promise.all(messages.map(({ text }) => count(text, signal)));
  const tokens = counts.reduce<number>((total, each) => total + (each ?? 0), 0);
  if (tokens <= maxInputTokens) return '';
  return `The question has ${tokens} tokens, and ${name} takes ${maxInputTokens}: it was not sent. ${showLess}`;
}

const showLess = 'Show less code: a smaller `calledIt.context` or `calledIt.contextTokens`.';

/** Models may come late: the extension that offers them starts when they are first looked for. */
export async function modelFor(models: EditorModels, wanted: string): Promise<EditorModel | undefined> {
  const found = named(await models.list(), wanted);
  if (found !== undefined) return found;
  await models.changed();
  return named(await models.list(), wanted);
}

/** Where none is named, the first that is one: `auto` stands for whichever the provider likes. */
function named(models: readonly EditorModel[], wanted: string): EditorModel | undefined {
  if (wanted !== '') return models.find(model => fullName(model) === wanted);
  return models.find(({ id }) => id !== 'auto') ?? models[0];
}

async function missing(models: EditorModels, wanted: string): Promise<string> {
  const names = (await models.list()).map(fullName);
  if (names.length === 0) return 'The editor offers no language model. Sign in to one, or set `calledIt.baseUrl`.';
  return `The editor has no model ${wanted}. Set \`calledIt.editorModel\` to one of: ${names.slice(0, 8).join(', ')}.`;
}

type Reason = Extract<EditorModelReply, { kind: 'failed' }>['reason'];

interface Rule {
  readonly pattern: RegExp;
  readonly reason: Reason;
  readonly next: string;
}

/** Providers tell apart by the error's code, its name or its words; the first that fits counts. */
const rules: readonly Rule[] = [
  { pattern: /\bNoPermissions\b/, reason: 'consentDenied', next: 'Allow it in the editor, and check again.' },
  {
    pattern: /Quota|premium request|usage limit/i,
    reason: 'quota',
    next: 'Wait for the next period, or use another model.',
  },
  {
    pattern: /RateLimit|rate.?limit|too many requests/i,
    reason: 'rateLimited',
    next: 'Wait a little, and check again.',
  },
  {
    pattern: /token limit|context (length|window)|too (long|large)/i,
    reason: 'contextOverflow',
    next: showLess,
  },
  { pattern: /filter|responsible ai/i, reason: 'contentFilter', next: 'Another model may answer.' },
  {
    pattern: /\bNotFound\b|not found/i,
    reason: 'modelNotFound',
    next: 'Choose another model in `calledIt.editorModel`.',
  },
  { pattern: /not supported/i, reason: 'unsupported', next: 'It is listed and cannot be asked: choose another model.' },
  { pattern: /\bBlocked\b/, reason: 'blocked', next: 'Its provider blocks it for a while: use another model.' },
];

function troubleOf(error: unknown): EditorModelReply {
  const said = chainOf(error);
  const rule = rules.find(({ pattern }) => said.some(text => pattern.test(text)));
  const message = error instanceof Error && error.message !== '' ? error.message : 'The model failed.';
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
  return failed(rule?.reason ?? 'serverError', `${sentence} ${rule?.next ?? 'Check again, or use another model.'}`);
}

/** Code, name and words of an error and of what caused it. */
function chainOf(error: unknown): readonly string[] {
  const texts: string[] = [];
  for (let here = error; here instanceof Error && texts.length < 12; here = here.cause) {
    texts.push('code' in here ? String(here.code) : '', here.name, here.message);
  }
  return texts;
}

function failed(reason: Reason, message: string): EditorModelReply {
  return { kind: 'failed', reason, message };
}
