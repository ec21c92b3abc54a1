/** Predictions over the whole way: the editor's wire, the language server, the predict step, and a scripted model server. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import {
  askEditorModel,
  Endpoint,
  editorModelProgress,
  forgetModel,
  knownOfModel,
  predict,
  predictProgress,
  probeAt,
  replay,
  showPrompt,
  testConnection,
  withoutKey,
} from '../core/messages.ts';
import { openParser } from '../parse/parser.ts';
import { answers, type FakeServer, hangs, openFakeServer, says } from '../predict/testing/fakeServer.ts';
import { modelPredictors } from './modelPredictors.ts';
import { type Wired, wire } from './testing/wire.ts';

let wired: Wired | undefined;
let models: FakeServer | undefined;
afterEach(async () => {
  wired?.close();
  await models?.close();
});

const program = 'def total(xs):\n    return sum(xs)\n\ntotal([4, 5])\n';

async function probed(text = program) {
  process.env['CALLED_IT_CACHE'] = mkdtempSync(join(tmpdir(), 'called-it-cache-'));
  const workspace = mkdtempSync(join(tmpdir(), 'called-it-models-'));
  writeFileSync(join(workspace, 'shop.py'), text);
  const uri = pathToFileURL(join(workspace, 'shop.py')).href;
  wired = await wire(openParser, modelPredictors);
  const { client } = wired;
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'python', version: 1, text },
  });
  const line = text.trimEnd().split('\n').length - 1;
  const range = { start: { line, column: 2 }, end: { line, column: 2 } };
  const reply = probeAt.reply.parse(await client.sendRequest(probeAt.method, { uri, workspace, range }));
  if (reply.kind !== 'probe') throw new Error('The caret is not in a call.');
  return { client, workspace, probe: reply.probe };
}

const options = {
  style: 'direct',
  answer: 'session',
  context: 'callees',
  contextTokens: 2000,
  samples: 1,
  pythonVersion: '3.11.7',
};
const key = 'sk-language-server-test-0123456789';
const endpointAt = (baseUrl: string) => ({
  kind: 'model',
  baseUrl,
  model: 'm',
  apiKey: key,
  proxy: '',
  strictTls: true,
});

test('a model is asked, with progress, and its answer comes back as a prediction', async () => {
  models = await openFakeServer(says('9'), says('90'));
  const { client, workspace, probe } = await probed();
  const stages = new Set<string>();
  client.onNotification(predictProgress.method, ({ token, stage }: { token: string; stage: string }) => {
    stages.add(`${token} ${stage}`);
  });
  const asked = { token: 't1', probe, workspace, endpoint: endpointAt(models.baseUrl), options };
  const { prediction } = predict.reply.parse(await client.sendRequest(predict.method, asked));
  expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '9' } });
  expect(prediction.asked?.context.shown.map(piece => piece.name)).toEqual(['total']);
  expect([...stages].slice(0, 2)).toEqual(['t1 context', 't1 connecting']);
  expect(wired?.logged.join('\n')).not.toContain(key);
});

test('a recorded answer to exactly this question comes back as one, and a miss says what to do; nobody is asked', async () => {
  models = await openFakeServer(says('9'), says('90'));
  const { client, workspace, probe } = await probed();
  const asked = { token: 't1', probe, workspace, endpoint: endpointAt(models.baseUrl), options };
  const { prediction } = predict.reply.parse(await client.sendRequest(predict.method, asked));
  const requests = models.seen.length;
  const recorded = { probe, workspace, options, model: 'm', recordings: [prediction] };
  const found = replay.reply.parse(await client.sendRequest(replay.method, recorded));
  expect(found.prediction).toEqual({ ...prediction, predictor: { ...prediction.predictor, kind: 'recording' } });
  for (const other of [{ model: 'n' }, { options: { ...options, samples: 2 } }, { recordings: [] }]) {
    const missed = replay.reply.parse(await client.sendRequest(replay.method, { ...recorded, ...other }));
    expect(missed.prediction).toMatchObject({ kind: 'noAnswer', reason: 'recordingMissing' });
    expect(missed.prediction.explanation).toMatch(/Record one with a model/);
  }
  expect(models.seen).toHaveLength(requests);
});

test('an answer to the question with less code, as a small window takes it, is found as well', async () => {
  models = await openFakeServer(says('9'), says('90'));
  const notes = Array.from({ length: 60 }, (_, at) => `    # note ${at} on what this does\n`).join('');
  const { client, workspace, probe } = await probed(
    `def helper(x):\n${notes}    return x\n\n\ndef total(xs):\n    return helper(sum(xs))\n\n\ntotal([4, 5])\n`,
  );
  const narrow = { ...options, contextTokens: 100 };
  const asked = { token: 't1', probe, workspace, endpoint: endpointAt(models.baseUrl), options: narrow };
  const { prediction } = predict.reply.parse(await client.sendRequest(predict.method, asked));
  expect(prediction.asked?.prompt.text).not.toContain('note 59');
  const recorded = { probe, workspace, options, model: 'm', recordings: [prediction] };
  const found = replay.reply.parse(await client.sendRequest(replay.method, recorded));
  expect(found.prediction).toMatchObject({ kind: 'answered', at: prediction.at });
});

test('cancelling closes the connection to the model', async () => {
  models = await openFakeServer(hangs);
  const { client, workspace, probe } = await probed();
  const source = new CancellationTokenSource();
  const asked = { token: 't', probe, workspace, endpoint: endpointAt(models.baseUrl), options };
  const reply = client.sendRequest<unknown>(predict.method, asked, source.token);
  await models.arrived(1);
  source.cancel();
  await models.seen[0]?.closed;
  expect(await reply).toMatchObject({ prediction: { kind: 'notAsked', reason: 'cancelled' } });
});

test('a limit for the day holds', async () => {
  models = await openFakeServer(says('9'));
  const { client, workspace, probe } = await probed();
  const endpoint = endpointAt(models.baseUrl);
  const asked = { token: 't', probe, workspace, endpoint, options, limits: { requests: 0, tokens: 1, cost: 0 } };
  const { prediction } = predict.reply.parse(await client.sendRequest(predict.method, asked));
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'budgetExceeded' });
  expect(models.seen).toEqual([]);
});

test('what is spent by one request counts for the others, whichever limits they bring', async () => {
  models = await openFakeServer(answers(200, { data: [{ id: 'm' }] }), says('{"mark": "k7q4"}'), says('9'));
  const { client, workspace, probe } = await probed();
  const endpoint = endpointAt(models.baseUrl);
  const limits = { requests: 1, tokens: 0, cost: 0 };
  await client.sendRequest(testConnection.method, { endpoint, limits });
  const asked = { token: 't', probe, workspace, endpoint, options, limits: { ...limits, tokens: 100_000 } };
  const refused = predict.reply.parse(await client.sendRequest(predict.method, asked));
  expect(refused.prediction).toMatchObject({ kind: 'notAsked', reason: 'budgetExceeded' });
  const again = testConnection.reply.parse(await client.sendRequest(testConnection.method, { endpoint, limits }));
  expect(again).toMatchObject({ ok: false, message: expect.stringContaining('limit of 1 requests a day') });
});

test('what a check learns is in the prompt that is shown next', async () => {
  const refused = { error: { message: "Unsupported parameter: 'temperature'", param: 'temperature' } };
  models = await openFakeServer(answers(400, refused), says('9'), says('90'));
  const { client, workspace, probe } = await probed();
  const endpoint = endpointAt(models.baseUrl);
  const shown = { probe, workspace, endpoint: withoutKey(Endpoint.parse(endpoint)), options };
  const textNow = async () => showPrompt.reply.parse(await client.sendRequest(showPrompt.method, shown)).text;
  expect(await textNow()).toContain('"temperature"');
  const limits = { requests: 10, tokens: 0, cost: 0 };
  await client.sendRequest(predict.method, { token: 't', probe, workspace, endpoint, options, limits });
  expect(await textNow()).not.toContain('"temperature"');
});

test("a model of the editor is asked through the client, and what goes wrong there is the prediction's reason", async () => {
  const { client, workspace, probe } = await probed();
  const asked: string[] = [];
  const heard: string[] = [];
  client.onNotification(predictProgress.method, (progress: unknown) => {
    const { stage, text } = predictProgress.notification.parse(progress);
    if (stage === 'streaming') heard.push(text);
  });
  client.onRequest(askEditorModel.method, async (request: unknown): Promise<unknown> => {
    const { token, model, messages } = askEditorModel.request.parse(request);
    asked.push(`${model}: ${messages.at(-1)?.text}`);
    await client.sendNotification(editorModelProgress.method, { token, text: 'on the way' });
    return asked.length === 1
      ? { kind: 'text', text: '9', model: 'copilot/gpt' }
      : { kind: 'failed', reason: 'quota', message: 'Used up.' };
  });
  const endpoint = { ...endpointAt(''), kind: 'editorModel', model: 'gpt' };
  const request = { token: 't', probe, workspace, endpoint, options };
  const first = predict.reply.parse(await client.sendRequest(predict.method, request));
  expect(first.prediction).toMatchObject({ predictor: { route: 'vscode.lm' } });
  expect(asked[0]).toContain('total([4, 5])');
  expect(heard[0]).toBe('on the way');
  const second = predict.reply.parse(await client.sendRequest(predict.method, request));
  expect(second.prediction).toMatchObject({ kind: 'notAsked', reason: 'quota' });
});

test('a connection is tested by one word of the model, without sending code', async () => {
  models = await openFakeServer(answers(200, { data: [{ id: 'm' }] }), says('{"mark": "k7q4"}'));
  const { client } = await probed();
  const reply = await client.sendRequest(testConnection.method, { endpoint: endpointAt(models.baseUrl) });
  const message = 'It answers, and has m. Answers in JSON keep to a strict schema.';
  expect(testConnection.reply.parse(reply)).toEqual({ ok: true, message, models: ['m'] });
  expect(models.seen.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/v1/models'],
    ['POST', '/v1/chat/completions'],
  ]);
  expect(JSON.stringify(models.seen.map(({ body }) => body))).not.toContain('total');
});

test('what a test learned of a model is told, and forgotten on demand', async () => {
  models = await openFakeServer(answers(200, { data: [{ id: 'm' }] }), says('{"mark": "k7q4"}'));
  const { client } = await probed();
  const endpoint = endpointAt(models.baseUrl);
  await client.sendRequest(testConnection.method, { endpoint });
  const asked = { endpoint, profile: { temperature: 'fixed' } };
  const known = knownOfModel.reply.parse(await client.sendRequest(knownOfModel.method, asked));
  expect(known.isLearned).toBe(true);
  expect(known.sentences).toContain('JSON is asked for by jsonSchema (tried: jsonSchema has effect).');
  expect(known.sentences).toContain('As the settings say: temperature.');
  await client.sendRequest(forgetModel.method, { endpoint });
  expect(await client.sendRequest(knownOfModel.method, asked)).toMatchObject({ isLearned: false });
  expect(models.seen).toHaveLength(2);
});

test('a model with a small window is shown less code, and what is shown before is what is sent', async () => {
  const list = answers(200, { data: [{ id: 'm', max_model_len: 3000 }] });
  models = await openFakeServer((response, seen) =>
    seen.path.endsWith('/models') ? list(response, seen) : says('9')(response, seen),
  );
  const filler = Array.from(
    { length: 900 },
    (_, index) => `    alpha_${index} = beta_${index} + gamma_${index}\n`,
  ).join('');
  const { client, workspace, probe } = await probed(`def other(xs):\n${filler}    return xs\n\n${program}`);
  const wide = { ...options, context: 'file', contextTokens: 40_000 };
  const endpoint = endpointAt(models.baseUrl);
  const asked = { token: 't', probe, workspace, endpoint, options: wide };
  const { prediction } = predict.reply.parse(await client.sendRequest(predict.method, asked));
  expect(prediction).toMatchObject({ kind: 'answered', asked: { context: { level: 'file' } } });
  expect(prediction.asked?.context.budgetTokens).toBeLessThan(3000);
  expect(prediction.asked?.context.shown.map(piece => piece.name)).toContain('total');
  const shown = { probe, workspace, endpoint: withoutKey(Endpoint.parse(endpoint)), options: wide };
  const { manifest } = showPrompt.reply.parse(await client.sendRequest(showPrompt.method, shown));
  expect(manifest).toEqual(prediction.asked?.context);
});
