/** The requests about models: `predict`, `replay`, `showPrompt`, `testConnection`, `knownOfModel`, `forgetModel`, `findServers`. */
import { type Connection, ConnectionError, ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { z } from 'zod';
import { strippedContextOf } from '../context/context.ts';
import { coalesced } from '../core/coalesced.ts';
import { receive } from '../core/door.ts';
import type { predict, replay, showPrompt } from '../core/messages.ts';
import { askEditorModel, editorModelProgress, predictProgress } from '../core/messages.ts';
import { type ContextManifest, replayedWithin } from '../core/prediction.ts';
import type { AskEditorModel, Asking, Predictors, Stage } from './predictors.ts';
import { withToken } from './tokens.ts';
import type { Workspaces } from './workspaces.ts';

type Asked<M extends { readonly request: z.ZodType }> = z.infer<M['request']>;

export async function answerPredict(
  connection: Connection,
  workspaces: Workspaces,
  predictors: Predictors,
  asked: Asked<typeof predict>,
  signal: AbortSignal,
): Promise<z.infer<(typeof predict)['reply']>> {
  const { token } = asked;
  const progress = coalesced((stage: Stage) => {
    void connection.sendNotification(predictProgress.method, { token, ...stage });
  });
  try {
    progress.report({ stage: 'context', text: '' });
    const { endpoint, limits } = asked;
    const draft = { ...(await aboutOf(workspaces, asked, signal)), endpoint };
    const room = await predictors.roomToAsk(draft, signal);
    const asking = await chosenWithin(room, draft, workspaces, asked, signal);
    signal.throwIfAborted();
    const prediction = await predictors.predict(asking, limits, progress.report, signal);
    return { prediction };
  } finally {
    progress.end();
  }
}

export async function answerReplay(
  workspaces: Workspaces,
  predictors: Predictors,
  asked: Asked<typeof replay>,
  signal: AbortSignal,
): Promise<z.infer<(typeof replay)['reply']>> {
  const { model, recordings, options } = asked;
  const whole = await aboutOf(workspaces, asked, signal);
  const prediction = await replayedWithin(recordings, options.contextTokens, async budget => {
    const asking =
      budget === options.contextTokens ? whole : await chosenWithin(budget, whole, workspaces, asked, signal);
    return predictors.replayed(asking, model, recordings);
  });
  return { prediction };
}

export async function answerShowPrompt(
  workspaces: Workspaces,
  predictors: Predictors,
  asked: Asked<typeof showPrompt>,
  signal: AbortSignal,
): Promise<z.infer<(typeof showPrompt)['reply']>> {
  const { endpoint } = asked;
  const draft = { ...(await aboutOf(workspaces, asked, signal)), endpoint };
  const asking = await chosenWithin(await predictors.roomToShow(draft), draft, workspaces, asked, signal);
  return { text: await predictors.promptOf(asking), manifest: asking.manifest };
}

/** The same with less code, where the model's window has no room for all. */
async function chosenWithin<D extends Omit<Asking, 'endpoint'>>(
  contextTokens: number,
  draft: D,
  workspaces: Workspaces,
  { workspace }: Pick<Asked<typeof predict>, 'workspace'>,
  signal: AbortSignal,
): Promise<D> {
  const { probe, options, manifest } = draft;
  if (contextTokens === manifest.budgetTokens) return draft;
  const fitting = { ...options, contextTokens };
  return { ...draft, manifest: await manifestOf(workspaces, workspace, probe, fitting, signal) };
}

/** What a model is asked about, whichever it is. */
async function aboutOf(
  workspaces: Workspaces,
  { probe, workspace, options }: Pick<Asked<typeof predict>, 'probe' | 'workspace' | 'options'>,
  signal: AbortSignal,
): Promise<Omit<Asking, 'endpoint'>> {
  return { probe, options, manifest: await manifestOf(workspaces, workspace, probe, options, signal) };
}

async function manifestOf(
  workspaces: Workspaces,
  workspace: string,
  probe: Asking['probe'],
  options: Asking['options'],
  signal: AbortSignal,
): Promise<ContextManifest> {
  const around = workspaces.of(workspace, '');
  const { context, contextTokens, strip = [] } = options;
  return await strippedContextOf(probe, context, contextTokens, strip, around, signal);
}

/** Asks a model of the editor, through the client; what it says on the way comes as notifications of the same token. */
export function editorModelOf(connection: Connection): AskEditorModel {
  const listeners = new Map<string, (text: string) => void>();
  connection.onNotification(editorModelProgress.method, (data: unknown) => {
    const { token, text } = receive(editorModelProgress.notification, data, editorModelProgress.method);
    listeners.get(token)?.(text);
  });
  return async (request, onText, signal) => {
    listeners.set(request.token, onText);
    try {
      const reply = await withToken(signal, token =>
        connection.sendRequest<unknown>(askEditorModel.method, request, token),
      );
      return receive(askEditorModel.reply, reply, askEditorModel.method);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return { kind: 'failed', reason: 'cancelled', message: 'The editor went away while its model was asked.' };
    } finally {
      listeners.delete(request.token);
    }
  };
}

/** The editor was closed or loaded anew: nobody waits for an answer any more. */
function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    (error instanceof ResponseError && error.code === ErrorCodes.PendingResponseRejected)
  );
}
