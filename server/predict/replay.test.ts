/** A recorded prediction is found again by the question that it answered, whatever came of the asking. */
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Prediction } from '../core/prediction.ts';
import { openMeans } from './means.ts';
import { predictWith } from './predict.ts';
import { recordingsOf, replayed } from './replay.ts';
import { targetAlone } from './shownCode.ts';
import { asking, endpointAt, never, probe, rightJson } from './testing/asking.ts';
import { type FakeServer, openFakeServer, says } from './testing/fakeServer.ts';

let server: FakeServer;
afterEach(() => server.close());

async function asked(samples: number): Promise<Prediction> {
  server = await openFakeServer(says(rightJson));
  const means = openMeans();
  const endpoint = endpointAt(server.baseUrl);
  const options = asking(means, { samples, profile: { rung: 'tagged' } });
  return predictWith(endpoint, probe, targetAlone(probe), options, silentLog, () => undefined, never).finally(() =>
    means.close(),
  );
}

function found(recorded: Prediction, samples: number): Prediction {
  const { means: _, ...options } = asking(openMeans(), { samples });
  return replayed('m', probe, targetAlone(probe), options, recordingsOf([recorded]));
}

test('several samples of which fewer were heard are found by how many were wanted', async () => {
  const recorded = await asked(10);
  expect(recorded.samples.length).toBeLessThan(10);
  expect(found(recorded, 10)).toMatchObject({ kind: 'answered', predictor: { kind: 'recording' }, at: recorded.at });
  for (const other of [1, recorded.samples.length]) expect(found(recorded, other).reason).toBe('recordingMissing');
});

test('old records, which do not say how many were wanted, are found by how many were heard', async () => {
  const recorded = await asked(3);
  if (recorded.asked === null) throw new Error('nothing was asked');
  const { samples: _, ...sampling } = recorded.asked.sampling;
  const old = { ...recorded, asked: { ...recorded.asked, sampling } };
  expect(found(old, recorded.samples.length).kind).toBe('answered');
});

test('a question that never arrived is no reply, and does not stand for the one before it', async () => {
  const recorded = await asked(1);
  const lost = { ...recorded, kind: 'notAsked', reason: 'network' } as const;
  expect(found(lost, 1).reason).toBe('recordingMissing');
  const { means: _, ...options } = asking(openMeans(), { samples: 1 });
  const both = recordingsOf([recorded, lost]);
  expect(replayed('m', probe, targetAlone(probe), options, both).kind).toBe('answered');
});
