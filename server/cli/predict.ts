/** `called-it predict`: the prediction only, or the prompt that would be sent for it. */
import type { Command } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { cancelled, Failure } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import { type AskOptions, type ShownEndpoint, withoutKey } from '../core/messages.ts';
import type { ContextManifest } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Parser } from '../parse/parser.ts';
import type { Means } from '../predict/means.ts';
import { type Answer, failureDocument, type Surroundings, statusOf } from './answer.ts';
import { predictionLines } from './checkText.ts';
import { versionOf } from './interpreter.ts';
import { askOptionsOf, endpointOf, ModelFlags } from './modelOptions.ts';
import { manifestOf, openModel, openSharedMeans } from './predictor.ts';
import { openPython, probeOfCall, QuestionFlag } from './probing.ts';
import { openProgress } from './progress.ts';
import { findInterpreter } from './running.ts';
import { RunFlags, workspaceOf } from './runOptions.ts';
import { announcer } from './sending.ts';
import { readSource } from './sourceText.ts';
import { budgetOf } from './spending.ts';

const Flags = z.object({
  ...RunFlags.pick({ python: true, cwd: true, setup: true }).shape,
  ...ModelFlags.shape,
  ...QuestionFlag.shape,
  showPrompt: z.boolean().optional(),
});
type Flags = Readonly<z.infer<typeof Flags>>;

/** Asks about the call that the command names. */
export async function predict(command: Command, around: Surroundings): Promise<Answer> {
  const [path = '', expression = ''] = command.args;
  const flags = receive(Flags, command.opts(), 'the command line');
  const workspace = await workspaceOf(flags, around);
  const source = await readSource(path, around.folder, workspace);
  const { setup, question } = flags;
  const parser = await openPython(silentLog);
  const probe = await probeOfCall(parser, { source, expression, setup, workspace, chosen: 'commandLine', question });
  return flags.showPrompt === true
    ? showPrompt(flags, { probe, parser, workspace }, around)
    : ask(flags, { probe, parser, workspace }, around);
}

interface Subject {
  readonly probe: Probe;
  readonly parser: Parser;
  readonly workspace: string;
}

async function ask(flags: Flags, { probe, parser, workspace }: Subject, around: Surroundings): Promise<Answer> {
  const endpoint = endpointOf(flags, around);
  const progress = openProgress(around.terminal);
  try {
    const options = askOptionsOf(flags, await versionFor(flags, workspace, around));
    const asking = {
      endpoint,
      options,
      parser,
      workspace,
      budget: budgetOf(flags, around),
      announce: announcer(around),
    };
    const model = await openModel(asking, progress);
    const prediction = await model.predict(probe, around.signal).finally(() => model.close());
    progress.end();
    if (around.signal.aborted) throw cancelled();
    const text = predictionLines(prediction, around.terminal);
    if (prediction.kind !== 'notAsked') return { status: 0, document: { prediction }, text };
    const failure = modelFailed(prediction.explanation);
    return { status: statusOf(failure.code), document: { ...failureDocument(failure), prediction }, text };
  } finally {
    progress.end();
  }
}

async function showPrompt(flags: Flags, { probe, parser, workspace }: Subject, around: Surroundings): Promise<Answer> {
  const options = askOptionsOf(flags, await versionFor(flags, workspace, around));
  const endpoint = endpointIfNamed(flags, around);
  const means = await openSharedMeans(budgetOf(flags, around));
  const { promptShown } = await import('../predict/promptShown.ts');
  const chosenIn = (contextTokens: number) =>
    manifestOf(probe, { options: { ...options, contextTokens }, parser, workspace }, around.signal);
  const manifest = await shownManifest(endpoint, { probe, options, means }, chosenIn);
  const { prompt, why, body, text } = await promptShown(endpoint, probe, manifest, options, means).finally(() =>
    means.close(),
  );
  const { name, version, sha256, shape, messages } = prompt;
  return {
    status: 0,
    document: { prompt: { name, version, sha256, shape, why, text, messages }, body, manifest },
    text,
  };
}

/** What a model would be shown by what is known of its window. */
async function shownManifest(
  endpoint: ShownEndpoint | null,
  { probe, options, means }: { readonly probe: Probe; readonly options: AskOptions; readonly means: Means },
  chosenIn: (contextTokens: number) => Promise<ContextManifest>,
): Promise<ContextManifest> {
  const manifest = await chosenIn(options.contextTokens);
  if (endpoint === null) return manifest;
  const { roomToShow } = await import('../predict/room.ts');
  const room = await roomToShow(endpoint, { probe, manifest, options }, means);
  return room === manifest.budgetTokens ? manifest : chosenIn(room);
}

/** A prompt can be shown before any model is set up. */
function endpointIfNamed(flags: Flags, around: Surroundings): ShownEndpoint | null {
  try {
    return withoutKey(endpointOf(flags, around));
  } catch (error) {
    if (error instanceof Failure && error.code === 'noModel') return null;
    throw error;
  }
}

/** The version that the model is told; empty where no interpreter is found, since nothing runs here. */
async function versionFor(flags: Flags, workspace: string, around: Surroundings): Promise<string> {
  try {
    const python = await findInterpreter(flags, workspace, around);
    return await versionOf(python, around.signal);
  } catch (error) {
    if (error instanceof Failure && flags.python === undefined) return '';
    throw error;
  }
}

function modelFailed(explanation: string): Failure {
  return new Failure('modelFailed', explanation, '`called-it doctor` says what answers at that address.');
}
