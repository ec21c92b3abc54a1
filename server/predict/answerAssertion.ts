/** Reads a reply that completes an assertion: `assert f(1) == 2`, or `with raises(KeyError): f(1)`. */
import type { Claims } from '../core/prediction.ts';
import { closingBracket, splitTopLevel } from '../core/pythonText.ts';
import { clip, unfenced } from './answerSession.ts';
import { isAbstention, isLiteral, isPlaceholder, literalState, none, type Reading, squeeze } from './reading.ts';

/** The first assertion about `subject` (a call, or a name whose value is asked for). A bare literal as the whole reply is one too. */
export function readAssertion(text: string, subject: string): Reading {
  const { inner, fenced } = unfenced(text);
  const statements = statementsOf(inner);
  const own = statements.filter(statement => aboutOf(statement, subject) !== undefined);
  const [first] = own;
  if (first === undefined) return withoutAssertion(inner, statements, subject, fenced);
  const claims = aboutOf(first, subject);
  if (claims === undefined || claims.kind === 'none') return claims ?? none('unreadable', 'no assertion', fenced);
  const different = new Set(own.map(squeeze)).size > 1 ? ['moreAnswers'] : [];
  return { ...claims, flags: [...fenced, ...claims.flags, ...different] };
}

function withoutAssertion(
  text: string,
  statements: readonly string[],
  subject: string,
  fenced: readonly string[],
): Reading {
  const bare = text.trim().replace(/^`([^`]*)`$/, '$1');
  if (bare === '') return none('empty', 'the reply is empty', fenced);
  if (isAbstention(bare)) return none('abstained', '', fenced);
  if (isPlaceholder(bare)) return none('placeholder', `it is only \`${bare}\``, fenced);
  if (isLiteral(bare)) {
    return {
      kind: 'answer',
      claims: { returns: bare, state: [] },
      confidence: null,
      flags: [...fenced, 'bareLiteral'],
    };
  }
  const other = statements[0];
  if (other !== undefined) return none('wrongTarget', `\`${clip(other)}\` is not about \`${clip(subject)}\``, fenced);
  return none('unreadable', `\`${clip(bare)}\` holds no assertion about \`${clip(subject)}\``, fenced);
}

/** `assert …` and `with raises…` statements, each whole over its lines. */
function statementsOf(text: string): readonly string[] {
  const lines = text.split('\n').map(line => line.replace(/^[\s>`*-]*(?=assert\b|with\b)/, '').replace(/`\s*$/, ''));
  return lines.flatMap((line, index) => {
    if (!/^(assert\s|with\s+(pytest\.)?raises\b)/.test(line)) return [];
    const rest = lines.slice(index).join('\n');
    return [line.startsWith('assert') ? firstStatement(rest) : withStatement(lines.slice(index))];
  });
}

function withStatement(lines: readonly string[]): string {
  const [first = '', second = ''] = lines;
  return /:\s*$/.test(first) ? `${first.trim()} ${second.trim()}` : first.trim();
}

/** Up to the first line end outside of brackets and strings. */
function firstStatement(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') return text.slice(0, at).trim();
    if ('([{'.includes(character)) {
      const end = closingBracket(text, at);
      if (end === -1) return text.slice(0, text.indexOf('\n', at) === -1 ? undefined : text.indexOf('\n', at)).trim();
      at = end;
    } else if (character === "'" || character === '"') {
      at = quoteEnd(text, at);
    }
  }
  return text.trim();
}

function quoteEnd(text: string, start: number): number {
  const rest = text.slice(start);
  const match = /^("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/.exec(rest);
  return match === null ? start : start + match[0].length - 1;
}

/** What a statement claims about the subject; `undefined` where it is about something else. */
function aboutOf(statement: string, subject: string): Reading | undefined {
  const raised = /^with\s+(?:pytest\.)?raises\(\s*([\w.]+)[^)]*\)[^:]*:\s*(.*)$/s.exec(statement);
  if (raised !== null) {
    const [, type = '', body = ''] = raised;
    return squeeze(body) === squeeze(subject) ? answer({ raises: { type }, state: [] }, []) : undefined;
  }
  const right = rightSide(statement.replace(/^assert\s+/, ''), subject);
  if (right === undefined) return undefined;
  const [value = '', ...message] = splitTopLevel(withoutComment(right));
  const flags = message.length > 0 ? ['assertMessage'] : [];
  if (isAbstention(value)) return none('abstained', '');
  if (isPlaceholder(value)) return none('placeholder', `it is only \`${value}\``);
  const state = literalState(value);
  if (!state.readable) return none('unreadable', `\`${clip(value)}\` is no Python literal (${state.why})`);
  return answer({ returns: value, state: [] }, state.flag === '' ? flags : [...flags, state.flag]);
}

/** The text after `SUBJECT ==`; white space within the subject does not count. */
function rightSide(statement: string, subject: string): string | undefined {
  const wanted = squeeze(subject);
  let matched = 0;
  for (let at = 0; at < statement.length; at += 1) {
    const character = statement[at] ?? '';
    if (/\s/.test(character)) continue;
    if (matched === wanted.length)
      return /^\s*(?:==|is\b(?=\s+(?:None|True|False)\b))\s*([\s\S]*)$/.exec(statement.slice(at))?.[1];
    if (character !== wanted[matched]) return undefined;
    matched += 1;
  }
  return undefined;
}

function withoutComment(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '#') return text.slice(0, at).trim();
    if (character === "'" || character === '"') at = quoteEnd(text, at);
  }
  return text.trim();
}

/** `assert f(1, 2) == 3` → `f(1, 2)`, for the question which input gives a value. A bare call as the whole reply is one too. */
export function readInput(text: string, name: string): Reading {
  const { inner, fenced } = unfenced(text);
  const calls = inner.split('\n').flatMap(line => {
    const start = line.search(new RegExp(`(^|[^\\w.])${escaped(name)}\\(`));
    if (start === -1) return [];
    const at = line.indexOf(`${name}(`, start);
    const end = closingBracket(line, at + name.length);
    return end === -1 ? [] : [line.slice(at, end + 1)];
  });
  const [call] = calls;
  if (call === undefined) {
    return inner.trim() === ''
      ? none('empty', 'the reply is empty', fenced)
      : none('unreadable', `it holds no whole call of \`${name}\``, fenced);
  }
  if (call.includes('??')) return none('placeholder', `it is only \`${clip(call)}\``, fenced);
  const different = new Set(calls.map(squeeze)).size > 1 ? ['moreAnswers'] : [];
  return answer({ input: call, state: [] }, [...fenced, ...different]);
}

function answer(claims: Claims, flags: readonly string[]): Reading {
  return { kind: 'answer', claims, confidence: null, flags };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
