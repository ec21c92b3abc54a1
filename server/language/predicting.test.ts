import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { askEditorModel } from '../core/messages.ts';
import { editorModelOf } from './predicting.ts';

function joined() {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  const client = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  const ask = editorModelOf(server);
  server.listen();
  client.listen();
  return { server, client, ask };
}

const request = { token: 't', model: '', messages: [{ role: 'user' as const, text: 'What does f(1) return?' }] };
const never = new AbortController().signal;

test('an editor that goes away while its model is asked is a cancellation, and not an error', async () => {
  const { server, client, ask } = joined();
  const arrived = new Promise(resolve => {
    client.onRequest(askEditorModel.method, () => {
      resolve(undefined);
      return new Promise(() => undefined);
    });
  });
  const reply = ask(request, () => undefined, never);
  await arrived;
  server.dispose();
  expect(await reply).toMatchObject({ kind: 'failed', reason: 'cancelled' });
  expect(await ask(request, () => undefined, never)).toMatchObject({ kind: 'failed', reason: 'cancelled' });
  client.dispose();
});

test('what goes wrong in an editor that is there stays an error', async () => {
  const { server, client, ask } = joined();
  client.onRequest(askEditorModel.method, () => Promise.reject(new Error('It broke')));
  await expect(ask(request, () => undefined, never)).rejects.toThrow('It broke');
  client.dispose();
  server.dispose();
});
