/**
 * What really happened in a run. `Run` is the JSON document of `called-it run`, whose fields scripts rely on
 * (DESIGN.md, section 4); the structural descriptions stand beside the texts.
 */
import * as z from 'zod';
import { Value } from './value.ts';

/** A line of a file, one-based, as tracebacks count. */
export const At = z.strictObject({ file: z.string(), line: z.int(), function: z.string().optional() });
export type At = Readonly<z.infer<typeof At>>;

export const Link = z.strictObject({ type: z.string(), message: z.string(), link: z.enum(['cause', 'context']) });

/** An exception that left the call. */
export const Raised = z.strictObject({
  /** Module and qualified name: `builtins.ValueError`. */
  type: z.string(),
  /** What a traceback would print after the type; empty where `str` failed (then `messageFailed` names why). */
  message: z.string(),
  messageFailed: z.string().optional(),
  chain: z.array(Link),
  /** The names of its classes above, nearest first, without `builtins.object`. */
  bases: z.array(z.string()),
  notes: z.array(z.string()),
  /** The user's frames only, outermost first. */
  frames: z.array(At),
  /** How many frames there were before the middle was left out. */
  depth: z.int().optional(),
  value: Value.optional(),
});
export type Raised = Readonly<z.infer<typeof Raised>>;

export const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('returned'),
    /** What `repr` gives, whole up to 10,000 characters; our own description where `repr` fails. */
    repr: z.string(),
    /** Why `repr` itself was not used, if it was not. */
    reprFailed: z.string().optional(),
    type: z.string(),
    value: Value,
    /** How many items of a generator were drawn, where that was asked for. */
    drawn: z.int().optional(),
    awaited: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('raised'), exception: Raised }),
  /** An error that our walls caused. */
  z.strictObject({ kind: z.literal('blocked'), exception: Raised.optional(), reason: z.string(), at: At.optional() }),
  z.strictObject({ kind: z.literal('timedOut'), reason: z.string(), at: At.optional() }),
  z.strictObject({
    kind: z.literal('killed'),
    signal: z.string().optional(),
    reason: z.string(),
    at: At.optional(),
  }),
  z.strictObject({ kind: z.literal('exited'), code: z.int(), reason: z.string().optional() }),
  /** The call never began. `fault` says whose turn it is: the program's author's, or the machine's. */
  z.strictObject({
    kind: z.literal('notRun'),
    reason: z.string(),
    fault: z.enum(['program', 'interpreter', 'walls']),
    exception: Raised.optional(),
    at: At.optional(),
  }),
]);
export type Outcome = Readonly<z.infer<typeof Outcome>>;

export const StateRole = z.enum([
  'argument',
  'default',
  'self',
  'global',
  'nonlocal',
  'class',
  'file',
  'environment',
  'cwd',
]);
export type StateRole = z.infer<typeof StateRole>;

/** One target of the post-state. `before` or `after` is empty text where it did not exist. */
export const StateEntry = z.strictObject({
  /** As the code names it: `xs`, `G`, `self.total`, `C.total`, `PROBE_X`, `out/a.txt`. */
  target: z.string(),
  role: StateRole,
  changed: z.boolean(),
  before: z.string(),
  after: z.string(),
  beforeValue: Value.optional(),
  afterValue: Value.optional(),
  /** Where the change is, as the comparison writes paths: `[2].name`. */
  firstDifference: z.string().optional(),
});
export type StateEntry = Readonly<z.infer<typeof StateEntry>>;

/** The result is the target itself, or two targets are one object. */
export const Alias = z.strictObject({
  result: z.boolean(),
  target: z.string(),
  other: z.string().optional(),
});
export type Alias = Readonly<z.infer<typeof Alias>>;

/** How far the outcome can be trusted as gold. */
export const Certificate = z.strictObject({
  runs: z.int().positive(),
  /** Whether every run gave the same outcome, state and output. With one run nothing was compared: see `runs`. */
  stable: z.boolean(),
  /** Aspects that differed: `return`, `exceptionMessage`, `state:xs`, `stdout`, `kind`. */
  varied: z.array(z.string()),
  /** What seems to have made them differ: `hash order`, `time`, `random`, `address`, `process id`. */
  causes: z.array(z.string()),
  hashSeeds: z.array(z.int()),
  /** Why there was no second run, where one was asked for. */
  notRepeated: z.string().optional(),
});
export type Certificate = Readonly<z.infer<typeof Certificate>>;

export const Walls = z.strictObject({
  level: z.enum(['full', 'kernel', 'process', 'none']),
  network: z.enum(['blocked', 'open']),
  files: z.enum(['overlay', 'readonly', 'open']),
  secrets: z.enum(['hidden', 'open']),
  /** What bounds the number of processes: `pidNamespace`, `cgroup`, `rlimit`, `jobObject`, `none` (then they are counted now and then). */
  processes: z.string(),
  memory: z.string(),
  /** Why it is not more; empty at `full`. */
  why: z.string(),
  /** What was tried and refused, in plain words: `open a socket to 1.2.3.4:80`. */
  tried: z.array(z.string()),
});
export type Walls = Readonly<z.infer<typeof Walls>>;

export const PythonFacts = z.strictObject({
  version: z.string(),
  executable: z.string(),
  implementation: z.string().optional(),
  platform: z.string().optional(),
  /** Versions of the third-party distributions that the run imported. */
  packages: z.record(z.string(), z.string()).optional(),
});
export type PythonFacts = Readonly<z.infer<typeof PythonFacts>>;

export const Run = z.strictObject({
  outcome: Outcome,
  state: z.array(StateEntry),
  aliases: z.array(Alias),
  stdout: z.string(),
  stderr: z.string(),
  /** Total bytes that the program wrote, also where the texts are cut. */
  stdoutBytes: z.int(),
  stderrBytes: z.int(),
  /** What is not whole: `return`, `stdout`, `stderr`, `state:xs`, `message`. */
  cut: z.array(z.string()),
  certificate: Certificate,
  walls: Walls,
  python: PythonFacts,
  /** Of the call alone. */
  durationMs: z.number(),
  /** From the request to the begin of the call. */
  startMs: z.number(),
  /** The first workspace callable that the call entered, where it was found: its file and qualified name. */
  entered: z.strictObject({ file: z.string(), name: z.string(), line: z.int() }).optional(),
  /** What is odd but no outcome: threads left running, a forged result that was refused. */
  notes: z.array(z.string()),
  /** Lines of the target that ran, with `--trace`: one-based line → hits. */
  lineHits: z.record(z.string(), z.int()).optional(),
});
export type Run = Readonly<z.infer<typeof Run>>;
