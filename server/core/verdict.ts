/** Prediction and outcome, compared aspect by aspect. The shapes only: `judge.ts` decides. */
import * as z from 'zod';

/** In rank order, best first; the worst of a tree wins. */
export const Grade = z.enum(['exact', 'order', 'near', 'type', 'partial', 'undecidable', 'wrong', 'unreadable']);
export type Grade = z.infer<typeof Grade>;

export const Policy = z.enum(['strict', 'equal']);
export type Policy = z.infer<typeof Policy>;

/** What helps people to see why: only those that hold are there. */
export const Flags = z.strictObject({
  /** `'1'` for `1`, `'"a"'` for `'a'`, or the reverse. */
  quoted: z.literal(true).optional(),
  /** The same text as str and as bytes. */
  sameText: z.literal(true).optional(),
  /** A list for a set, with the same elements. */
  sameElements: z.literal(true).optional(),
  /** The prediction equals the real value rounded to this many places. */
  rounded: z.int().optional(),
  whitespace: z.literal(true).optional(),
  caseOnly: z.literal(true).optional(),
  /** Predicted minus actual, as decimal text, for two integers. */
  delta: z.string().optional(),
  missingKeys: z.array(z.string()).optional(),
  extraKeys: z.array(z.string()).optional(),
  /** Lengths of the predicted and the real container. */
  lengths: z.tuple([z.int(), z.int()]).optional(),
  /** For exceptions: the predicted class is a super- or subclass of the real one. */
  relation: z.enum(['superclass', 'subclass']).optional(),
  /** The predicted text is what `repr` prints, which does not tell the whole value. */
  sameRepr: z.literal(true).optional(),
  /** Read by the opt-in rule for strings without quotes. */
  unquoted: z.literal(true).optional(),
  /** State: a change that was not foretold; one foretold that did not happen. */
  missed: z.literal(true).optional(),
  invented: z.literal(true).optional(),
});
export type Flags = Readonly<z.infer<typeof Flags>>;

export const Aspect = z.strictObject({
  /** `return`, `exceptionType`, `exceptionMessage`, `state:xs`, `stdout`. */
  aspect: z.string(),
  kind: z.enum(['right', 'wrong', 'undecided']),
  grade: Grade,
  /** Whether Python's own `==` would hold. */
  equal: z.boolean(),
  flags: Flags,
  /** A path such as `[2].name`; empty at the root or where there is no difference. */
  firstDifference: z.string(),
  predicted: z.string(),
  actual: z.string(),
  /** Why it is undecided: `unstable`, `cut`, `partial`, `blocked`, … ; empty otherwise. */
  reason: z.string(),
  /** Recorded, but the probe did not ask for it: it does not count. */
  notAsked: z.literal(true).optional(),
});
export type Aspect = Readonly<z.infer<typeof Aspect>>;

export const VerdictKind = z.enum(['right', 'wrong', 'undecided', 'noAnswer']);
export type VerdictKind = z.infer<typeof VerdictKind>;

export const Verdict = z.strictObject({
  kind: VerdictKind,
  /** The worst grade of the aspects that count; `unreadable` for no answer. */
  grade: Grade,
  equal: z.boolean(),
  aspects: z.array(Aspect),
  /** In plain words, for undecided and no answer; empty otherwise. */
  reason: z.string(),
  policy: Policy,
  /** The version of the comparison rules. */
  rules: z.string(),
});
export type Verdict = Readonly<z.infer<typeof Verdict>>;
