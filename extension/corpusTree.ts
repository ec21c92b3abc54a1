/** The corpus as a tree: verdict, target, record. Reads what one level needs, when it is opened. */
import type * as vscode from 'vscode';
import type { Grouping, Inventory, Listed, Tally } from '../server/corpus/inventory.ts';

/** A corpus that has records, with the name of its folder. */
export interface Source {
  readonly name: string;
  readonly folder: vscode.WorkspaceFolder;
  /** The corpus file. */
  readonly file: string;
  readonly inventory: Inventory;
}

export type Node =
  | { readonly kind: 'source'; readonly source: Source }
  | { readonly kind: 'verdict'; readonly source: Source; readonly verdict: string; readonly count: number }
  | {
      readonly kind: 'target';
      readonly source: Source;
      readonly verdict: string;
      readonly file: string;
      readonly name: string;
      readonly count: number;
    }
  | { readonly kind: 'record'; readonly source: Source; readonly entry: Listed };

/** What people look for comes first: what was missed. */
const order = ['wrong', 'right', 'undecided', 'noAnswer'];

export const verdictNames: Readonly<Record<string, string>> = {
  wrong: 'missed',
  right: 'called it',
  undecided: 'cannot compare',
  noAnswer: 'no answer',
};

const most = 1000;

export function rootsOf(sources: readonly Source[]): readonly Node[] {
  const [only, ...others] = sources;
  if (only === undefined) return [];
  return others.length === 0 ? verdictsOf(only) : sources.map(source => ({ kind: 'source', source }));
}

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'source':
      return verdictsOf(node.source);
    case 'verdict':
      return targetsOf(node.source, node.verdict);
    case 'target': {
      const { source, verdict, file, name } = node;
      const entries = source.inventory.list({ kind: 'check', verdict, file, name }, 0, most);
      return entries.map(entry => ({ kind: 'record', source, entry }));
    }
    case 'record':
      return [];
  }
}

function verdictsOf(source: Source): readonly Node[] {
  const tallies = source.inventory.tally({ kind: 'check' }, ['verdict']);
  return order.flatMap(verdict => {
    const count = totalOf(tallies, verdict);
    return count === 0 ? [] : [{ kind: 'verdict', source, verdict, count } as const];
  });
}

function targetsOf(source: Source, verdict: string): readonly Node[] {
  const by: readonly Grouping[] = ['file', 'name'];
  return source.inventory.tally({ kind: 'check', verdict }, by).map(({ values: [file = '', name = ''], total }) => ({
    kind: 'target',
    source,
    verdict,
    file,
    name,
    count: total,
  }));
}

function totalOf(tallies: readonly Tally[], verdict: string): number {
  return tallies.find(({ values }) => values[0] === verdict)?.total ?? 0;
}

/** `12 checks · 7 of 10 called`; a corpus that keeps mismatches alone has no rate. */
export function summaryOf(sources: readonly Source[], hasRate: boolean): string {
  const sum = (verdict: string): number =>
    sources.reduce((total, { inventory }) => total + inventory.count({ kind: 'check', verdict }), 0);
  const all = sources.reduce((total, { inventory }) => total + inventory.count({ kind: 'check' }), 0);
  const [right, wrong] = [sum('right'), sum('wrong')];
  const checks = all === 1 ? '1 check' : `${all} checks`;
  if (all === 0) return '';
  return hasRate && right + wrong > 0 ? `${checks} · ${right} of ${right + wrong} called` : checks;
}
