/** Two values of one kind. */
import { canonicalJson } from '../canonical.ts';
import { hexOf } from '../value/integer.ts';
import { kindOf } from '../value/kind.ts';
import { isSameName } from '../value/name.ts';
import { isWhole } from '../value/parts.ts';
import type { DequeNode, DictNode, IntNode, Value, ValueNode } from '../value.ts';
import { compareArrays, compareElements } from './arrays.ts';
import { settle } from './cut.ts';
import { compareClocks, compareDatetimes, compareTimezones } from './dates.ts';
import { compareEntries } from './dicts.ts';
import { compareMembers } from './enums.ts';
import { degraded, differing, exact, type Match } from './match.ts';
import { compareMethods, compareNames } from './named.ts';
import { compareNumbers } from './numbers.ts';
import { compareExceptions, compareNamedtuples, compareObjects } from './objects.ts';
import { compareRanges } from './ranges.ts';
import { compareSequences } from './sequences.ts';
import { compareSets } from './sets.ts';
import { compareBytes, compareStrings } from './strings.ts';
import { withTypes } from './subclasses.ts';
import type { Compare } from './walk.ts';

/** Compares two values that `kindOf` tells no apart. */
export function compareKind(predicted: Value, actual: Value, parts: Compare): Match {
  const rule = rules.get(kindOf(predicted));
  return rule?.(predicted, actual, parts) ?? compareWhole(predicted, actual);
}

type Rule = (predicted: Value, actual: Value, parts: Compare) => Match | undefined;
type NodeOf<K> = ValueNode & { readonly kind: K };

function isKind<K extends ValueNode['kind']>(value: Value, kind: K): value is NodeOf<K> {
  return typeof value === 'object' && value?.kind === kind;
}

/** A rule for nodes of one kind, types of subclasses included. */
function of<K extends ValueNode['kind']>(
  kind: K,
  compare: (predicted: NodeOf<K>, actual: NodeOf<K>, parts: Compare) => Match,
): readonly [string, Rule] {
  return [
    kind,
    (predicted, actual, parts) =>
      isKind(predicted, kind) && isKind(actual, kind)
        ? withTypes(compare(predicted, actual, parts), predicted, actual, parts)
        : undefined,
  ];
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['none', () => exact],
  ['bool', compareNumbers],
  ['int', (one, other, parts) => withTypes(compareIntegers(one, other), one, other, parts)],
  ['str', compareTexts],
  of('float', compareNumbers),
  of('complex', compareNumbers),
  of('decimal', compareNumbers),
  of('fraction', compareNumbers),
  of('bytes', compareBytes),
  of('bytearray', compareBytes),
  of('list', compareSequences),
  of('tuple', compareSequences),
  of('deque', compareDeques),
  of('set', compareSets),
  of('frozenset', compareSets),
  of('view', compareSequences),
  of('dict', compareDicts),
  of('mappingproxy', compareEntries),
  of('namedtuple', compareNamedtuples),
  of('array', compareTypecodes),
  of('ndarray', compareArrays),
  of('scalar', compareElements),
  of('range', compareRanges),
  of('slice', compareRanges),
  of('class', compareNames),
  of('function', compareNames),
  of('builtin', compareNames),
  of('module', compareNames),
  of('generator', compareNames),
  of('coroutine', compareNames),
  of('asyncGenerator', compareNames),
  of('iterator', (one, other) => ({ ...compareWholeType(one, other), equal: false })),
  of('method', compareMethods),
  ['enum', compareMembers],
  of('time', compareClocks),
  of('datetime', compareDatetimes),
  of('timezone', compareTimezones),
  ['path', comparePaths],
  ['exception', compareExceptions],
  ['object', compareObjects],
]);

/** For kinds that are one fact each: the same description, or another. */
export function compareWhole(predicted: Value, actual: Value): Match {
  if (!isWhole(predicted) || !isWhole(actual)) return settle(predicted, actual, exact);
  if (canonicalJson(predicted) === canonicalJson(actual)) return exact;
  return differing(predicted, actual, { grade: 'wrong', why: 'another value' });
}

/** Iterators are compared by their type, which `withTypes` does. */
function compareWholeType(predicted: Value, actual: Value): Match {
  return kindOf(predicted) === kindOf(actual)
    ? exact
    : differing(predicted, actual, { grade: 'wrong', why: 'another kind' });
}

function compareIntegers(predicted: Value, actual: Value): Match {
  if (!isInteger(predicted) || !isInteger(actual)) return compareNumbers(predicted, actual);
  if (!isCut(predicted) && !isCut(actual)) return compareNumbers(predicted, actual);
  const [one, other] = [hexOf(predicted), hexOf(actual)];
  const kept = Math.min(one.length, other.length);
  const isSameLength = digitCount(predicted) === digitCount(actual);
  const heads =
    isSameLength && one.slice(0, kept) === other.slice(0, kept)
      ? exact
      : differing(predicted, actual, { grade: 'wrong', why: 'another number' });
  return settle(predicted, actual, heads);
}

function isInteger(value: Value): value is number | IntNode {
  return typeof value === 'number' || isKind(value, 'int');
}

function isCut(value: number | IntNode): boolean {
  return typeof value !== 'number' && value.cut !== undefined;
}

function digitCount(value: number | IntNode): number {
  const cut = typeof value === 'number' ? undefined : value.cut;
  return cut?.length ?? hexOf(value).replace('-', '').length;
}

function compareTexts(predicted: Value, actual: Value, parts: Compare): Match | undefined {
  const isText = (value: Value) => typeof value === 'string' || isKind(value, 'str');
  if (!isText(predicted) || !isText(actual)) return undefined;
  return withTypes(compareStrings(predicted, actual), predicted, actual, parts);
}

/** `==` of two OrderedDicts looks at their order; the text of a Counter is not in its order, so that one never counts. */
function compareDicts(predicted: DictNode, actual: DictNode, parts: Compare): Match {
  const match = compareEntries(predicted, actual, parts);
  const [one, other] = [predicted.type ?? '', actual.type ?? ''];
  const areCounters = one.endsWith('Counter') && other.endsWith('Counter');
  const areOrdered = one.endsWith('OrderedDict') && other.endsWith('OrderedDict');
  if (match.grade === 'order' && areCounters) return { ...match, grade: 'exact', findings: [] };
  const entries =
    areOrdered && match.findings.some(({ grade }) => grade === 'order') ? { ...match, equal: false } : match;
  return withFactory(entries, predicted, actual, parts);
}

function withFactory(match: Match, predicted: DictNode, actual: DictNode, parts: Compare): Match {
  if (predicted.type === undefined || actual.type === undefined) return match;
  if (predicted.factory === undefined && actual.factory === undefined) return match;
  const factories = parts(predicted.factory ?? null, actual.factory ?? null);
  const findings = factories.findings.map(finding => ({ ...finding, path: `.default_factory${finding.path}` }));
  const worst = degraded(match, predicted, actual, { grade: factories.grade, why: '', equal: match.equal });
  return { ...worst, findings: [...match.findings, ...findings] };
}

function compareDeques(predicted: DequeNode, actual: DequeNode, parts: Compare): Match {
  const match = compareSequences(predicted, actual, parts);
  if (predicted.maxlen === actual.maxlen || match.grade === 'wrong') return match;
  return degraded(match, predicted, actual, { grade: 'type', why: 'another maxlen', equal: match.equal });
}

function compareTypecodes(predicted: NodeOf<'array'>, actual: NodeOf<'array'>, parts: Compare): Match {
  const match = compareSequences(predicted, actual, parts);
  if (predicted.typecode === actual.typecode || match.grade === 'wrong') return match;
  return degraded(match, predicted, actual, { grade: 'type', why: 'another type code', equal: match.equal });
}

/** `Path` and `PurePath` stand for the class that the machine which ran makes of them. */
function comparePaths(predicted: Value, actual: Value): Match | undefined {
  if (!isKind(predicted, 'path') || !isKind(actual, 'path')) return undefined;
  const isGeneric = (one: string, other: string) => /(?:^|\.)(?:Pure)?Path$/.test(one) && other.endsWith('Path');
  const areSame =
    isSameName(predicted.type, actual.type) ||
    isGeneric(predicted.type, actual.type) ||
    isGeneric(actual.type, predicted.type);
  if (predicted.text !== actual.text) return differing(predicted, actual, { grade: 'wrong', why: 'another path' });
  return areSame ? exact : differing(predicted, actual, { grade: 'wrong', why: 'another class', equal: true });
}
