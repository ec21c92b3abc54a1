/** The language server, as the extension sees it: one function a message, each reply received through the door. */
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, TransportKind } from 'vscode-languageclient/node';
import * as z from 'zod';
import { receive } from '../server/core/door.ts';
import { cancelled } from '../server/core/failure.ts';
import {
  askEditorModel,
  callsOf,
  editorModelProgress,
  findServers,
  forgetModel,
  knownOfModel,
  predict,
  predictProgress,
  probeAt,
  probeOf,
  replay,
  showPrompt,
  testConnection,
} from '../server/core/messages.ts';
import { failureOf } from './adapterProcess.ts';
import { tracedTo } from './log.ts';
import { signalOf, withToken } from './signals.ts';

interface Message<Request, Reply> {
  readonly method: string;
  readonly request: z.ZodType<Request>;
  readonly reply: z.ZodType<Reply>;
}

export type Progress = z.infer<(typeof predictProgress)['notification']>;
export type EditorModelRequest = z.infer<(typeof askEditorModel)['request']>;
export type EditorModelReply = z.infer<(typeof askEditorModel)['reply']>;
export type AskEditorModel = (
  request: EditorModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
) => Promise<EditorModelReply>;

const door = 'the language server';

/** What an error answer of the server carries where the user can mend it. */
const Told = z.object({ data: z.object({ code: z.string(), message: z.string(), next: z.string() }) });

function failureIn(error: unknown): unknown {
  const told = Told.safeParse(error);
  return told.success ? failureOf(told.data.data) : error;
}

/** The server process lives from `start` to `stop`; a message sent before waits for the start. */
export class Language {
  private readonly client: LanguageClient;
  private readonly listeners = new Map<string, (progress: Progress) => void>();
  private readonly watcher: vscode.Disposable;
  private started: Promise<void> | undefined;

  constructor(module: string, channel: vscode.LogOutputChannel, codeLens: boolean, askModel: AskEditorModel) {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.py', false, true, false);
    this.watcher = watcher;
    const server = { module, transport: TransportKind.ipc };
    this.client = new LanguageClient(
      'calledIt',
      'Called It',
      { run: server, debug: server },
      {
        documentSelector: [
          { scheme: 'file', language: 'python' },
          { scheme: 'untitled', language: 'python' },
        ],
        outputChannel: channel,
        traceOutputChannel: tracedTo(channel),
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationOptions: { codeLens },
        // New and deleted files change the calls that can be offered.
        synchronize: { fileEvents: watcher },
        markdown: { isTrusted: false },
        initializationFailedHandler: () => false,
      },
    );
    this.client.onNotification(predictProgress.method, (data: unknown) => {
      const progress = receive(predictProgress.notification, data, door);
      this.listeners.get(progress.token)?.(progress);
    });
    this.client.onRequest<EditorModelReply, unknown>(askEditorModel.method, (data: unknown, token) => {
      const request = receive(askEditorModel.request, data, door);
      const tell = (text: string): void => {
        const told = this.client.sendNotification(editorModelProgress.method, { token: request.token, text });
        told.catch((cause: unknown) => channel.debug(`What the editor's model says was not passed on: ${cause}`));
      };
      return askModel(request, tell, signalOf(token));
    });
  }

  start(): Promise<void> {
    this.started ??= this.client.start();
    return this.started;
  }

  /** Tells the server whether it should offer lenses. */
  async showLenses(codeLens: boolean): Promise<void> {
    await this.start();
    await this.client.sendNotification('workspace/didChangeConfiguration', { settings: { codeLens } });
  }

  readonly probeAt = this.asking(probeAt);
  readonly callsOf = this.asking(callsOf);
  readonly probeOf = this.asking(probeOf);
  readonly replay = this.asking(replay);
  readonly showPrompt = this.asking(showPrompt);
  readonly testConnection = this.asking(testConnection);
  readonly findServers = this.asking(findServers);
  readonly knownOfModel = this.asking(knownOfModel);
  readonly forgetModel = this.asking(forgetModel);

  /** Asks a model, telling `onProgress` what goes on. */
  async predict(
    request: z.infer<(typeof predict)['request']>,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<z.infer<(typeof predict)['reply']>> {
    this.listeners.set(request.token, onProgress);
    try {
      return await this.ask(predict, request, signal);
    } finally {
      this.listeners.delete(request.token);
    }
  }

  async dispose(): Promise<void> {
    this.watcher.dispose();
    if (this.started === undefined) return;
    await this.started.catch(() => undefined);
    await this.client.dispose();
  }

  private asking<Request, Reply>(
    message: Message<Request, Reply>,
  ): (request: Request, signal: AbortSignal) => Promise<Reply> {
    return (request, signal) => this.ask(message, request, signal);
  }

  private async ask<Request, Reply>(
    message: Message<Request, Reply>,
    request: Request,
    signal: AbortSignal,
  ): Promise<Reply> {
    await this.start();
    const reply = await withToken(signal, token =>
      this.client.sendRequest<unknown>(message.method, request, token).catch((error: unknown) => {
        throw signal.aborted ? cancelled() : failureIn(error);
      }),
    );
    if (signal.aborted) throw cancelled();
    return receive(message.reply, reply, door);
  }
}
