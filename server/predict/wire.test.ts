/** What servers do with an answer on its way: every oddity of the wire, each with a bounded number of requests. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openMeans } from './means.ts';
import { endpointAt, hasty, predictAt, rightJson } from './testing/asking.ts';
import {
  answers,
  type Behaviour,
  begin,
  breaksAfter,
  chunk,
  endsUnsaid,
  events,
  type FakeServer,
  hangs,
  openFakeServer,
  says,
  send,
} from './testing/fakeServer.ts';

let server: FakeServer;
afterEach(() => server.close());

async function ask(...script: readonly Behaviour[]) {
  server = await openFakeServer(...script);
  return predictAt(endpointAt(server.baseUrl));
}

async function askHastily(...script: readonly Behaviour[]) {
  server = await openFakeServer(...script);
  return predictAt(endpointAt(server.baseUrl), { means: hasty() });
}

describe('answers that count', () => {
  test('a stream that nobody closes after its end', async () => {
    const begun = Date.now();
    const prediction = await ask(response => {
      begin(response);
      send(response, chunk({ content: rightJson }));
      response.write('data: [DONE]\n\n');
    });
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' } });
    expect(Date.now() - begun).toBeLessThan(5000);
    await server.seen[0]?.closed;
  });

  test('a plain stream', async () => {
    const prediction = await ask(says(rightJson));
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, confidence: { stated: 0.9 } });
    expect(prediction.predictor).toMatchObject({ kind: 'model', name: 'm', servedModel: 'served' });
    expect(server.seen).toHaveLength(1);
  });

  test('a whole JSON answer where a stream was asked for', async () => {
    const message = { role: 'assistant', content: rightJson };
    const prediction = await ask(
      answers(200, { model: 'served', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    );
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' } });
  });

  test('one byte at a time, with characters of four bytes', async () => {
    const text = rightJson.replace('"2"', '"\'😀\'"');
    const bytes = Buffer.from(`data: ${JSON.stringify(chunk({ content: text }, 'stop'))}\n\ndata: [DONE]\n\n`);
    const prediction = await ask(async response => {
      begin(response);
      for (const byte of bytes) {
        await new Promise<void>(resolve => response.write(Buffer.of(byte), () => resolve()));
      }
      response.end();
    });
    expect(prediction.claims.returns).toBe("'😀'");
  });

  test('choices that are empty or missing, first and last', async () => {
    const usage = { prompt_tokens: 500, completion_tokens: 40, completion_tokens_details: { reasoning_tokens: 7 } };
    const prediction = await ask(
      events({ choices: [] }, {}, chunk({ content: rightJson }), chunk({}, 'stop'), { choices: [], usage }),
    );
    expect(prediction).toMatchObject({
      kind: 'answered',
      usage: { completionTokens: 40, reasoningTokens: 7, cost: null },
    });
  });

  test('content and the end in one piece', async () => {
    expect(await ask(events(chunk({ content: rightJson }, 'stop')))).toMatchObject({ kind: 'answered' });
  });

  test('comments and no `[DONE]`', async () => {
    const prediction = await ask(response => {
      begin(response);
      response.write(': PROCESSING\n\n');
      send(response, chunk({ content: rightJson }, 'stop'));
      response.end();
    });
    expect(prediction.kind).toBe('answered');
  });

  test.each([
    ['a text', "'2'"],
    ['a number', '2'],
    ['a name', 'None'],
  ])('an end without a reason counts where `[DONE]` stands there, with a remark: %s', async (_, text) => {
    server = await openFakeServer(events(chunk({ content: text })));
    const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session' });
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: text },
      flags: expect.arrayContaining(['finishMissing']),
    });
  });

  test('an end without a reason and without `[DONE]` counts where the answer is whole, with a remark', async () => {
    const prediction = await ask(endsUnsaid(chunk({ content: rightJson })));
    expect(prediction).toMatchObject({ kind: 'answered', flags: ['finishMissing'] });
  });

  test.each(['reasoning', 'reasoning_content'])('thinking in the field %s is kept apart', async field => {
    const prediction = await ask(
      events(chunk({ [field]: 'hm: {"outcome": "raises"}' }), chunk({ content: rightJson }, 'stop')),
    );
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '2' },
      reasoning: 'hm: {"outcome": "raises"}',
    });
  });

  test('thinking in tags and in details is kept apart', async () => {
    const prediction = await ask(
      events(
        chunk({ reasoning_details: [{ text: 'one' }] }),
        chunk({ content: `<think>\ntwo</think>\n${rightJson}` }, 'stop'),
      ),
    );
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, reasoning: 'one\ntwo' });
  });

  test.each([
    [
      'logprobs',
      { choices: [{ index: 0, delta: { content: '2' }, logprobs: { content: [{ token: '2', logprob: null }] } }] },
    ],
    ['usage', chunk({ content: '2' }, null, { usage: 'soon' })],
    ['counts', chunk({ content: '2' }, null, { usage: { prompt_tokens: '12', prompt_tokens_details: 3 } })],
    ['thinking', chunk({ content: '2', reasoning: { text: 'hm' }, reasoning_details: [{ text: 7 }] })],
    ['the model', chunk({ content: '2' }, null, { model: 5, system_fingerprint: {} })],
  ])('what stands beside an answer may be odd: %s', async (_, odd) => {
    server = await openFakeServer(events(chunk({ content: '1' }), odd, chunk({ content: '3' }), chunk({}, 'stop')));
    const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session' });
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '123' },
      confidence: { logProbability: null },
    });
  });

  test.each([
    ['the end of thinking that the prompt began', 'if a < b:\n  return a</think>2'],
    ['the same with lines between', 'a < b\n</think>\n\n2'],
    ['a thought', '<thought>a < b</thought>2'],
    [
      'the channel of the answer',
      '<|channel|>analysis<|message|>1 < 2<|end|><|start|>assistant<|channel|>final<|message|>2',
    ],
    ['a channel that the prompt began', '1 < 2<|end|><|start|>assistant<|channel|>final<|message|>2'],
    ['no thinking before the channel of the answer', '<|channel|>final<|message|>2'],
  ])('thinking is split off at %s', async (_, text) => {
    server = await openFakeServer(says(text));
    const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session' });
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' } });
    expect(prediction.reasoning.includes('<')).toBe(text.includes(' < '));
  });

  test('what an answer says of tags is no thinking', async () => {
    server = await openFakeServer(says("'<think>a</think>b'"));
    const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session' });
    expect(prediction).toMatchObject({ claims: { returns: "'<think>a</think>b'" }, reasoning: '' });
  });

  test('a tool call whose arguments come in pieces', async () => {
    server = await openFakeServer(
      answers(400, { error: { message: 'response_format is not supported', param: 'response_format' } }),
      answers(400, { error: { message: 'response_format is not supported', param: 'response_format' } }),
      answers(400, { error: { message: 'response_format is not supported', param: 'response_format' } }),
      events(
        chunk({ tool_calls: [{ index: 0, function: { name: 'prediction', arguments: rightJson.slice(0, 20) } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: rightJson.slice(20) } }] }),
        chunk({}, 'tool_calls'),
      ),
    );
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, asked: { rung: 'tool' } });
    expect(server.seen).toHaveLength(4);
  });
});

describe('replies without an answer', () => {
  test('thinking alone, with JSON in it', async () => {
    const prediction = await ask(events(chunk({ reasoning: rightJson, content: null }), chunk({}, 'stop')));
    expect(prediction).toMatchObject({ kind: 'noAnswer', reason: 'onlyReasoning' });
  });

  test('nothing at all', async () => {
    expect(await ask(events(chunk({}, 'stop')))).toMatchObject({ kind: 'noAnswer', reason: 'empty' });
  });

  test('cut off at the limit of tokens, even where it could be mended', async () => {
    const prediction = await ask(events(chunk({ content: rightJson.slice(0, -3) }, 'length')));
    expect(prediction).toMatchObject({ kind: 'noAnswer', reason: 'truncatedLength', raw: rightJson.slice(0, -3) });
  });

  test('stopped by a content filter, as a refusal of the request or of the answer', async () => {
    const error = { error: { message: 'The response was filtered', code: 'content_filter' } };
    expect(await ask(answers(400, error))).toMatchObject({ kind: 'noAnswer', reason: 'contentFilter' });
    expect(server.seen).toHaveLength(1);
    await server.close();
    expect(await ask(events(chunk({ content: '{' }, 'content_filter')))).toMatchObject({ reason: 'contentFilter' });
  });

  test('a refusal', async () => {
    expect(await ask(events(chunk({ refusal: 'No.' }, 'stop')))).toMatchObject({ kind: 'noAnswer', reason: 'refusal' });
    await server.close();
    expect(await ask(says("I'm sorry, I can't help."))).toMatchObject({ kind: 'noAnswer', reason: 'refusal' });
  });
});

describe('answers that never arrive whole', () => {
  test.each([
    ['a content that is none', { choices: [{ index: 0, delta: { content: 7 } }] }],
    ['choices that are none', { choices: 'none' }],
    ['no object', ['x']],
  ])('a piece that is no part of a completion: %s', async (_, piece) => {
    server = await openFakeServer(events(chunk({ content: '1' }), piece, chunk({ content: '3' }), chunk({}, 'stop')));
    const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session' });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'protocol', raw: '1' });
    expect(prediction.explanation).toContain(JSON.stringify(piece));
    expect(server.seen).toHaveLength(1);
  });

  test('a piece that is no JSON', async () => {
    const prediction = await ask(response => {
      begin(response);
      send(response, chunk({ content: '1' }));
      response.end('data: {"choices": [\n\n');
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'protocol', raw: '1' });
    expect(server.seen).toHaveLength(1);
  });

  test('an end without a reason in the middle', async () => {
    const prediction = await ask(endsUnsaid(chunk({ content: rightJson.slice(0, 30) })));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'truncatedStream', raw: rightJson.slice(0, 30) });
  });

  const tool = { tool_calls: [{ index: 0, function: { name: 'answer', arguments: '{"re' } }] };
  test.each([
    ['of an answer', { content: '{"re' }, { raw: '{"re' }],
    ["of a tool's arguments", tool, { raw: '{"re' }],
    ['of thinking', { reasoning: 'hm' }, { reasoning: 'hm' }],
  ])('a connection that breaks in the middle %s is not asked again', async (_, delta, kept) => {
    const prediction = await ask(breaksAfter(chunk(delta)));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'truncatedStream', ...kept });
    expect(server.seen).toHaveLength(1);
  });

  test('an error inside the stream', async () => {
    const prediction = await ask(events(chunk({ content: '{' }), { error: { code: 502, message: 'upstream gone' } }));
    expect(prediction).toMatchObject({ kind: 'notAsked' });
    expect(prediction.explanation).toContain('upstream gone');
    expect(server.seen).toHaveLength(1);
  });

  test('a rate limit told with status 200 is no empty answer', async () => {
    const prediction = await ask(answers(200, { error: { code: 429, message: 'rate limited' } }));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'rateLimited' });
  });

  test('a web page with status 200', async () => {
    const prediction = await ask(response => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!DOCTYPE html><html><body>Sign in</body></html>');
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'protocol' });
    expect(prediction.explanation).toContain('<!DOCTYPE html>');
    expect(server.seen).toHaveLength(1);
  });

  test('longer than the user waits, which counts before what is usual', async () => {
    server = await openFakeServer(hangs);
    const begun = Date.now();
    const patience = { firstTokenMs: 200, totalMs: 5000 };
    expect(await predictAt(endpointAt(server.baseUrl), { patience })).toMatchObject({ reason: 'timeoutFirstToken' });
    expect(Date.now() - begun).toBeLessThan(2000);
    expect(
      await predictAt(endpointAt(server.baseUrl), { patience: { firstTokenMs: 5000, totalMs: 200 } }),
    ).toMatchObject({
      reason: 'timeoutTotal',
    });
    await Promise.all(server.seen.map(({ closed }) => closed));
  });

  test('silence before the headers', async () => {
    const begun = Date.now();
    expect(await askHastily(hangs)).toMatchObject({ kind: 'notAsked', reason: 'timeoutFirstToken' });
    expect(Date.now() - begun).toBeLessThan(1500);
    await server.seen[0]?.closed;
    expect(server.seen).toHaveLength(1);
  });

  test('signs of life before the first token are none', async () => {
    const prediction = await askHastily(response => {
      begin(response);
      send(response, chunk({ role: 'assistant', content: '' }));
      const timer = setInterval(() => response.write(': PROCESSING\n\n'), 50);
      response.once('close', () => clearInterval(timer));
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutFirstToken' });
    await server.seen[0]?.closed;
  });

  test('a prompt that is read for longer than an answer may pause', async () => {
    server = await openFakeServer(async response => {
      begin(response);
      await wait(600);
      send(response, chunk({ content: rightJson }, 'stop'));
      response.end('data: [DONE]\n\n');
    });
    const means = openMeans({ timers: { firstTokenMs: 5000, idleMs: 200 } });
    expect(await predictAt(endpointAt(server.baseUrl), { means })).toMatchObject({ kind: 'answered' });
  });

  test('silence between two pieces keeps what came', async () => {
    const prediction = await askHastily(response => {
      begin(response);
      send(response, chunk({ content: '{"reas' }));
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutIdle', raw: '{"reas' });
    await server.seen[0]?.closed;
  });

  test('an answer that never ends', async () => {
    const prediction = await askHastily(response => {
      begin(response);
      const timer = setInterval(() => send(response, chunk({ content: 'x' })), 50);
      response.once('close', () => clearInterval(timer));
    });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'timeoutTotal' });
    await server.seen[0]?.closed;
  });

  test('a prompt of which the server read only a part', async () => {
    const usage = { prompt_tokens: 40, completion_tokens: 30 };
    const prediction = await ask(events(chunk({ content: rightJson }, 'stop'), { choices: [], usage }));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'promptTruncatedByServer' });
  });
});
