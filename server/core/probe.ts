/** A probe: target, call and question, everything needed to ask a model and to run the call, now or next year. */
import * as z from 'zod';
import { fingerprint } from './fingerprint.ts';
import { Range } from './source.ts';

export const TargetForm = z.enum([
  'function',
  'method',
  'classmethod',
  'staticmethod',
  'class',
  'lambda',
  /** What the call enters is not known from the text (`obj[0].m()`, an imported name that could not be resolved). */
  'unresolved',
]);
export type TargetForm = z.infer<typeof TargetForm>;

/** A Python callable in the workspace. */
export const Target = z.strictObject({
  /**
   * The module in whose namespace the call is evaluated: with forward slashes, relative to the workspace; empty for a probe
   * that carries its own code and for an unsaved buffer.
   */
  file: z.string(),
  /** Where the definition stands (and `range` in it), where that is another file than `file`. */
  definedIn: z.string().optional(),
  /** The qualified name within its module: `Cart.total`; empty where it is unresolved. */
  name: z.string(),
  form: TargetForm,
  isAsync: z.boolean(),
  isGenerator: z.boolean(),
  range: Range.optional(),
  /** The full text of its definition, decorators included; empty where it is unresolved. */
  source: z.string(),
  /** SHA-256 of `source`. */
  fingerprint: z.string(),
  parameters: z.array(z.string()).optional(),
});
export type Target = Readonly<z.infer<typeof Target>>;

/** The concrete call of a target. */
export const Call = z.strictObject({
  /** A Python expression in the module's namespace. */
  expression: z.string(),
  /** Lines to run first, in the same namespace; they may import. */
  setup: z.string(),
  /** Where the expression stands in the file, if it does. */
  range: Range.optional(),
});
export type Call = Readonly<z.infer<typeof Call>>;

export const QuestionKind = z.enum([
  'outcome',
  'input',
  'coverage',
  'path',
  'branch',
  'loop',
  'variable',
  'dataflow',
  'calls',
  'invariant',
  'trace',
]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** What a probe asks for. Only these count in the verdict; other aspects are recorded and marked `notAsked`. */
export const Scope = z.strictObject({
  /** Return value or exception. */
  result: z.boolean(),
  state: z.boolean(),
  stdout: z.boolean(),
});
export type Scope = Readonly<z.infer<typeof Scope>>;

/** Our own checks: result and post-state; printed text only where it is claimed. */
export const fullScope: Scope = { result: true, state: true, stdout: false };
/** Imported rows and replayed answers: the result alone. */
export const resultScope: Scope = { result: true, state: false, stdout: false };

export const Question = z.strictObject({
  kind: QuestionKind,
  scope: Scope,
  /** `input` only: the text of the literal that the call must return. */
  wanted: z.string().optional(),
});
export type Question = Readonly<z.infer<typeof Question>>;

export const Probe = z.strictObject({
  /** SHA-256 of what `probeId` reads: the same target, call and question have the same id anywhere. */
  id: z.string(),
  target: Target,
  call: Call,
  question: Question,
  /** The whole text of the module in force when the probe was made: the editor's buffer, the file, or an imported row's code. */
  code: z.string(),
  /** Where an imported probe came from. */
  source: z.strictObject({ format: z.string(), id: z.string() }).optional(),
  /** How the case was chosen. */
  chosen: z.enum(['hand', 'lens', 'commandLine', 'harvest', 'import', 'demo', 'agent']),
});
export type Probe = Readonly<z.infer<typeof Probe>>;

/** The content id of a probe: stable over machines, line shifts and unrelated edits of the file. */
export function probeId(target: Target, call: Call, question: Question): string {
  return fingerprint(
    JSON.stringify([
      target.file,
      target.name,
      target.fingerprint,
      call.setup,
      call.expression,
      question.kind,
      question.wanted ?? '',
    ]),
  );
}
