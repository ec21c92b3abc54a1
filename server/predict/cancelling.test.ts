/** Cancelling at every moment: the server sees the connection close, we settle at once, nothing is left half done. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endpointAt, predictAt } from './testing/asking.ts';
import { answers, begin, chunk, type FakeServer, hangs, openFakeServer, send } from './testing/fakeServer.ts';

let server: FakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const settledMs = 1000;

async function cancelWhen(moment: Promise<unknown>, baseUrl: string) {
  const controller = new AbortController();
  const asked = predictAt(endpointAt(baseUrl), {}, controller.signal);
  await moment;
  const begun = Date.now();
  controller.abort();
  const prediction = await asked;
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'cancelled' });
  expect(Date.now() - begun).toBeLessThan(settledMs);
  return prediction;
}

test('while connecting', async () => {
  const sockets: Socket[] = [];
  const silent = createServer();
  const connected = new Promise<void>(resolve => {
    silent.on('connection', socket => {
      sockets.push(socket);
      resolve();
    });
  });
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  await cancelWhen(connected, `http://127.0.0.1:${port}/v1`);
  for (const socket of sockets) socket.destroy();
  await new Promise<void>(resolve => silent.close(() => resolve()));
});

test('before the first token', async () => {
  server = await openFakeServer(hangs);
  await cancelWhen(server.arrived(1), server.baseUrl);
  await server.seen[0]?.closed;
});

test('in the middle of the stream, keeping what came', async () => {
  let sent: () => void = () => undefined;
  const began = new Promise<void>(resolve => {
    sent = resolve;
  });
  server = await openFakeServer(response => {
    begin(response);
    send(response, chunk({ content: '{"reas' }));
    setTimeout(sent, 100);
  });
  const prediction = await cancelWhen(began, server.baseUrl);
  expect(prediction.raw).toBe('{"reas');
  await server.seen[0]?.closed;
});

test.each([
  ['the server is loading its model', answers(503, { error: { message: 'Loading model' } })],
  ['it waits to ask again', answers(429, { error: { message: 'slow down' } }, { 'retry-after': '30' })],
])('while %s', async (_, behaviour) => {
  server = await openFakeServer(behaviour);
  const refused = server.arrived(1).then(() => server?.seen[0]?.closed);
  // The refusal has been read by then, and the waiting has begun.
  await cancelWhen(
    refused.then(() => wait(300)),
    server.baseUrl,
  );
  expect(server.seen).toHaveLength(1);
});

test('while the shape of the answer is measured', async () => {
  server = await openFakeServer(hangs);
  const controller = new AbortController();
  const asked = predictAt(endpointAt(server.baseUrl), { answer: 'auto' }, controller.signal);
  await server.arrived(1);
  controller.abort();
  expect(await asked).toMatchObject({ kind: 'notAsked', reason: 'cancelled' });
  await server.seen[0]?.closed;
  expect(server.seen).toHaveLength(1);
});

test('before anything was asked', async () => {
  server = await openFakeServer(hangs);
  const controller = new AbortController();
  controller.abort();
  expect(await predictAt(endpointAt(server.baseUrl), {}, controller.signal)).toMatchObject({ reason: 'cancelled' });
  expect(server.seen).toHaveLength(0);
});

test('while other samples wait for their place', async () => {
  server = await openFakeServer(hangs);
  const controller = new AbortController();
  const asked = predictAt(endpointAt(server.baseUrl), { samples: 4 }, controller.signal);
  await server.arrived(1);
  controller.abort();
  expect(await asked).toMatchObject({ kind: 'notAsked', reason: 'cancelled' });
  expect(server.seen).toHaveLength(1);
});
