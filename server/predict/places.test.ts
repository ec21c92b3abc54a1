/** How many requests at a time, by what a server says of itself. */
import { afterEach, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { placesAt, usualPlaces } from './places.ts';
import { never } from './testing/asking.ts';
import { answers, type FakeServer, hangs, openFakeServer } from './testing/fakeServer.ts';

let server: FakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function addressOf(baseUrl: string) {
  const reading = readAddress(baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  return reading.address;
}

test.each([
  ['says how many', answers(200, { total_slots: 3 }), 3],
  ['says something else', answers(200, { slots: 'many' }), 1],
  ['does not know the question', answers(404, {}), 1],
  ['says nothing', hangs, 1],
])('a server nearby that %s', async (_, behaviour, places) => {
  server = await openFakeServer(behaviour);
  expect(await placesAt(addressOf(server.baseUrl), never)).toBe(places);
  expect(server.seen.map(({ path }) => path)).toEqual(['/props']);
});

test.each([
  ['http://127.0.0.1:1/v1', 1],
  ['http://192.168.1.7:8000/v1', 1],
  ['http://llm.internal/v1', 1],
  ['https://models.example.com/v1', 4],
])('without its word: %s', async (url, places) => {
  expect(usualPlaces(addressOf(url))).toBe(places);
});

test('a server far away is not asked', async () => {
  expect(await placesAt(addressOf('https://models.invalid/v1'), never)).toBe(4);
});
