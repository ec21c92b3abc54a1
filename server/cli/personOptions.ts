/** The options that make a prediction a person's own: then no model is asked that is not named beside it. */
import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { usage } from '../core/failure.ts';
import type { Claims } from '../core/prediction.ts';
import type { QuestionKind } from '../core/probe.ts';

const StateClaim = z.strictObject({ target: z.string(), text: z.string() });

export const PersonFlags = z.object({
  predict: z.string().optional(),
  raises: z.string().optional(),
  state: z.array(StateClaim).optional(),
  stdout: z.string().optional(),
  confidence: z.number().optional(),
});
export type PersonFlags = Readonly<z.infer<typeof PersonFlags>>;

export function addPersonOptions(command: Command): Command {
  return command
    .option(
      '--predict <text>',
      'your own prediction of the value, as Python would print it (of the arguments, for an input question): no model is asked, unless you name one beside it',
    )
    .option('--raises <type>', 'you expect this exception: `KeyError`, or `ValueError: its message`')
    .option('--state <target=text>', 'you expect this target to change to this value; may be given again', stateClaim)
    .option('--stdout <text>', 'you expect exactly this to be printed')
    .option('--confidence <percent>', 'how sure you are, 0 to 100', percent);
}

export interface OwnPrediction {
  readonly claims: Claims;
  /** 0–1; `null` where it was not said. */
  readonly confidence: number | null;
}

/** What the person claims: for an `input` question the text is the arguments; `null` where nothing was said and a model is to be asked. */
export function ownPrediction(flags: PersonFlags, question: QuestionKind): OwnPrediction | null {
  const { predict, raises, state = [], stdout, confidence } = flags;
  if (predict === undefined && raises === undefined && state.length === 0 && stdout === undefined) {
    if (confidence !== undefined)
      throw usage('`--confidence` is of your own prediction, and there is none.', 'Add `--predict` or `--raises`.');
    return null;
  }
  if (predict !== undefined && raises !== undefined) {
    throw usage('A call returns or raises, not both.', 'Give one of `--predict` and `--raises`.');
  }
  return {
    claims: {
      ...(predict === undefined ? {} : { [question === 'input' ? 'input' : 'returns']: predict }),
      ...(raises === undefined ? {} : { raises: exceptionClaim(raises) }),
      state,
      ...(stdout === undefined ? {} : { stdout }),
    },
    confidence: confidence ?? null,
  };
}

/** `TYPE` or `TYPE: MESSAGE`. */
function exceptionClaim(text: string): NonNullable<Claims['raises']> {
  const [, type = text, message] = /^\s*([^\s:]+)\s*(?::\s?([\s\S]*))?$/.exec(text) ?? [];
  return message === undefined ? { type } : { type, message };
}

function stateClaim(
  text: string,
  before: readonly z.infer<typeof StateClaim>[] | undefined,
): z.infer<typeof StateClaim>[] {
  const [, target = '', value = ''] = /^\s*([^=]+?)\s*=([\s\S]*)$/.exec(text) ?? [];
  if (target === '') throw new InvalidArgumentError('It must be a target, `=`, and a value: `xs=[1, 2]`.');
  return [...(before ?? []), { target, text: value.trim() }];
}

function percent(text: string): number {
  const value = Number(text.replace(/\s*%$/, ''));
  if (text.trim() === '' || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return value / 100;
}
