/** What the Python supervisor sends: the door through which outcomes come in. Everything in it may have been shaped by hostile code. */
import * as z from 'zod';
import { Alias, At, Link, PythonFacts, Raised, StateRole, Walls } from '../core/outcome.ts';
import { Value } from '../core/value.ts';

const RecordedException = Raised.extend({ chain: z.array(Link) });

const NotRun = z.strictObject({
  kind: z.literal('notRun'),
  reason: z.string(),
  fault: z.enum(['program', 'interpreter', 'walls']),
  exception: RecordedException.optional(),
  at: At.optional(),
});
export type NotRun = Readonly<z.infer<typeof NotRun>>;

/** What of an exception can tell whether our walls caused it: its error number and path, read below the user's code. */
const Blame = z.strictObject({
  types: z.array(z.string()),
  errno: z.int().nullable(),
  filename: z.string().nullable(),
  /** A function that the raising code uses and that the audit hook cannot hear: `mkfifo`, `mknod`. */
  unheard: z.string().optional(),
});
export type Blame = Readonly<z.infer<typeof Blame>>;

const RecordedState = z.strictObject({
  target: z.string(),
  role: StateRole,
  changed: z.boolean(),
  beforeValue: Value.optional(),
  afterValue: Value.optional(),
  firstDifference: z.string().optional(),
});
export type RecordedState = Readonly<z.infer<typeof RecordedState>>;

/** All that could be said without running the user's code again. */
const Recorded = z.strictObject({
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('returned'),
      type: z.string(),
      value: Value,
      repr: z.string().optional(),
      reprFailed: z.string().optional(),
      drawn: z.int().optional(),
      awaited: z.literal(true).optional(),
    }),
    z.strictObject({ kind: z.literal('raised'), exception: RecordedException }),
    NotRun,
  ]),
  state: z.array(RecordedState),
  aliases: z.array(Alias),
  cut: z.array(z.string()),
  notes: z.array(z.string()),
  durationMs: z.number(),
  entered: z.strictObject({ file: z.string(), name: z.string(), line: z.int() }).optional(),
  lineHits: z.record(z.string(), z.int()).optional(),
  packages: z.record(z.string(), z.string()).optional(),
  /** A fingerprint of where the hidden generator of Python's `random` stands, where the call drew from it. */
  drew: z.string().optional(),
  /** Of the exception itself, then of what it came from. */
  blame: z.array(Blame).optional(),
  errno: z.int().nullable().optional(),
});
export type Recorded = Readonly<z.infer<typeof Recorded>>;

/** Texts that only the user's own `__repr__` and `__str__` know. */
const Texts = z.strictObject({
  repr: z.string().optional(),
  reprFailed: z.string().optional(),
  message: z.string().optional(),
  messageFailed: z.string().optional(),
  chain: z.array(z.string().nullable()).optional(),
  cut: z.array(z.string()).optional(),
});

export const Ran = z.strictObject({
  kind: z.literal('ran'),
  id: z.int(),
  level: Walls.shape.level,
  /** How far the child came. */
  stage: z.enum(['start', 'walls', 'import', 'arguments', 'call', 'called', 'record', 'done']),
  /** Why it was ended from outside; empty where it ended by itself. */
  killedFor: z.enum(['', 'time', 'output', 'memory', 'disk', 'processes', 'cancelled']),
  signal: z.string().optional(),
  code: z.int().optional(),
  /** Something lay in the result channel that the runner had not signed. */
  forged: z.boolean(),
  /** Why the child gave up before the user's code ran. */
  refusal: z.string(),
  /** Why the level is not a stronger one. */
  why: z.string(),
  /** Lines of the audit hook: what, a tab, where. */
  tried: z.array(z.string()),
  /** What `faulthandler` wrote when the child was stuck or crashed. */
  stack: z.string(),
  /** Printed while the module was loaded and the arguments were made. */
  loadingPrinted: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  stdoutBytes: z.int(),
  stderrBytes: z.int(),
  startMs: z.number().optional(),
  walls: Walls.omit({ why: true, tried: true }).optional(),
  notRun: NotRun.optional(),
  record: Recorded.optional(),
  texts: Texts.optional(),
  files: z.array(RecordedState).optional(),
  /** Where the module is kept loaded: the files and folders that loading it read. */
  watched: z.array(z.string()).optional(),
  /** Where the module is kept loaded: whether it would not load before the set-up had run, whose effects it holds then. */
  neededSetup: z.boolean().optional(),
  /** Why it could not be kept loaded. */
  notWarm: z.string().optional(),
});
export type Ran = Readonly<z.infer<typeof Ran>>;

export const Ready = z.strictObject({ kind: z.literal('ready'), python: PythonFacts });
export const TooOld = z.strictObject({ kind: z.literal('tooOld'), version: z.string(), executable: z.string() });

export const Reply = z.discriminatedUnion('kind', [Ready, TooOld, Ran]);
export type Reply = Readonly<z.infer<typeof Reply>>;
