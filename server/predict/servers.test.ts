/** The servers that are found on this machine, and what their lists tell. */
import { afterEach, expect, test } from 'vitest';
import { findServers } from './servers.ts';
import { never } from './testing/asking.ts';
import { answers, type Behaviour, type FakeServer, hangs, openFakeServer } from './testing/fakeServer.ts';

const open: FakeServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()));
});

async function serverOf(name: string, ...script: readonly Behaviour[]) {
  const server = await openFakeServer(...script);
  open.push(server);
  return { name, baseUrl: server.baseUrl };
}

const list = answers(200, {
  object: 'list',
  data: [
    { id: 'a', object: 'model' },
    { id: 'b', max_model_len: 'odd' },
  ],
});

test('those that list models are found, in their order; one that hangs keeps nobody waiting, nor does one that is not there', async () => {
  const closed = await openFakeServer();
  await closed.close();
  const among = [
    await serverOf('slow', hangs),
    { name: 'gone', baseUrl: closed.baseUrl },
    await serverOf('first', list),
    await serverOf('another service', answers(200, '<html>')),
    await serverOf('empty', answers(200, { data: [] })),
    await serverOf('locked', answers(401, { error: 'No.' })),
  ];
  const begun = performance.now();
  const found = await findServers(never, among);
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(found.map(({ name, models }) => [name, models])).toEqual([
    ['first', ['a', 'b']],
    ['empty', []],
  ]);
  expect(found[0]?.baseUrl).toBe(among[2]?.baseUrl);
  const keys = open.flatMap(({ seen }) => seen.map(({ headers }) => headers.authorization));
  expect(new Set(keys)).toEqual(new Set([undefined]));
});

test('a search that is cancelled ends at once, with nothing', async () => {
  const controller = new AbortController();
  const searching = findServers(controller.signal, [await serverOf('slow', hangs)]);
  await open[0]?.arrived(1);
  controller.abort();
  expect(await searching).toEqual([]);
});
