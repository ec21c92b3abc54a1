/** The order of a check with several predictors: all frozen before the one run, each with a verdict of its own. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkEach, type Keeper, type Predict, type SharedSteps } from './checking.ts';
import { cancelled } from './failure.ts';
import { judge } from './judge.ts';
import type { Prediction } from './prediction.ts';
import { outcomeQuestion, predictionWith, probeWith, returned, runWith } from './testing/judging.ts';

const never = new AbortController().signal;
const probe = probeWith(outcomeQuestion);
const predicts =
  (returns: string): Predict =>
  async () =>
    predictionWith({ returns });

let events: string[] = [];
beforeEach(() => {
  events = [];
});

const textOf = ({ claims }: Prediction): string => claims.returns ?? claims.input ?? 'nothing';

const keeper: Keeper = {
  async freeze(_, prediction) {
    events.push(`freeze ${textOf(prediction)}`);
    return { id: textOf(prediction), at: '', sha256: '' };
  },
  async drop({ id }) {
    events.push(`drop ${id}`);
  },
  async append({ id }, { verdict }) {
    events.push(`append ${id} ${verdict.kind}`);
    throw new Error('a test keeps no record');
  },
};

const steps: SharedSteps = {
  async run({ call }) {
    events.push(`run ${call.expression}`);
    return runWith(returned(2, '2'));
  },
  judge: (asked, prediction, run) => judge(asked, prediction, run, 'strict'),
  keeper: null,
};

describe('several predictors', () => {
  test('share one run, and each has a verdict, in their order', async () => {
    const all = await checkEach(probe, [predicts('2'), predicts('3'), predicts('nonsense here')], steps, never);
    expect(all.map(each => (each.kind === 'checked' ? each.verdict.kind : ''))).toEqual(['right', 'wrong', 'noAnswer']);
    expect(events).toEqual(['run f(1)']);
    expect(new Set(all.map(({ run }) => run)).size).toBe(1);
  });

  test('are all frozen before the run', async () => {
    await expect(checkEach(probe, [predicts('2'), predicts('3')], { ...steps, keeper }, never)).rejects.toThrow();
    expect(events).toEqual(['freeze 2', 'freeze 3', 'run f(1)', 'append 2 right']);
  });

  test('leave nothing frozen where the run is given up or never began', async () => {
    const broken = { ...steps, keeper, run: () => Promise.reject(new Error('the runner broke')) };
    await expect(checkEach(probe, [predicts('2'), predicts('3')], broken, never)).rejects.toThrow('the runner broke');
    expect(events).toEqual(['freeze 2', 'freeze 3', 'drop 2', 'drop 3']);
    events = [];
    const notRun = { kind: 'notRun', reason: 'no such name', fault: 'program' } as const;
    const all = await checkEach(
      probe,
      [predicts('2'), predicts('3')],
      { ...steps, keeper, run: async () => runWith(notRun) },
      never,
    );
    expect(all.map(({ kind }) => kind)).toEqual(['notRun', 'notRun']);
    expect(events).toEqual(['freeze 2', 'freeze 3', 'drop 2', 'drop 3']);
  });

  test('are given up together where one is cancelled, and nothing is frozen', async () => {
    let gaveUp = false;
    const patient: Predict = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          gaveUp = true;
          reject(cancelled());
        });
      });
    const escaped: Predict = () => Promise.reject(cancelled());
    await expect(checkEach(probe, [patient, escaped], { ...steps, keeper }, never)).rejects.toThrow('Cancelled');
    expect(gaveUp).toBe(true);
    expect(events).toEqual([]);
  });

  test('who claim other arguments have them run each, and the same ones once', async () => {
    const asked = probeWith({ ...outcomeQuestion, kind: 'input', wanted: '2' });
    const claims =
      (input: string): Predict =>
      async () =>
        predictionWith({ input });
    await checkEach(asked, [claims('f(1)'), claims('f(5)'), claims('5')], steps, never);
    expect(events).toEqual(['run f(1)', 'run f(5)']);
  });
});
