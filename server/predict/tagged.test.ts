/** Where nothing but words asks for JSON, they ask for marks around it too. */
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { rungs } from '../core/profile.ts';
import { openMeans } from './means.ts';
import { predictWith } from './predict.ts';
import { asking, endpointAt, never, predictAt, probe, rightJson } from './testing/asking.ts';
import { type FakeServer, openFakeServer, type Seen, says } from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';

let server: FakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const marks = 'between [ANSWER] and [/ANSWER]';
const turnsOf = (seen: Seen | undefined): readonly string[] => {
  const turns = seen?.body['messages'];
  return Array.isArray(turns) ? turns.map(turn => JSON.stringify(turn)) : [];
};

test.each(rungs)('at the rung %s they do so once, in the last turn, or not at all', async rung => {
  server = await openFakeServer(says(`[ANSWER]${rightJson}[/ANSWER]`));
  const prediction = await predictAt(endpointAt(server.baseUrl), { profile: { rung } });
  const asking = turnsOf(server.seen[0]).map(turn => turn.includes(marks));
  expect(asking.filter(Boolean)).toHaveLength(rung === 'tagged' ? 1 : 0);
  expect(asking.at(-1)).toBe(rung === 'tagged');
  expect(prediction.asked?.prompt.text).toContain(marks);
  if (rung === 'tagged') expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, flags: [] });
});

test('a model of the editor is asked by words', async () => {
  const asked: string[] = [];
  const means = openMeans({
    askEditorModel: async ({ messages }) => {
      asked.push(messages.at(-1)?.text ?? '');
      return { kind: 'text', text: `[ANSWER]${rightJson}[/ANSWER]`, model: 'gpt-x' };
    },
  });
  const endpoint = endpointAt('', { kind: 'editorModel', model: 'gpt-x' });
  expect(
    await predictWith(endpoint, probe, nothingShown, asking(means), silentLog, () => undefined, never),
  ).toMatchObject({ kind: 'answered', claims: { returns: '2' }, asked: { rung: 'tagged' } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(marks);
  await means.close();
});

test('a session needs none', async () => {
  server = await openFakeServer(says('2'), says('80%'));
  await predictAt(endpointAt(server.baseUrl), { profile: { rung: 'tagged' }, answer: 'session' });
  expect(server.seen.flatMap(turnsOf).some(turn => turn.includes(marks))).toBe(false);
});
