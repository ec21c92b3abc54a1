/** The options that say which model is asked, and how: the same for `check` and `predict`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { Failure, noModel, sendingForbidden } from '../core/failure.ts';
import { hostOf, isLoopback } from '../core/hosts.ts';
import type { AskOptions, Endpoint } from '../core/messages.ts';
import { AnswerShape, ContextLevel, Remark, Style } from '../core/prediction.ts';
import { ProfileOverrides } from '../core/profile.ts';
import { proxyFor } from '../core/proxy.ts';
import { settings } from '../core/settings.ts';
import type { Surroundings } from './answer.ts';
import { wholeFrom } from './runOptions.ts';
import { addSpendingOptions, SpendingFlags } from './spending.ts';

export const ModelFlags = z.object({
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  samples: z.int(),
  style: Style,
  answer: z.union([AnswerShape, z.literal('auto')]),
  context: ContextLevel,
  contextTokens: z.int().optional(),
  strip: z.array(Remark).optional(),
  firstToken: z.int().optional(),
  modelTimeout: z.int().optional(),
  concurrency: z.int().optional(),
  profile: ProfileOverrides.optional(),
  ...SpendingFlags.shape,
});
export type ModelFlags = Readonly<z.infer<typeof ModelFlags>>;
/** Of these, what says how a model is asked. */
export type AskFlags = Pick<
  ModelFlags,
  | 'samples'
  | 'style'
  | 'answer'
  | 'context'
  | 'contextTokens'
  | 'strip'
  | 'firstToken'
  | 'modelTimeout'
  | 'concurrency'
  | 'profile'
>;

export function addModelOptions(command: Command): Command {
  return addSpendingOptions(addAskOptions(command));
}

function addAskOptions(command: Command): Command {
  return command
    .option('--model <name>', 'the model, by the name that its server knows (or CALLED_IT_MODEL)')
    .option(
      '--base-url <url>',
      'the address of an OpenAI-compatible server (or CALLED_IT_BASE_URL; its key in CALLED_IT_API_KEY)',
    )
    .option(
      '--samples <n>',
      'ask this often; above one, agreement is a confidence of its own',
      wholeFrom(1),
      settings.samples.default,
    )
    .addOption(
      new Option('--style <style>', 'ask at once, step by step, or with a state table')
        .choices(Style.options)
        .default(settings.style.default),
    )
    .addOption(
      new Option('--answer <shape>', 'the shape of the answer; auto measures once which one the model handles best')
        .choices(['auto', ...AnswerShape.options])
        .default(settings.answer.default),
    )
    .addOption(
      new Option('--context <level>', 'the code that the model is shown')
        .choices(ContextLevel.options)
        .default(settings.context.default),
    )
    .option(
      '--context-tokens <n>',
      `show at most this many tokens of code (default: ${settings.contextTokens.default})`,
      wholeFrom(1),
    )
    .addOption(
      new Option('--strip <what>', 'take this out of the code before it is shown (repeatable)')
        .choices(Remark.options)
        .argParser(remarks),
    )
    .option('--first-token <ms>', 'give a model up that has said nothing after this long', wholeFrom(1))
    .option(
      '--model-timeout <ms>',
      'give a prediction up that is not whole after this long, with all that it asks',
      wholeFrom(1),
    )
    .option(
      '--concurrency <n>',
      'requests at a time (default: 1 on this machine and in your own network, 4 elsewhere)',
      wholeFrom(1),
    )
    .option(
      '--profile <key=value>',
      'what the server takes, known better than learned: rung=jsonObject, temperature=fixed (repeatable)',
      override,
    );
}

/** `--model` may be given several times. */
export function withSeveralModels(command: Command): Command {
  command.options.find(({ long }) => long === '--model')?.argParser(collected);
  return command;
}

/** An option that may be given several times. */
export function collected(value: string, before: unknown): readonly string[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

function override(text: string, before: ProfileOverrides | undefined): ProfileOverrides {
  const [, key = '', value = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  const read = ProfileOverrides.safeParse({ [key]: typedAs(value) });
  if (read.success) return { ...before, ...read.data };
  throw new InvalidArgumentError(
    `It must be one of ${Object.keys(ProfileOverrides.shape).join(', ')}, \`=\`, and a value it may have.`,
  );
}

/** `true`, a number and an object are what JSON says they are; any other text is a word. */
function typedAs(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function remarks(value: string, before: unknown): readonly string[] {
  if (Remark.safeParse(value).success) return collected(value, before);
  throw new InvalidArgumentError(`It must be one of ${Remark.options.join(', ')}.`);
}

/** The endpoint that flags and environment name. Throws `noModel` where they name none. */
export function endpointOf(flags: Pick<ModelFlags, 'model' | 'baseUrl'>, around: Surroundings): Endpoint {
  const { environment } = around;
  const baseUrl = flags.baseUrl ?? environment['CALLED_IT_BASE_URL'] ?? '';
  const model = flags.model ?? environment['CALLED_IT_MODEL'] ?? '';
  if (baseUrl === '') throw noModel();
  if (model === '') throw modelUnnamed(baseUrl);
  if ((environment['CALLED_IT_LOCAL_ONLY'] ?? '') !== '' && !isLoopback(baseUrl))
    throw sendingForbidden(hostOf(baseUrl));
  return {
    kind: 'model',
    baseUrl,
    model,
    apiKey: environment['CALLED_IT_API_KEY'] ?? '',
    proxy: proxyFor(baseUrl, environment),
    strictTls: true,
  };
}

export function askOptionsOf(flags: AskFlags, pythonVersion: string): AskOptions {
  return {
    style: flags.style,
    answer: flags.answer,
    context: flags.context,
    contextTokens: flags.contextTokens ?? settings.contextTokens.default,
    samples: flags.samples,
    pythonVersion,
    strip: [...(flags.strip ?? [])],
    patience: {
      firstTokenMs: flags.firstToken ?? settings.firstTokenMs.default,
      totalMs: flags.modelTimeout ?? settings.modelTimeoutMs.default,
    },
    concurrency: flags.concurrency,
    profile: flags.profile ?? {},
  };
}

function modelUnnamed(baseUrl: string): Failure {
  return new Failure(
    'noModel',
    `No model of the server at ${baseUrl} is named.`,
    'Name one with `--model` or `CALLED_IT_MODEL`; `called-it doctor` lists what the server offers.',
  );
}
