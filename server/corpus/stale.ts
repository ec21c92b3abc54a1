/** Whether the source that a record is about is still what it was, and what differs. By text: it needs no parser and runs nothing. */
import { fingerprint } from '../core/fingerprint.ts';
import { type Probe, probeId } from '../core/probe.ts';

export type Staleness =
  /** The definition stands in the file as it was, wherever that is now. */
  | { readonly kind: 'same' }
  /** The definition is another one. */
  | { readonly kind: 'changed'; readonly removed: readonly string[]; readonly added: readonly string[] }
  /** There is no definition of that name any more, or no such file. */
  | { readonly kind: 'gone' }
  /** The definition is the same, but the rest of the module, which it may use, is not. */
  | { readonly kind: 'surroundings' };

/** Compares a probe with the text that its file has now; `undefined` for a file that is not there. */
export function stalenessOf(probe: Probe, text: string | undefined): Staleness {
  if (probe.target.file === '') return { kind: 'same' };
  if (text === undefined) return { kind: 'gone' };
  if (text === probe.code) return { kind: 'same' };
  const source = probe.target.source.trimEnd();
  if (source !== '' && isDefinitionIn(text, source)) return { kind: 'surroundings' };
  const now = definitionOf(text, probe.target.name);
  if (now === undefined) return source === '' ? { kind: 'surroundings' } : { kind: 'gone' };
  return { kind: 'changed', ...lineDifference(dedented(source), dedented(now)) };
}

/** Whether `source` stands in `text` from the begin of a line to the end of one. */
function isDefinitionIn(text: string, source: string): boolean {
  const at = text.indexOf(source);
  if (at === -1) return false;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = text.slice(at + source.length).split('\n', 1)[0] ?? '';
  return before.trim() === '' && after.trim() === '';
}

/**
 * `probe` on the source that its file has now, to be run and asked anew; `undefined` where its definition is gone. Its id follows the
 * source, so that old and new checks stay apart.
 */
export function renewed(probe: Probe, text: string): Probe | undefined {
  const source = probe.target.name === '' ? '' : definitionOf(text, probe.target.name);
  if (source === undefined) return undefined;
  const { range: _, ...rest } = probe.target;
  const target = isDefinitionIn(text, probe.target.source.trimEnd())
    ? rest
    : { ...rest, source, fingerprint: fingerprint(source) };
  return { ...probe, target, code: text, id: probeId(target, probe.call, probe.question) };
}

/** The lines of the definition whose qualified name ends in the last part of `name`, by indentation. */
function definitionOf(text: string, name: string): string | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (last === '') return undefined;
  const lines = text.split('\n');
  const head = new RegExp(`^([ \\t]*)(?:async[ \\t]+)?(?:def|class)[ \\t]+${last.replace(/\W/g, '')}\\b`);
  const start = lines.findIndex(line => head.test(line));
  const indent = head.exec(lines[start] ?? '')?.[1];
  if (indent === undefined) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(
    line => line.trim() !== '' && !/^[ \t]*[)#\]}]/.test(line) && depthOf(line) <= indent.length,
  );
  return [lines[start] ?? '', ...(end === -1 ? rest : rest.slice(0, end))].join('\n').trimEnd();
}

const depthOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Without the indentation of the first line and without decorators: a source may have been taken with or without them. */
function dedented(source: string): readonly string[] {
  const lines = source.split('\n');
  const first = Math.max(
    0,
    lines.findIndex(line => /^[ \t]*(?:async[ \t]+)?(?:def|class)\b/.test(line)),
  );
  const depth = depthOf(lines[first] ?? '');
  return lines.slice(first).map(line => line.slice(Math.min(depth, depthOf(line))).trimEnd());
}

/** The lines that differ, those before and after that agree left out. */
function lineDifference(before: readonly string[], after: readonly string[]) {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}
