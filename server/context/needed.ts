/**
 * The definitions that a call needs, found by following names from its target: each with a score that falls with distance and
 * with how loosely it is used.
 */
import { type Definition, definitionOf, type Module } from '../core/module.ts';
import { resolve } from '../core/resolve.ts';
import type { Workspace } from '../core/workspace.ts';
import { costOf, pieceOf } from './pieces.ts';

export interface Needed {
  readonly module: Module;
  readonly definition: Definition;
  readonly score: number;
}

/** Each step away from the target halves the score. */
const decay = 0.5;
const leastScore = 0.01;
const mostDefinitions = 150;
/** Some of what is found is shown by its signature or not at all, so more is looked for than fits. */
const beyondBudget = 1.5;
/** What is too long to be shown does not end the search for the rest. */
const mostOfBudget = 0.25;
/** What a class is made and called by. */
const made = new Set(['__init__', '__new__', '__post_init__', '__call__']);
const weightOfHook = 0.5;
const weightOfField = 0.8;
const weightOfGuess = 0.6;

export interface NeededSet {
  /** In the order of their scores, best first. */
  readonly found: readonly Needed[];
  /** Whether the search ended because there is already more than can be shown. */
  readonly isCut: boolean;
}

/** `seeds` come first, with the scores that they have. The search goes on until `cost` of all is well above the budget. */
export async function neededBy(
  workspace: Workspace,
  seeds: readonly Needed[],
  budget: number,
  signal: AbortSignal,
): Promise<NeededSet> {
  const search: Search = { workspace, found: new Map(), attributes: new Map(), waiting: [...seeds] };
  let left = budget * beyondBudget;
  while (search.waiting.length > 0 && search.found.size < mostDefinitions && left > 0) {
    signal.throwIfAborted();
    search.waiting.sort((a, b) => b.score - a.score);
    const next = search.waiting.shift();
    if (next === undefined || search.found.has(keyOf(next))) continue;
    search.found.set(keyOf(next), next);
    left -= Math.min(costOf(pieceOf(next)), budget * mostOfBudget);
    search.waiting.push(...(await neighboursOf(search, next)).filter(one => one.score >= leastScore));
  }
  const isCut = search.waiting.some(one => !search.found.has(keyOf(one)));
  return { found: [...search.found.values()], isCut };
}

interface Search {
  readonly workspace: Workspace;
  readonly found: Map<string, Needed>;
  /** Attributes that were used of objects of unknown class, with the score of the use. */
  readonly attributes: Map<string, number>;
  readonly waiting: Needed[];
}

export function keyOf({ module, definition }: Pick<Needed, 'module' | 'definition'>): string {
  return `${module.file}#${definition.name}`;
}

async function neighboursOf(search: Search, from: Needed): Promise<readonly Needed[]> {
  const uses = search.workspace.usesOf(from.module, from.definition);
  const named: Needed[] = [];
  for (const use of uses) {
    const score = from.score * use.weight * decay;
    if (use.name.startsWith('.')) named.push(...(await attributeUsed(search, use.name.slice(1), score)));
    else named.push(...(await followed(search.workspace, from, use.name, score)));
  }
  const own = from.definition.kind === 'class' ? await membersOf(search, from) : ownerOf(from);
  return [...named, ...own];
}

/** The longest beginning of a dotted name that refers to something in the workspace. */
async function followed(workspace: Workspace, from: Needed, dotted: string, score: number): Promise<readonly Needed[]> {
  const parts = dotted.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    const found = await resolve(workspace, from.module, name, from.definition.name);
    if (found?.definition !== undefined) return [{ module: found.module, definition: found.definition, score }];
  }
  return [];
}

/** `x.total` where the class of `x` is not known: every class among the needed ones that has a `total` is meant. */
async function attributeUsed(search: Search, name: string, score: number): Promise<readonly Needed[]> {
  search.attributes.set(name, Math.max(score, search.attributes.get(name) ?? 0));
  const classes = [...search.found.values()].filter(one => one.definition.kind === 'class');
  const members = await Promise.all(
    classes.map(one => memberNamed(search.workspace, one, name, score * weightOfGuess)),
  );
  return members.flat();
}

async function memberNamed(
  workspace: Workspace,
  owner: Needed,
  name: string,
  score: number,
): Promise<readonly Needed[]> {
  const found = await resolve(workspace, owner.module, `${owner.definition.name}.${name}`);
  return found?.definition === undefined ? [] : [{ module: found.module, definition: found.definition, score }];
}

/** The members of a class that count without being named: what makes it, its hooks, its fields; and those used somewhere. */
async function membersOf(search: Search, from: Needed): Promise<readonly Needed[]> {
  const members = from.module.definitions
    .filter(definition => definition.owner === from.definition.name)
    .flatMap(definition => {
      const weight = weightOfMember(definition);
      return weight === 0 ? [] : [{ module: from.module, definition, score: from.score * weight }];
    });
  const used = await Promise.all(
    [...search.attributes].map(([name, score]) => memberNamed(search.workspace, from, name, score * weightOfGuess)),
  );
  return [...members, ...used.flat(), ...ownerOf(from)];
}

function weightOfMember(definition: Definition): number {
  const name = definition.name.split('.').at(-1) ?? '';
  if (made.has(name)) return 1;
  if (definition.kind === 'variable') return weightOfField;
  return /^__\w+__$/.test(name) ? weightOfHook : 0;
}

/** A member is read together with the head of its class. */
function ownerOf({ module, definition, score }: Needed): readonly Needed[] {
  const owner = definition.owner === '' ? undefined : definitionOf(module, definition.owner);
  return owner?.kind === 'class' ? [{ module, definition: owner, score: score * decay }] : [];
}
