/**
 * Every message between the editor and the language server, and the launch arguments and event of the debug adapter:
 * name, request, reply. Both ends receive through `door.ts`.
 */
import * as z from 'zod';
import { Run, Walls } from './outcome.ts';
import { AnswerShape, ContextLevel, ContextManifest, Prediction, Remark, Style } from './prediction.ts';
import { PriceTable } from './price.ts';
import { Probe } from './probe.ts';
import { ProfileOverrides } from './profile.ts';
import { Position, Range } from './source.ts';
import { Verdict } from './verdict.ts';

/** Which call stands at a place, or which calls the place's `def` could be checked with. */
export const probeAt = {
  method: 'calledIt/probeAt',
  request: z.strictObject({
    uri: z.string(),
    /** A caret, or a selection. */
    range: Range,
    workspace: z.string(),
  }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('probe'), probe: Probe }),
    /** The place is on a definition: its calls are to be chosen from. */
    z.strictObject({ kind: z.literal('definition'), name: z.string(), position: Position }),
    z.strictObject({
      kind: z.literal('nothing'),
      reason: z.string(),
      next: z.string(),
      /** What the call there would enter, where it cannot run as it stands: a call of it can be typed or chosen instead. */
      instead: z.strictObject({ uri: z.string(), name: z.string(), position: Position }).optional(),
    }),
  ]),
} as const;

/** A call that a definition could be checked with. */
export const CallCandidate = z.strictObject({
  expression: z.string(),
  setup: z.string(),
  from: z.enum(['doctest', 'workspace', 'test', 'recent']),
  /** Whether every argument is a literal. */
  literal: z.boolean(),
  file: z.string(),
  line: z.int(),
});
export type CallCandidate = Readonly<z.infer<typeof CallCandidate>>;

export const callsOf = {
  method: 'calledIt/callsOf',
  request: z.strictObject({ uri: z.string(), position: Position, workspace: z.string() }),
  reply: z.strictObject({
    name: z.string(),
    signature: z.string(),
    /** Why it cannot be called from outside; empty where it can. */
    uncallable: z.string(),
    candidates: z.array(CallCandidate),
  }),
} as const;

/** A typed call of a definition → its probe, or what is wrong with it. */
export const probeOf = {
  method: 'calledIt/probeOf',
  request: z.strictObject({
    uri: z.string(),
    /** On the definition that the call has to call; absent where the call alone says which one that is. */
    position: Position.optional(),
    workspace: z.string(),
    expression: z.string(),
    setup: z.string(),
    chosen: z.enum(['hand', 'lens']),
  }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('probe'),
      probe: Probe,
      /** How the arguments do not fit the signature, so that a TypeError is to be expected; absent where they fit. */
      remark: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal('invalid'), reason: z.string() }),
  ]),
} as const;

/** Where and how to ask. The key travels in this message alone, and never further than the HTTP header. */
export const Endpoint = z.strictObject({
  kind: z.enum(['model', 'editorModel']),
  baseUrl: z.string(),
  model: z.string(),
  apiKey: z.string(),
  /** Empty where the environment's counts. */
  proxy: z.string(),
  /** Hosts that are reached without it. */
  noProxy: z.array(z.string()).optional(),
  strictTls: z.boolean(),
});
export type Endpoint = Readonly<z.infer<typeof Endpoint>>;

/** An endpoint of which only a picture is wanted: whether there is a key, and not the key. */
export const ShownEndpoint = Endpoint.omit({ apiKey: true }).extend({ hasKey: z.boolean() });
export type ShownEndpoint = Readonly<z.infer<typeof ShownEndpoint>>;

export function withoutKey({ apiKey, ...endpoint }: Endpoint): ShownEndpoint {
  return { ...endpoint, hasKey: apiKey.trim() !== '' };
}

export const AskOptions = z.strictObject({
  style: Style,
  answer: z.union([AnswerShape, z.literal('auto')]),
  context: ContextLevel,
  contextTokens: z.int(),
  samples: z.int(),
  pythonVersion: z.string(),
  /** Taken out of the code before it is shown; nothing where it is left out. */
  strip: z.array(Remark).optional(),
  /** How long a model may take, in milliseconds. */
  patience: z.strictObject({ firstTokenMs: z.int().positive(), totalMs: z.int().positive() }).optional(),
  /** Requests at a time to one server; where it is left out, what is usual for such a server. */
  concurrency: z.int().positive().optional(),
  profile: ProfileOverrides.optional(),
});
export type AskOptions = Readonly<z.infer<typeof AskOptions>>;

/** What may be asked of models a day, over all that this machine asks; 0 is no limit. */
export const DailyLimits = z.strictObject({
  requests: z.number().nonnegative(),
  tokens: z.number().nonnegative(),
  /** In US dollars. */
  cost: z.number().nonnegative(),
  /** By which money is counted. */
  prices: PriceTable.optional(),
});
export type DailyLimits = Readonly<z.infer<typeof DailyLimits>>;

/** Asks a model about a probe. Streams `predictProgress` meanwhile; cancelled by the protocol's own cancel. */
export const predict = {
  method: 'calledIt/predict',
  request: z.strictObject({
    /** Names this request in `predictProgress`. */
    token: z.string(),
    probe: Probe,
    workspace: z.string(),
    endpoint: Endpoint,
    options: AskOptions,
    limits: DailyLimits.optional(),
  }),
  reply: z.strictObject({ prediction: Prediction }),
} as const;

export const predictProgress = {
  method: 'calledIt/predictProgress',
  notification: z.strictObject({
    token: z.string(),
    stage: z.enum(['context', 'connecting', 'waiting', 'streaming', 'reading']),
    /** What the model has said so far, its end; while it is waited for, why that takes longer. */
    text: z.string(),
  }),
} as const;

/** What a model once answered to exactly this question, out of `recordings`; nobody is asked. */
export const replay = {
  method: 'calledIt/replay',
  request: z.strictObject({
    probe: Probe,
    workspace: z.string(),
    options: AskOptions,
    model: z.string(),
    recordings: z.array(Prediction),
  }),
  reply: z.strictObject({ prediction: Prediction }),
} as const;

/** What would be sent, and nothing is. */
export const showPrompt = {
  method: 'calledIt/showPrompt',
  request: z.strictObject({ probe: Probe, workspace: z.string(), endpoint: ShownEndpoint, options: AskOptions }),
  reply: z.strictObject({ text: z.string(), manifest: ContextManifest }),
} as const;

export const testConnection = {
  method: 'calledIt/testConnection',
  request: z.strictObject({ endpoint: Endpoint, limits: DailyLimits.optional() }),
  reply: z.strictObject({
    ok: z.boolean(),
    /** A plain sentence, with the next step where it is not ok. */
    message: z.string(),
    models: z.array(z.string()),
  }),
} as const;

/** What was learned of a model, for people. */
export const knownOfModel = {
  method: 'calledIt/knownOfModel',
  request: z.strictObject({ endpoint: Endpoint, profile: ProfileOverrides }),
  reply: z.strictObject({
    isLearned: z.boolean(),
    /** When learning began, in ISO 8601; empty where nothing was learned. */
    since: z.string(),
    sentences: z.array(z.string()),
  }),
} as const;

/** Has all that was learned of a model learned anew. */
export const forgetModel = {
  method: 'calledIt/forgetModel',
  request: z.strictObject({ endpoint: Endpoint }),
  reply: z.strictObject({}),
} as const;

/** Local servers found on their usual ports. */
export const findServers = {
  method: 'calledIt/findServers',
  request: z.strictObject({}),
  reply: z.strictObject({
    servers: z.array(z.strictObject({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
  }),
} as const;

/** Server → client: asks a model of the editor (`vscode.lm`). */
export const askEditorModel = {
  method: 'calledIt/askEditorModel',
  request: z.strictObject({
    token: z.string(),
    model: z.string(),
    messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() })),
  }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: z.string(), model: z.string() }),
    z.strictObject({
      kind: z.literal('failed'),
      reason: z.enum([
        'consentDenied',
        'blocked',
        'quota',
        'rateLimited',
        'modelNotFound',
        'unsupported',
        'contextOverflow',
        'contentFilter',
        'cancelled',
        'serverError',
      ]),
      message: z.string(),
    }),
  ]),
} as const;

/** Client → server: what the editor's model has said so far, its end, a few times a second while it is asked. */
export const editorModelProgress = {
  method: 'calledIt/editorModelProgress',
  notification: z.strictObject({ token: z.string(), text: z.string() }),
} as const;

/** How the real call is run, whoever asks for it. */
export const RunOptions = z.strictObject({
  /** The interpreter and its leading arguments. */
  python: z.array(z.string()).min(1),
  /** The workspace: working directory of the call and root of the overlay. */
  cwd: z.string(),
  /** Absolute path of the module's file; empty where the probe's code is all there is. */
  file: z.string(),
  /** Variables to add to the environment, from `.env`. */
  env: z.record(z.string(), z.string()),
  /** The variable that the API-key setting names: hidden from the code under test; empty where there is none. */
  hiddenVariable: z.string(),
  timeoutMs: z.int(),
  memoryMb: z.int(),
  runs: z.int().positive(),
  walls: z.enum(['auto', 'require', 'none']),
  stdin: z.string(),
  /** Draw this many items of a generator or iterator that is the result; 0 describes it only. */
  items: z.int().nonnegative(),
  /** List unchanged state too. */
  allState: z.boolean(),
  trace: z.boolean(),
});
export type RunOptions = Readonly<z.infer<typeof RunOptions>>;

/** Launch arguments of the debug type `called-it`. */
export const LaunchArguments = z.object({
  probe: Probe,
  prediction: Prediction.nullable(),
  options: RunOptions,
});
export type LaunchArguments = Readonly<z.infer<typeof LaunchArguments>>;

/** The adapter's own event, sent once before it terminates. */
export const checkedEvent = {
  event: 'calledIt.checked',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('checked'), run: Run, verdict: Verdict.nullable() }),
    z.strictObject({ kind: z.literal('failed'), code: z.string(), message: z.string(), next: z.string() }),
  ]),
} as const;

/** Over the channel of the debug adapter's process: where it listens, once. */
export const DebugReady = z.strictObject({ kind: z.literal('ready'), pipe: z.string() });

/** Over the same channel: which of several interpreters works, and the walls that hold around it. */
export const machine = {
  request: z.strictObject({
    kind: z.literal('machine'),
    id: z.int(),
    /** Each an interpreter and its leading arguments, the most wanted first. */
    candidates: z.array(z.array(z.string()).min(1)),
  }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('machine'),
      id: z.int(),
      python: z.array(z.string()).min(1),
      version: z.string(),
      walls: Walls,
    }),
    z.strictObject({
      kind: z.literal('failed'),
      id: z.int(),
      code: z.string(),
      message: z.string(),
      next: z.string(),
    }),
  ]),
} as const;

/** Between the editor and the process of the small local model: what can be had; which one to use; how far it is; where it listens. */
export const localModel = {
  told: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('models'),
      models: z.array(
        z.strictObject({
          name: z.string(),
          title: z.string(),
          licence: z.string(),
          bytes: z.int(),
          isHere: z.boolean(),
        }),
      ),
    }),
    /** `total` is 0 where the size is not known. */
    z.strictObject({ kind: z.literal('progress'), text: z.string(), done: z.number(), total: z.number() }),
    z.strictObject({
      kind: z.literal('ready'),
      baseUrl: z.string(),
      apiKey: z.string(),
      model: z.string(),
      title: z.string(),
      /** What people should know of it; may be empty. */
      note: z.string(),
    }),
    z.strictObject({ kind: z.literal('failed'), code: z.string(), message: z.string(), next: z.string() }),
  ]),
  asked: z.strictObject({ kind: z.literal('use'), name: z.string(), python: z.string() }),
} as const;
