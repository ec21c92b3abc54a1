/** What someone expects of a call before it runs: claims, how sure they are, and how they said it; or no answer, and why. */
import * as z from 'zod';

export const Predictor = z.strictObject({
  kind: z.enum(['model', 'editorModel', 'person', 'recording', 'baseline']),
  /** The model as it was asked for, the person's name or empty, the baseline's name. */
  name: z.string(),
  /** The host of the endpoint, `vscode.lm`, `recorded` and the style of a recording, or empty. */
  route: z.string(),
  /** As the server named itself, where it did. */
  servedModel: z.string().optional(),
  /** `system_fingerprint`, or SHA-256 of the model file. */
  fingerprint: z.string().optional(),
});
export type Predictor = Readonly<z.infer<typeof Predictor>>;

/** Each text holds a Python literal, never a JSON value. */
export const Claims = z.strictObject({
  /** The return value as `repr` would print it. Never together with `raises`. */
  returns: z.string().optional(),
  raises: z.strictObject({ type: z.string(), message: z.string().optional() }).optional(),
  /** Targets that change, with their value after the call; a target that is not mentioned is claimed not to change. */
  state: z.array(z.strictObject({ target: z.string(), text: z.string() })),
  /** Targets that were asked about in questions of their own, without an answer: nothing is claimed of them. Absent where there are none. */
  unanswered: z.array(z.string()).optional(),
  /** The targets of which each was asked about in a question of its own: nothing is claimed of any other. Absent where one question asked for all. */
  askedTargets: z.array(z.string()).optional(),
  /** Printed text itself, not a literal of it. */
  stdout: z.string().optional(),
  /** Names of targets that the result is, the very object. */
  aliases: z.array(z.string()).optional(),
  /** `input` questions: the argument list, or the whole call. */
  input: z.string().optional(),
});
export type Claims = Readonly<z.infer<typeof Claims>>;

/** Why there is no answer: the content of the reply, under `unreadable` and its kin; or the transport, then the probe was not asked. */
export const NoAnswerReason = z.enum([
  'abstained',
  'empty',
  'onlyReasoning',
  'refusal',
  'contentFilter',
  'unreadable',
  'placeholder',
  'wrongTarget',
  'truncatedLength',
  'insufficientSamples',
  'recordingMissing',
]);
export type NoAnswerReason = z.infer<typeof NoAnswerReason>;

export const NotAskedReason = z.enum([
  'truncatedStream',
  'timeoutFirstToken',
  'timeoutIdle',
  'timeoutTotal',
  'cancelled',
  'network',
  'tls',
  'auth',
  'quota',
  'rateLimited',
  'modelNotFound',
  'badBaseUrl',
  'protocol',
  'serverError',
  'contextOverflow',
  'promptTruncatedByServer',
  'unsupported',
  'budgetExceeded',
  'consentDenied',
  'blocked',
  'offline',
]);
export type NotAskedReason = z.infer<typeof NotAskedReason>;

export const Style = z.enum(['direct', 'cot', 'table']);
export type Style = z.infer<typeof Style>;
export const AnswerShape = z.enum(['json', 'session', 'assertion']);
export type AnswerShape = z.infer<typeof AnswerShape>;
export const ContextLevel = z.enum(['function', 'callees', 'file', 'callers']);
export type ContextLevel = z.infer<typeof ContextLevel>;

/** Fractions 0–1, kept apart; `null` where there is none. */
export const Confidence = z.strictObject({
  stated: z.number().min(0).max(1).nullable(),
  consistency: z.number().min(0).max(1).nullable(),
  logProbability: z.number().min(0).max(1).nullable(),
});
export type Confidence = Readonly<z.infer<typeof Confidence>>;
export const noConfidence: Confidence = { stated: null, consistency: null, logProbability: null };

export const Usage = z.strictObject({
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  reasoningTokens: z.int().nullable(),
  cachedTokens: z.int().nullable(),
  /** In US dollars; `null` where no price is known. */
  cost: z.number().nullable(),
  estimated: z.boolean(),
});
export type Usage = Readonly<z.infer<typeof Usage>>;

export const Latency = z.strictObject({
  queueMs: z.number(),
  firstByteMs: z.number().nullable(),
  firstContentMs: z.number().nullable(),
  totalMs: z.number(),
  attempts: z.int(),
});
export type Latency = Readonly<z.infer<typeof Latency>>;

/** One question to a model, the main one or one that follows, and what came of it. */
export const Exchange = z.strictObject({
  /** Why the reply ended (`stop`, `length`, `toolCalls`, `done`: without a reason, …), or what went wrong in its place (`timeoutIdle`, …). */
  end: z.string(),
  rung: z.string(),
  /** What was given up on the way. */
  degraded: z.array(z.string()),
  latency: Latency,
  /** As the server named itself, its state and this request; empty where it did not. */
  servedModel: z.string(),
  fingerprint: z.string(),
  requestId: z.string(),
  /** Who served it behind a router, where the router said so. */
  provider: z.string().optional(),
});
export type Exchange = Readonly<z.infer<typeof Exchange>>;

/** What can be taken out of the code before a model is shown it. */
export const Remark = z.enum(['comments', 'docstrings', 'doctests']);
export type Remark = z.infer<typeof Remark>;

/** A piece of code that was shown. Lines are one-based, both ends included. */
export const Shown = z.strictObject({
  file: z.string(),
  name: z.string(),
  firstLine: z.int(),
  lastLine: z.int(),
  sha256: z.string(),
  form: z.enum(['whole', 'signature']),
  source: z.string(),
  /** Where it is the head of a class: how many of its members are not shown. */
  membersLeftOut: z.int().optional(),
});
export type Shown = Readonly<z.infer<typeof Shown>>;

/** What was shown to a model, and what was not. */
export const ContextManifest = z.strictObject({
  level: ContextLevel,
  shown: z.array(Shown),
  leftOut: z.array(z.strictObject({ name: z.string(), why: z.string() })),
  estimatedTokens: z.int(),
  budgetTokens: z.int(),
  /** See `leak.ts`. */
  leaks: z.array(z.string()),
  stripped: z.array(Remark),
  /** Why nothing may be shown, so that nothing is asked, in a sentence. */
  refused: z.string().optional(),
});
export type ContextManifest = Readonly<z.infer<typeof ContextManifest>>;

/** What was asked, exactly. */
export const Asked = z.strictObject({
  prompt: z.strictObject({ name: z.string(), version: z.string(), sha256: z.string(), text: z.string() }),
  style: Style,
  answer: AnswerShape,
  context: ContextManifest,
  sampling: z.strictObject({
    temperature: z.number().nullable(),
    topP: z.number().nullable(),
    seed: z.int().nullable(),
    maxTokens: z.int().nullable(),
    /** How many were wanted: asking ends where the answer is decided. Absent in old records. */
    samples: z.int().optional(),
  }),
  /** The rung of the ladder that was in force: `jsonSchema`, `jsonObject`, `tool`, `tagged`, `plain`; and what was given up on the way. */
  rung: z.string(),
  degraded: z.array(z.string()),
  /** What was asked and came, in order, where there was one sample; of several each has its own. */
  exchanges: z.array(Exchange).optional(),
});
export type Asked = Readonly<z.infer<typeof Asked>>;

/** One reply among several samples. */
export const Sample = z.strictObject({
  raw: z.string(),
  reasoning: z.string(),
  claims: Claims.nullable(),
  reason: z.union([NoAnswerReason, NotAskedReason]).nullable(),
  confidence: Confidence,
  /** Remarks on how it was read, as those of a prediction. */
  flags: z.array(z.string()).optional(),
  exchanges: z.array(Exchange).optional(),
});
export type Sample = Readonly<z.infer<typeof Sample>>;

/** How many of several samples reached the model, and how many of these have an answer. What the transport did says nothing of a model. */
export function sampleCounts(samples: readonly Sample[]): { readonly asked: number; readonly valid: number } {
  const asked = samples.filter(({ reason }) => !NotAskedReason.safeParse(reason).success);
  return { asked: asked.length, valid: asked.filter(({ claims }) => claims !== null).length };
}

export const Prediction = z.strictObject({
  kind: z.enum(['answered', 'noAnswer', 'notAsked']),
  predictor: Predictor,
  /** When the prediction was complete, in ISO 8601. */
  at: z.string(),
  /** Empty unless answered. */
  claims: Claims,
  /** Why there is no answer; `null` where there is one. */
  reason: z.union([NoAnswerReason, NotAskedReason]).nullable(),
  /** The reason in a plain sentence with the next step; empty where there is an answer. */
  explanation: z.string(),
  confidence: Confidence,
  reasoning: z.string(),
  raw: z.string(),
  /** Remarks on how the answer was read: `moreAnswers`, `confidenceMissing`, `fenced`. */
  flags: z.array(z.string()),
  samples: z.array(Sample),
  usage: Usage.nullable(),
  latency: Latency.nullable(),
  asked: Asked.nullable(),
});
export type Prediction = Readonly<z.infer<typeof Prediction>>;

export const noClaims: Claims = { state: [] };

type Reason = NonNullable<Prediction['reason']>;

/** All that is not known of a prediction that no model was heard for. */
const unheard = {
  confidence: noConfidence,
  reasoning: '',
  raw: '',
  flags: [],
  samples: [],
  usage: null,
  latency: null,
  asked: null,
};

/** A prediction of ready claims, of which nothing else is known. */
export function answeredBy(predictor: Predictor, claims: Claims): Prediction {
  return {
    ...unheard,
    kind: 'answered',
    predictor,
    at: new Date().toISOString(),
    claims,
    reason: null,
    explanation: '',
  };
}

/** The prediction that did not come: why, for records, and the same in a plain sentence with the next step. */
export function unanswered(predictor: Predictor, reason: Reason, explanation: string): Prediction {
  const kind = NotAskedReason.safeParse(reason).success ? 'notAsked' : 'noAnswer';
  return { ...unheard, kind, predictor, at: new Date().toISOString(), claims: noClaims, reason, explanation };
}

/**
 * The recorded prediction that `replay` finds with a budget of code, in tokens: first with `most`, then with each smaller one that the
 * recorded were asked with, since a model's window may have had no room for all. Where none is found, that with `most`: a miss.
 */
export async function replayedWithin(
  recorded: readonly Prediction[],
  most: number,
  replay: (contextTokens: number) => Promise<Prediction>,
): Promise<Prediction> {
  const whole = await replay(most);
  if (whole.reason !== 'recordingMissing') return whole;
  const budgets = new Set(recorded.flatMap(({ asked }) => (asked === null ? [] : [asked.context.budgetTokens])));
  for (const budget of [...budgets].filter(each => each < most)) {
    const less = await replay(budget);
    if (less.reason !== 'recordingMissing') return less;
  }
  return whole;
}
