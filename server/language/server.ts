/** The language server: one handler a message. Open documents, and what is known of their workspaces, are its only state. */
import {
  type CancellationToken,
  type CodeLens,
  type CodeLensParams,
  CodeLensRefreshRequest,
  CodeLensRequest,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import * as z from 'zod';
import type { Log } from '../core/log.ts';
import {
  callsOf,
  findServers,
  forgetModel,
  knownOfModel,
  predict,
  probeAt,
  probeOf,
  replay,
  showPrompt,
  testConnection,
} from '../core/messages.ts';
import { toolVersion } from '../core/version.ts';
import type { Parser } from '../parse/parser.ts';
import { answer, settled } from './answering.ts';
import { connectionLog } from './connectionLog.ts';
import { lensesOf } from './lenses.ts';
import { type OpenFiles, openFiles } from './openFiles.ts';
import { answerCallsOf, answerProbeAt, answerProbeOf, type Documents } from './places.ts';
import { answerPredict, answerReplay, answerShowPrompt, editorModelOf } from './predicting.ts';
import type { AskEditorModel, Predictors } from './predictors.ts';
import { openWorkspaces } from './workspaces.ts';

/** What the editor says when it starts the server, and in `workspace/didChangeConfiguration`. */
const Options = z.object({ codeLens: z.boolean() });
const Configuration = z.object({ settings: Options });

/**
 * Serves until the connection closes. The parser is opened when the editor initializes the server; where none loads, that request
 * fails and says why.
 */
export function serve(
  connection: Connection,
  openParser: (log: Log) => Promise<Parser>,
  predictorsFor: (askEditorModel: AskEditorModel, log: Log) => Predictors,
): void {
  const log = connectionLog(connection.console);
  const predictors = predictorsFor(editorModelOf(connection), log);
  connection.onShutdown(() => predictors.close());
  connection.onInitialize(async ({ initializationOptions }) => {
    const parser = await openParser(log);
    const files = openFiles(parser);
    const documents: Documents = { parser, files, workspaces: openWorkspaces(parser) };
    keepInStep(connection, documents);
    offerLenses(connection, log, files, Options.safeParse(initializationOptions).data ?? { codeLens: true });
    answerPlaces(connection, log, documents);
    answerModels(connection, log, documents, predictors);
    return capabilities;
  });
  connection.listen();
}

const capabilities: InitializeResult = {
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    codeLensProvider: { resolveProvider: false },
  },
  serverInfo: { name: 'Called It', version: toolVersion },
};

function keepInStep(connection: Connection, { files, workspaces }: Documents): void {
  const documents = new TextDocuments(TextDocument);
  documents.onDidChangeContent(({ document }) => files.changed(document.uri, document.getText()));
  documents.onDidClose(({ document }) => files.closed(document.uri));
  documents.onDidSave(() => workspaces.forget());
  documents.listen(connection);
  connection.onDidChangeWatchedFiles(() => workspaces.forget());
}

function offerLenses(
  connection: Connection,
  log: Log,
  files: OpenFiles,
  { codeLens }: Readonly<z.infer<typeof Options>>,
): void {
  let isOn = codeLens;
  connection.onDidChangeConfiguration(change => {
    const told = Configuration.safeParse(change).data?.settings.codeLens ?? isOn;
    if (told === isOn) return;
    isOn = told;
    void connection.sendRequest(CodeLensRefreshRequest.type).catch((error: unknown) => log.warn(String(error)));
  });
  connection.onRequest(CodeLensRequest.method, ({ textDocument: { uri } }: CodeLensParams, token: CancellationToken) =>
    settled<readonly CodeLens[]>(log, CodeLensRequest.method, token, async () => {
      const open = isOn && uri.startsWith('file:') ? files.get(uri) : undefined;
      return open === undefined ? [] : lensesOf(uri, open.outline());
    }),
  );
}

function answerPlaces(connection: Connection, log: Log, documents: Documents): void {
  answer(connection, log, probeAt, asked => answerProbeAt(documents, asked));
  answer(connection, log, callsOf, (asked, signal) => answerCallsOf(documents, asked, signal));
  answer(connection, log, probeOf, asked => answerProbeOf(documents, asked));
}

function answerModels(connection: Connection, log: Log, { workspaces }: Documents, predictors: Predictors): void {
  answer(connection, log, predict, (asked, signal) => answerPredict(connection, workspaces, predictors, asked, signal));
  answer(connection, log, replay, (asked, signal) => answerReplay(workspaces, predictors, asked, signal));
  answer(connection, log, showPrompt, (asked, signal) => answerShowPrompt(workspaces, predictors, asked, signal));
  answer(connection, log, testConnection, ({ endpoint, limits }, signal) =>
    predictors.testConnection(endpoint, limits, signal),
  );
  answer(connection, log, knownOfModel, ({ endpoint, profile }) => predictors.knownOf(endpoint, profile));
  answer(connection, log, forgetModel, async ({ endpoint }) => {
    await predictors.forget(endpoint);
    return {};
  });
  answer(connection, log, findServers, async (_, signal) => ({ servers: await predictors.findServers(signal) }));
}
