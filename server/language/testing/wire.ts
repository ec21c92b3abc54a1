/** Client and server of a language server joined in memory by two crossed streams: the real wire, without a process. */
import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  InitializeRequest,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Log } from '../../core/log.ts';
import type { Parser } from '../../parse/parser.ts';
import type { AskEditorModel, Predictors } from '../predictors.ts';
import { serve } from '../server.ts';

export interface Wired {
  readonly client: ProtocolConnection;
  /** What the server logged, at any level. */
  readonly logged: readonly string[];
  close(): void;
}

export async function wire(
  openParser: (log: Log) => Promise<Parser>,
  predictorsFor: (askEditorModel: AskEditorModel, log: Log) => Predictors,
  initializationOptions: unknown = { codeLens: true },
): Promise<Wired> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  const client = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  const logged: string[] = [];
  client.onNotification('window/logMessage', ({ message }: { message: string }) => {
    logged.push(message);
  });
  serve(server, openParser, predictorsFor);
  client.listen();
  await client.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {},
    initializationOptions,
  });
  await client.sendNotification('initialized', {});
  return {
    client,
    logged,
    close: () => {
      client.dispose();
      server.dispose();
    },
  };
}
