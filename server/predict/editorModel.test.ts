/** What a model of the editor says, which tells no end, no count and no time: read honestly, and waited for as long as people said. */
import { describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { type AskEditorModel, openMeans } from './means.ts';
import { type PredictOptions, predictWith } from './predict.ts';
import { asking, endpointAt, never, probe } from './testing/asking.ts';
import { nothingShown } from './testing/probes.ts';

async function predictInEditor(ask: AskEditorModel, more: Partial<PredictOptions> = {}, signal = never) {
  const means = openMeans({
    askEditorModel: ask,
    timers: { firstTokenMs: 150, idleMs: 150, totalMs: 400 },
    prices: [{ model: 'gpt-x', input: 1, output: 2 }],
  });
  const endpoint = endpointAt('', { kind: 'editorModel', model: 'gpt-x' });
  const options = asking(means, { answer: 'session', ...more });
  try {
    return await predictWith(endpoint, probe, nothingShown, options, silentLog, () => undefined, signal);
  } finally {
    await means.close();
  }
}

const saying =
  (text: string): AskEditorModel =>
  async ({ messages }) => {
    const isLast = messages.at(-1)?.text.includes('whole percent') === true;
    return { kind: 'text', text: isLast ? '80' : text, model: 'gpt-x-1' };
  };

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

describe('an answer without an end', () => {
  test.each(['2', "'a'", '[1, 2]', 'None'])('%s counts, with a remark', async text => {
    expect(await predictInEditor(saying(text))).toMatchObject({
      kind: 'answered',
      claims: { returns: text },
      confidence: { stated: 0.8 },
      flags: ['finishMissing'],
    });
  });

  test.each(['[1, 2', "{'a': 'b", "'abc", "b'abc", 'dict(a=1', '"""abc\n'])(
    '%j is plainly cut, and none',
    async text => {
      expect(await predictInEditor(saying(text))).toMatchObject({ kind: 'noAnswer', reason: 'truncatedLength' });
    },
  );

  test('that is prose is whole, and unreadable', async () => {
    const prose = predictInEditor(saying("It's hard to say what f(1) gives."), { answer: 'assertion' });
    expect(await prose).toMatchObject({ kind: 'noAnswer', reason: 'unreadable' });
  });
});

describe('time', () => {
  test('is one for all questions of a prediction', async () => {
    let asked = 0;
    const slow: AskEditorModel = async (request, onText, signal) => {
      asked += 1;
      await pause(120);
      return saying('2')(request, onText, signal);
    };
    const patience = { firstTokenMs: 5000, totalMs: 400 };
    const prediction = await predictInEditor(slow, { samples: 4, everySample: true, concurrency: 1, patience });
    expect(prediction.samples.map(({ reason }) => reason)).toContain('timeoutTotal');
    expect(prediction.latency?.totalMs).toBeLessThan(800);
    expect(asked).toBeLessThanOrEqual(4);
  });

  test('is what was seen, and unknown where all came at once', async () => {
    expect((await predictInEditor(saying('2'))).latency).toMatchObject({ firstByteMs: null, firstContentMs: null });
    const { latency } = await predictInEditor(async (request, onText, signal) => {
      await pause(20);
      onText('2');
      await pause(40);
      return saying('2')(request, onText, signal);
    });
    expect(latency?.firstByteMs).toBeNull();
    expect(latency?.firstContentMs).toBeGreaterThanOrEqual(15);
    expect(latency?.firstContentMs).toBeLessThan(latency?.totalMs ?? 0);
  });

  const silentFor: AskEditorModel = (_request, _onText, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  test('until the first word has an end', async () => {
    const prediction = await predictInEditor(silentFor);
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutFirstToken' });
    expect(prediction.explanation).toContain('did not begin to answer within 0.2 s');
  });

  test('that people set counts', async () => {
    const prediction = await predictInEditor(silentFor, { patience: { firstTokenMs: 5000, totalMs: 60 } });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutTotal' });
  });

  test('between two words has an end, and keeps what came', async () => {
    const prediction = await predictInEditor((request, onText, signal) => {
      onText('[1, ');
      return silentFor(request, onText, signal);
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutIdle', raw: '[1, ' });
  });

  test('altogether has an end, and the editor hears that it is over', async () => {
    const heard: boolean[] = [];
    const prediction = await predictInEditor(async (_request, onText, signal) => {
      for (let round = 0; !signal.aborted; round += 1) {
        onText('1'.repeat(round + 1));
        await pause(20);
      }
      heard.push(signal.aborted);
      return { kind: 'text', text: '1', model: 'gpt-x' };
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutTotal' });
    await pause(50);
    expect(heard).toEqual([true]);
  });

  test('does not pass with an editor that does not let go', async () => {
    const begun = Date.now();
    const hangs: AskEditorModel = () => new Promise(() => undefined);
    expect(await predictInEditor(hangs)).toMatchObject({ reason: 'timeoutFirstToken' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await predictInEditor(hangs, {}, controller.signal)).toMatchObject({ reason: 'cancelled' });
    expect(Date.now() - begun).toBeLessThan(1000);
  });
});

test('what it took is estimated, and so is its cost', async () => {
  const { usage } = await predictInEditor(saying('2'));
  expect(usage).toMatchObject({ estimated: true, reasoningTokens: null });
  expect(usage?.cost).toBeCloseTo(((usage?.promptTokens ?? 0) + 2 * (usage?.completionTokens ?? 0)) / 1_000_000, 9);
  expect(usage?.promptTokens).toBeGreaterThan(100);
});
