/**
 * Every setting, once: its default, and what the editor's manifest says of it (a test holds package.json to this list).
 * The command line reads the same ones from its options and the environment.
 */
import * as z from 'zod';
import { AnswerShape, ContextLevel, Remark, Style } from './prediction.ts';
import { PriceTable } from './price.ts';
import { ProfileOverrides } from './profile.ts';

/** `machine`: never from a workspace's own settings file; it names a program or an endpoint, or lowers a wall. */
export type SettingScope = 'resource' | 'window' | 'machine-overridable' | 'machine';

export interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly default: T;
  readonly description: string;
  readonly scope: SettingScope;
  /** Not read from the workspace as long as that is not trusted. */
  readonly restricted: boolean;
}

const setting = <T>(
  schema: z.ZodType<T>,
  value: T,
  scope: SettingScope,
  restricted: boolean,
  description: string,
): Setting<T> => ({ schema, default: value, description, scope, restricted });

const whole = z.int().positive();

export const settings = {
  python: setting(
    z.string(),
    '',
    'machine-overridable',
    true,
    'The Python that runs the real call where no Python extension names an interpreter. Empty: `python3` or `py`.',
  ),
  envFile: setting(
    z.string(),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills this in.
    '${workspaceFolder}/.env',
    'resource',
    true,
    'A file of environment variables for the real call.',
  ),
  baseUrl: setting(
    z.string(),
    '',
    'machine-overridable',
    true,
    'The address of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. Empty: no model is asked.',
  ),
  model: setting(z.string(), '', 'machine-overridable', true, 'The model to ask, by the name that the server knows.'),
  editorModel: setting(
    z.string(),
    '',
    'machine-overridable',
    true,
    'The model of the editor that predicts, as `vendor/id`. **Called It: Choose a Model of the Editor** sets it. Empty: the first there is.',
  ),
  apiKeyVariable: setting(
    z.string(),
    '',
    'machine-overridable',
    true,
    'The name of an environment variable that holds the API key, where none is stored for the server by **Called It: Set API Key**.',
  ),
  localOnly: setting(
    z.boolean(),
    false,
    'machine',
    false,
    'Send nothing to a host that is not this machine, whatever else is set.',
  ),
  predictor: setting(
    z.enum(['model', 'editorModel', 'person', 'recorded']),
    'model',
    'window',
    true,
    'Who predicts: the model at the address above, a model of the editor, you, or what a model answered before to exactly this question.',
  ),
  recordings: setting(
    z.string(),
    '',
    'resource',
    true,
    'The corpus whose recorded answers are taken: its folder, or a `.jsonl` file. Empty: the corpus of the workspace.',
  ),
  style: setting(
    Style,
    'direct',
    'window',
    false,
    'How the model is asked: at once, step by step, or with a state table.',
  ),
  answer: setting(
    z.union([AnswerShape, z.literal('auto')]),
    'auto',
    'window',
    false,
    'The shape of the answer. `auto` measures once which one the model handles best.',
  ),
  context: setting(
    ContextLevel,
    'callees',
    'window',
    false,
    'The code that the model is shown: the function alone, with the definitions it uses, the whole file, or callers too.',
  ),
  contextTokens: setting(whole, 6000, 'window', false, 'At most this many tokens of code are shown to the model.'),
  strip: setting(
    z.array(Remark),
    [],
    'window',
    false,
    'What is taken out of the code before a model is shown it. Doctests may hold the very answer.',
  ),
  samples: setting(
    whole,
    1,
    'window',
    false,
    'How often the model is asked. Above one, agreement is a confidence of its own.',
  ),
  firstTokenMs: setting(
    whole,
    180_000,
    'window',
    false,
    'A model that has said nothing after this many milliseconds is given up.',
  ),
  modelTimeoutMs: setting(
    whole,
    600_000,
    'window',
    false,
    'A prediction that is not whole after this many milliseconds, with all that it asks of a model, is given up. Waiting for others does not count.',
  ),
  concurrency: setting(
    z.int().nonnegative(),
    0,
    'window',
    false,
    'So many requests go to one model server at a time. 0: one on this machine and in your own network, four elsewhere.',
  ),
  profile: setting(
    ProfileOverrides,
    {},
    'machine-overridable',
    true,
    'What the model server takes, where you know it better than it is learned. `thinkingOff` names the field by which a model is told not to think; the fields of `extraBody` are sent with each request.',
  ),
  timeoutMs: setting(whole, 5000, 'resource', true, 'The real call is ended after this many milliseconds.'),
  memoryMb: setting(whole, 1024, 'resource', true, 'The real call may use this many megabytes of memory.'),
  runs: setting(whole, 2, 'resource', false, 'How often the call runs, to see whether its outcome is stable.'),
  walls: setting(
    z.enum(['auto', 'require', 'none']),
    'auto',
    'machine',
    true,
    'Walls around the real call: the strongest that the machine allows, refuse to run without real ones, or none.',
  ),
  inlineText: setting(z.boolean(), true, 'window', false, 'Show prediction and outcome at the end of the line.'),
  codeLens: setting(z.boolean(), true, 'window', false, 'Offer **Check a call** above each function.'),
  keep: setting(
    z.enum(['all', 'mismatches', 'nothing']),
    'all',
    'resource',
    false,
    'Which checks go into the corpus. With mismatches only, the corpus gives counts but no rate.',
  ),
  corpus: setting(z.string(), '.called-it', 'resource', true, 'The folder of the corpus, in the workspace.'),
  dailyRequests: setting(
    z.int().nonnegative(),
    0,
    'machine',
    false,
    "At most this many requests to models a day, from midnight to midnight of this machine's clock. 0: no limit.",
  ),
  dailyTokens: setting(
    z.int().nonnegative(),
    0,
    'machine',
    false,
    'At most this many tokens a day, from midnight to midnight. 0: no limit.',
  ),
  dailyCost: setting(
    z.number().nonnegative(),
    0,
    'machine',
    false,
    'At most this many US dollars a day, from midnight to midnight. 0: no limit.',
  ),
  prices: setting(
    PriceTable,
    [],
    'machine',
    false,
    'What models cost, in US dollars for a million tokens. `model` is a name, or its beginning with `*` at the end. A model that is not listed has no known cost.',
  ),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [K in SettingName]: z.infer<(typeof settings)[K]['schema']> };
