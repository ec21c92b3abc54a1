/** Reads a reply that is a JSON object of our schema, by the rung at which it was asked for. */

import type { Claims } from '../core/prediction.ts';
import type { Rung } from '../core/profile.ts';
import { JsonAnswer } from './answerSchema.ts';
import { clip, unfenced } from './answerSession.ts';
import { isPlaceholder, literalState, none, type Reading } from './reading.ts';

/** `text` is the content, `toolArguments` the arguments of the first tool call where there was one. */
export function readJson(text: string, toolArguments: string | null, rung: Rung): Reading {
  if (rung === 'tool' && toolArguments !== null) return readObjects([toolArguments], []);
  const tagged = [...text.matchAll(/\[ANSWER\]([\s\S]*?)\[\/ANSWER\]/g)].map(match => match[1] ?? '');
  if (tagged.length > 0)
    return readObjects(
      tagged.map(inside => unfenced(inside).inner),
      [],
    );
  const { inner, fenced } = unfenced(text);
  const whole = readObjects([inner], fenced);
  if (whole.kind === 'answer' || (rung !== 'tagged' && parsed(inner) !== undefined)) return whole;
  const found = objectsIn(inner).filter(object => JsonAnswer.safeParse(parsed(object)).success);
  if (found.length > 0) return readObjects(found, [...fenced, 'textAround']);
  return inner.trim() === '' ? none('empty', 'the reply is empty', fenced) : whole;
}

function readObjects(texts: readonly string[], flags: readonly string[]): Reading {
  const answers = texts.map(text => ({ text, object: parsed(text) }));
  const first = answers[0];
  if (first?.object === undefined)
    return none('unreadable', `\`${clip((first?.text ?? '').trim())}\` is no JSON object`, [...flags, 'otherShape']);
  const answer = JsonAnswer.safeParse(first.object);
  if (!answer.success) {
    const issue = answer.error.issues[0];
    return none(
      'unreadable',
      `the JSON is not of the asked shape (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`,
      [...flags, 'otherShape'],
    );
  }
  const more = new Set(answers.map(each => JSON.stringify(each.object))).size > 1 ? ['moreAnswers'] : [];
  return readAnswer(answer.data, [...flags, ...more]);
}

function readAnswer(answer: JsonAnswer, flags: readonly string[]): Reading {
  if (answer.outcome === 'unknown' || answer.outcome === 'abstained') return none('abstained', '', flags);
  const state = (answer.post_state ?? []).map(({ target, repr }) => ({ target, text: repr }));
  const stdout = answer.stdout ?? '';
  const rest: Claims = { state, ...(stdout === '' ? {} : { stdout }) };
  const confidence = confidenceOf(answer.confidence_percent);
  const remarks = [...flags, ...contradictions(answer), ...confidence.flags];
  if (answer.outcome === 'raises' || answer.outcome === 'raised') {
    const type = (answer.exception_type ?? '').trim();
    if (type === '' || isPlaceholder(type)) return none('unreadable', 'it raises, but names no exception', flags);
    const message = answer.exception_message ?? '';
    const raises = message === '' ? { type } : { type, message };
    return { kind: 'answer', claims: { ...rest, raises }, confidence: confidence.value, flags: remarks };
  }
  const returns = answer.return_repr ?? '';
  if (isPlaceholder(returns)) return none('placeholder', `it is only \`${returns}\``, flags);
  const literal = literalState(returns);
  if (!literal.readable) return none('unreadable', `\`${clip(returns)}\` is no Python literal (${literal.why})`, flags);
  const marked = literal.flag === '' ? remarks : [...remarks, literal.flag];
  return { kind: 'answer', claims: { ...rest, returns }, confidence: confidence.value, flags: marked };
}

function contradictions(answer: JsonAnswer): readonly string[] {
  const both = (answer.return_repr ?? '') !== '' && (answer.exception_type ?? '') !== '';
  return both ? ['contradictory'] : [];
}

/** A number outside 0–100 is none, and never drawn to the nearer end; so is a fraction such as 0.9, which may mean either. */
function confidenceOf(given: unknown): { readonly value: number | null; readonly flags: readonly string[] } {
  const text = typeof given === 'string' ? given.replace(/%\s*$/, '') : String(given ?? '');
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return { value: null, flags: [] };
  if (value < 0 || value > 100) return { value: null, flags: ['confidenceOutOfRange'] };
  const isFraction = value > 0 && value < 1 && !/%\s*$/.test(String(given));
  return isFraction ? { value: null, flags: ['confidenceUnclear'] } : { value: value / 100, flags: [] };
}

/** The outermost balanced objects in a text. */
function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const end = objectEnd(text, at);
    if (end === -1) continue;
    found.push(text.slice(at, end + 1));
    at = end;
  }
  return found;
}

function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = jsonStringEnd(text, at);
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function jsonStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
