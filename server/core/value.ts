/**
 * A Python value as bounded data, the shape that the runner's `describe.py` writes and the literal reader builds.
 * JSON natives stand for `None`, `bool`, `int` within ±(2^53 − 1) and well-formed `str`; everything else is tagged by `kind`.
 * What was left out is always said: `cut` on the node, or a node of kind `cut`, `ref` or `opaque`.
 * The types are written out because the schema is recursive; the compiler holds the schema to them.
 */
import * as z from 'zod';

/**
 * What is missing from a node: `kept` of `length` units are there (items, code points, bytes, hexadecimal digits, attributes).
 * `digest` is SHA-256 over the canonical JSON of the whole node (see `canonical.ts`); absent where the whole was too large to digest.
 */
export interface Cut {
  readonly kept: number;
  readonly length: number;
  readonly digest?: string | undefined;
}

/** A Python type by module and qualified name, builtins included: `builtins.int`, `shop.Cart.Item`. */
export type TypeName = string;

/** Names and values of an instance dictionary and slots, in definition order. */
export type Attributes = readonly (readonly [name: string, value: Value])[];
export type Entries = readonly (readonly [key: Value, value: Value])[];

interface Described {
  /** The exact type where it is a subclass of what `kind` names; absent for the type itself. */
  readonly type?: TypeName | undefined;
  readonly attributes?: Attributes | undefined;
}
interface Shared {
  /** On the first of several occurrences of one object; later ones are `{kind: 'ref', id}`. */
  readonly id?: number | undefined;
}
interface Bounded {
  readonly cut?: Cut | undefined;
}

/** An integer beyond ±(2^53 − 1), or of a subclass of int; `hex` is sign and digits, cut from the right. */
export interface IntNode extends Described, Bounded {
  readonly kind: 'int';
  readonly hex: string;
}
/**
 * A str that is cut, of a subclass, or not well-formed. Where `escaped`, every backslash in `text` is doubled and every lone
 * surrogate is written `\udxxx`.
 */
export interface StrNode extends Described, Bounded {
  readonly kind: 'str';
  readonly text: string;
  readonly escaped?: true | undefined;
}
/** `text` is the shortest repr: `0.1`, `1e+16`, `-0.0`, `nan`, `inf`, `-inf`. */
export interface FloatNode extends Described {
  readonly kind: 'float';
  readonly text: string;
}
export interface ComplexNode extends Described {
  readonly kind: 'complex';
  readonly real: string;
  readonly imag: string;
}
export interface BytesNode extends Described, Bounded, Shared {
  readonly kind: 'bytes' | 'bytearray';
  readonly hex: string;
}
export interface MemoryviewNode extends Bounded {
  readonly kind: 'memoryview';
  readonly format: string;
  readonly shape: readonly number[];
  readonly hex: string;
}
/** Sets are in the order of their items' canonical JSON. */
export interface SequenceNode extends Described, Bounded, Shared {
  readonly kind: 'list' | 'tuple' | 'set' | 'frozenset';
  readonly items: readonly Value[];
}
export interface DequeNode extends Described, Bounded, Shared {
  readonly kind: 'deque';
  readonly items: readonly Value[];
  readonly maxlen?: number | undefined;
}
/** `entries` in insertion order; `factory` of a defaultdict. */
export interface DictNode extends Described, Bounded, Shared {
  readonly kind: 'dict';
  readonly entries: Entries;
  readonly factory?: Value | undefined;
}
export interface MappingproxyNode extends Bounded {
  readonly kind: 'mappingproxy';
  readonly entries: Entries;
}
/** `dict_keys`, `dict_values`, `dict_items` and their kin. */
export interface ViewNode extends Bounded {
  readonly kind: 'view';
  readonly type: TypeName;
  readonly items: readonly Value[];
}
export interface NamedtupleNode extends Bounded, Shared {
  readonly kind: 'namedtuple';
  readonly type: TypeName;
  readonly fields: readonly string[];
  readonly items: readonly Value[];
  readonly attributes?: Attributes | undefined;
}
export interface RangeNode {
  readonly kind: 'range' | 'slice';
  readonly start: Value;
  readonly stop: Value;
  readonly step: Value;
}
export interface ConstantNode {
  readonly kind: 'constant';
  readonly name: 'Ellipsis' | 'NotImplemented';
}
export interface ClassNode {
  readonly kind: 'class';
  readonly name: TypeName;
}
/** `name` is the qualified name; a lambda's ends in `<lambda>`. */
export interface FunctionNode {
  readonly kind: 'function';
  readonly module: string;
  readonly name: string;
}
export interface MethodNode {
  readonly kind: 'method';
  readonly module: string;
  readonly name: string;
  readonly self: Value;
}
export interface NamedNode {
  readonly kind: 'builtin' | 'module';
  readonly name: string;
}
export interface GeneratorNode extends Shared {
  readonly kind: 'generator' | 'coroutine' | 'asyncGenerator';
  readonly name: string;
  readonly state?: 'created' | 'suspended' | 'running' | 'closed' | undefined;
  readonly line?: number | undefined;
}
export interface IteratorNode extends Shared {
  readonly kind: 'iterator';
  readonly type: TypeName;
  readonly remaining?: number | undefined;
}
/** A member of an enum; a combination of flags has `members` and no `name`. `mixin` is the builtin that it also is. */
export interface EnumNode {
  readonly kind: 'enum';
  readonly type: TypeName;
  readonly name?: string | undefined;
  readonly members?: readonly string[] | undefined;
  /** Absent in a literal that names the member alone (`Color.RED`). */
  readonly value?: Value | undefined;
  readonly mixin?: 'int' | 'str' | 'float' | 'bytes' | 'tuple' | undefined;
}
export interface DecimalNode {
  readonly kind: 'decimal';
  readonly type?: TypeName | undefined;
  readonly text: string;
}
export interface FractionNode {
  readonly kind: 'fraction';
  readonly type?: TypeName | undefined;
  readonly numerator: Value;
  readonly denominator: Value;
}
export interface DateNode {
  readonly kind: 'date';
  readonly type?: TypeName | undefined;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
interface Clock {
  readonly type?: TypeName | undefined;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  readonly zone?: Value | undefined;
  readonly fold?: 1 | undefined;
}
export interface TimeNode extends Clock {
  readonly kind: 'time';
}
export interface DatetimeNode extends Clock {
  readonly kind: 'datetime';
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
export interface TimedeltaNode {
  readonly kind: 'timedelta';
  readonly type?: TypeName | undefined;
  readonly days: number;
  readonly seconds: number;
  readonly microseconds: number;
}
/** `name` only where one was given. */
export interface TimezoneNode {
  readonly kind: 'timezone';
  readonly offsetSeconds: number;
  readonly name?: string | undefined;
}
export interface UuidNode {
  readonly kind: 'uuid';
  readonly text: string;
}
export interface PathNode {
  readonly kind: 'path';
  readonly type: TypeName;
  readonly text: string;
}
export interface RegexNode {
  readonly kind: 'regex';
  readonly pattern: Value;
  readonly flags: number;
}
export interface ArrayNode extends Bounded, Shared {
  readonly kind: 'array';
  readonly typecode: string;
  readonly items: readonly Value[];
}
/** `items` are the elements in C order, flattened. */
export interface NdarrayNode extends Bounded, Shared {
  readonly kind: 'ndarray';
  readonly type?: TypeName | undefined;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly items: readonly Value[];
}
/** A numpy scalar. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly dtype: string;
  readonly value: Value;
}
/** `rows` are the first rows, each with one value a column. */
export interface DataframeNode extends Bounded, Shared {
  readonly kind: 'dataframe';
  readonly columns: readonly Value[];
  readonly dtypes: readonly string[];
  readonly index: readonly Value[];
  readonly rows: readonly (readonly Value[])[];
  readonly shape: readonly number[];
}
export interface SeriesNode extends Bounded, Shared {
  readonly kind: 'series';
  readonly name: Value;
  readonly dtype: string;
  readonly index: readonly Value[];
  readonly items: readonly Value[];
}
/** An exception as a value. `notes`, `cause`, `context` and `exceptions` (of a group) only where there are some. */
export interface ExceptionNode extends Shared {
  readonly kind: 'exception';
  readonly type: TypeName;
  readonly args: readonly Value[];
  readonly attributes?: Attributes | undefined;
  readonly notes?: readonly Value[] | undefined;
  readonly cause?: Value | undefined;
  readonly context?: Value | undefined;
  readonly exceptions?: readonly Value[] | undefined;
}
/**
 * Any other instance. `fields` are the names that a dataclass shows, in order. `opaque` where state in C cannot be seen.
 * A literal `C(1, x=2)` has its positional arguments in `positional`; a bare `<m.C object at 0x…>` has no `attributes` at all.
 */
export interface ObjectNode extends Bounded, Shared {
  readonly kind: 'object';
  readonly type: TypeName;
  readonly fields?: readonly string[] | undefined;
  readonly positional?: readonly Value[] | undefined;
  readonly attributes?: Attributes | undefined;
  readonly opaque?: true | undefined;
}
export interface RefNode {
  readonly kind: 'ref';
  readonly id: number;
}
/** A whole node left out, by depth or budget. */
export interface CutNode {
  readonly kind: 'cut';
  readonly type: TypeName;
  readonly why: 'depth' | 'budget';
  readonly length?: number | undefined;
  readonly digest?: string | undefined;
}
/** A value that has no description. */
export interface OpaqueNode {
  readonly kind: 'opaque';
  readonly type: TypeName;
  readonly why: string;
}

export type ValueNode =
  | IntNode
  | StrNode
  | FloatNode
  | ComplexNode
  | BytesNode
  | MemoryviewNode
  | SequenceNode
  | DequeNode
  | DictNode
  | MappingproxyNode
  | ViewNode
  | NamedtupleNode
  | RangeNode
  | ConstantNode
  | ClassNode
  | FunctionNode
  | MethodNode
  | NamedNode
  | GeneratorNode
  | IteratorNode
  | EnumNode
  | DecimalNode
  | FractionNode
  | DateNode
  | TimeNode
  | DatetimeNode
  | TimedeltaNode
  | TimezoneNode
  | UuidNode
  | PathNode
  | RegexNode
  | ArrayNode
  | NdarrayNode
  | ScalarNode
  | DataframeNode
  | SeriesNode
  | ExceptionNode
  | ObjectNode
  | RefNode
  | CutNode
  | OpaqueNode;

export type Value = null | boolean | number | string | ValueNode;

export const Cut: z.ZodType<Cut> = z.strictObject({
  kept: z.int().nonnegative(),
  length: z.int().nonnegative(),
  digest: z.string().optional(),
});

const one: z.ZodType<Value> = z.lazy(() => Value);
const many = z.array(one);
const name = z.string();
const attributes = z.array(z.tuple([z.string(), one])).optional();
const entries = z.array(z.tuple([one, one]));
const cut = Cut.optional();
const id = z.int().positive().optional();
const type = name.optional();
const shape = z.array(z.int());
const described = { type, attributes };
const clock = {
  type,
  hour: z.int(),
  minute: z.int(),
  second: z.int(),
  microsecond: z.int(),
  zone: one.optional(),
  fold: z.literal(1).optional(),
};
const day = { year: z.int(), month: z.int(), day: z.int() };
const node = <K extends string, S extends z.ZodRawShape>(kind: K, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...fields });
const sequence = { items: many, ...described, id, cut };
const bounds = { start: one, stop: one, step: one };
const frame = {
  name,
  state: z.enum(['created', 'suspended', 'running', 'closed']).optional(),
  line: z.int().optional(),
  id,
};

export const ValueNode: z.ZodType<ValueNode> = z.discriminatedUnion('kind', [
  node('int', { hex: z.string(), ...described, cut }),
  node('str', { text: z.string(), escaped: z.literal(true).optional(), ...described, cut }),
  node('float', { text: z.string(), ...described }),
  node('complex', { real: z.string(), imag: z.string(), ...described }),
  node('bytes', { hex: z.string(), ...described, id, cut }),
  node('bytearray', { hex: z.string(), ...described, id, cut }),
  node('memoryview', { format: z.string(), shape, hex: z.string(), cut }),
  node('list', sequence),
  node('tuple', sequence),
  node('set', sequence),
  node('frozenset', sequence),
  node('deque', { ...sequence, maxlen: z.int().optional() }),
  node('dict', { entries, factory: one.optional(), ...described, id, cut }),
  node('mappingproxy', { entries, cut }),
  node('view', { type: name, items: many, cut }),
  node('namedtuple', { type: name, fields: z.array(name), items: many, attributes, id, cut }),
  node('range', bounds),
  node('slice', bounds),
  node('constant', { name: z.enum(['Ellipsis', 'NotImplemented']) }),
  node('class', { name }),
  node('function', { module: name, name }),
  node('method', { module: name, name, self: one }),
  node('builtin', { name }),
  node('module', { name }),
  node('generator', frame),
  node('coroutine', frame),
  node('asyncGenerator', frame),
  node('iterator', { type: name, remaining: z.int().optional(), id }),
  node('enum', {
    type: name,
    name: name.optional(),
    members: z.array(name).optional(),
    value: one.optional(),
    mixin: z.enum(['int', 'str', 'float', 'bytes', 'tuple']).optional(),
  }),
  node('decimal', { type, text: z.string() }),
  node('fraction', { type, numerator: one, denominator: one }),
  node('date', { type, ...day }),
  node('time', clock),
  node('datetime', { ...day, ...clock }),
  node('timedelta', { type, days: z.int(), seconds: z.int(), microseconds: z.int() }),
  node('timezone', { offsetSeconds: z.number(), name: name.optional() }),
  node('uuid', { text: z.string() }),
  node('path', { type: name, text: z.string() }),
  node('regex', { pattern: one, flags: z.int() }),
  node('array', { typecode: z.string(), items: many, id, cut }),
  node('ndarray', { type, dtype: z.string(), shape, items: many, id, cut }),
  node('scalar', { dtype: z.string(), value: one }),
  node('dataframe', {
    columns: many,
    dtypes: z.array(z.string()),
    index: many,
    rows: z.array(many),
    shape,
    id,
    cut,
  }),
  node('series', { name: one, dtype: z.string(), index: many, items: many, id, cut }),
  node('exception', {
    type: name,
    args: many,
    attributes,
    notes: many.optional(),
    cause: one.optional(),
    context: one.optional(),
    exceptions: many.optional(),
    id,
  }),
  node('object', {
    type: name,
    fields: z.array(name).optional(),
    positional: many.optional(),
    attributes,
    opaque: z.literal(true).optional(),
    id,
    cut,
  }),
  node('ref', { id: z.int().positive() }),
  node('cut', {
    type: name,
    why: z.enum(['depth', 'budget']),
    length: z.int().optional(),
    digest: z.string().optional(),
  }),
  node('opaque', { type: name, why: z.string() }),
]);

export const Value: z.ZodType<Value> = z.union([z.null(), z.boolean(), z.int(), z.string(), ValueNode]);
