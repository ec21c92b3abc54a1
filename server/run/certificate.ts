/** How far an outcome can be trusted as gold: several runs under different hash seeds, compared, and what made them differ. */
import { canonicalJson } from '../core/canonical.ts';
import type { Certificate, Outcome, StateEntry } from '../core/outcome.ts';
import type { Value } from '../core/value.ts';
import { causesOf, type Difference } from './causes.ts';
import type { Single } from './report.ts';

export interface Compared {
  readonly single: Single;
  readonly seed: number;
  /** When the run was asked for, in milliseconds since the epoch. */
  readonly atMs: number;
}

/**
 * Compares the runs with the first. `code` is the text of the module, where a cause may show; `notRepeated` says why there was no
 * other run, empty where there was one or none was asked for.
 */
export function certify(runs: readonly Compared[], code: string, notRepeated: string): Certificate {
  const [first, ...others] = runs;
  const found = first === undefined ? [] : others.flatMap(other => differences(first.single, other.single));
  const times = runs.map(run => run.atMs);
  return {
    runs: Math.max(1, runs.length),
    stable: found.length === 0,
    varied: [...new Set(found.map(({ aspect }) => aspect))],
    causes: [...causesOf(found, code, times)],
    hashSeeds: runs.map(({ seed }) => seed),
    ...(notRepeated !== '' && { notRepeated }),
  };
}

function differences(a: Single, b: Single): readonly Difference[] {
  const kinds = difference('kind', a.outcome.kind, b.outcome.kind);
  const results = kinds.length > 0 ? kinds : outcomeDifferences(a.outcome, b.outcome);
  return [
    ...results,
    ...stateDifferences(a.state, b.state),
    ...difference('stdout', `${a.ran.stdoutBytes} ${a.ran.stdout}`, `${b.ran.stdoutBytes} ${b.ran.stdout}`),
    ...difference('stderr', `${a.ran.stderrBytes} ${a.ran.stderr}`, `${b.ran.stderrBytes} ${b.ran.stderr}`),
  ].filter(({ aspect }) => !isCutShort(aspect, a.outcome));
}

/** What was printed and changed until a kill depends on when it came. */
function isCutShort(aspect: string, { kind }: Outcome): boolean {
  return aspect !== 'kind' && (kind === 'timedOut' || kind === 'killed');
}

function outcomeDifferences(a: Outcome, b: Outcome): readonly Difference[] {
  if (a.kind === 'returned' && b.kind === 'returned') {
    return [
      ...difference('return', identity(a.value), identity(b.value)),
      ...difference('return', a.type, b.type),
    ].slice(0, 1);
  }
  if (a.kind === 'exited' && b.kind === 'exited') return difference('kind', String(a.code), String(b.code));
  if (a.kind === 'killed' && b.kind === 'killed') return difference('kind', a.signal ?? '', b.signal ?? '');
  const [first, second] = [exceptionIn(a), exceptionIn(b)];
  if (first === undefined || second === undefined) return [];
  return [
    ...difference('exceptionType', first.type, second.type),
    ...difference('exceptionMessage', first.message, second.message),
  ];
}

function exceptionIn(outcome: Outcome) {
  return outcome.kind === 'raised' || outcome.kind === 'blocked' ? outcome.exception : undefined;
}

function stateDifferences(a: readonly StateEntry[], b: readonly StateEntry[]): readonly Difference[] {
  const [before, after] = [changed(a), changed(b)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(key =>
    difference(`state:${key.slice(key.indexOf(' ') + 1)}`, before.get(key) ?? '', after.get(key) ?? ''),
  );
}

/** What the changed targets are in the end, by role and name. */
function changed(state: readonly StateEntry[]): ReadonlyMap<string, string> {
  return new Map(
    state
      .filter(entry => entry.changed)
      .map(({ role, target, afterValue }) => [
        `${role} ${target}`,
        afterValue === undefined ? 'gone' : identity(afterValue),
      ]),
  );
}

function difference(aspect: string, first: string, second: string): readonly Difference[] {
  return first === second ? [] : [{ aspect, first, second }];
}

/** A text that two descriptions share only where the values are equal, as far as what was cut can tell. */
function identity(value: Value): string {
  return `${canonicalJson(value)}${cutsOf(value)}`;
}

function cutsOf(value: Value): string {
  const found: string[] = [];
  JSON.stringify(value, (name, part) => {
    if (name === 'digest' || name === 'length') found.push(String(part));
    return part;
  });
  return found.length === 0 ? '' : ` ${found.sort().join(' ')}`;
}
