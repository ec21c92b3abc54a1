import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { CancellationTokenSource, type CodeLens, ResponseError } from 'vscode-languageserver/node';
import {
  callsOf,
  Endpoint,
  findServers,
  predict,
  predictProgress,
  probeAt,
  probeOf,
  showPrompt,
  withoutKey,
} from '../core/messages.ts';
import { openParser } from '../parse/parser.ts';
import { openWasmParser } from '../parse/wasm.ts';
import type { Predictors } from './predictors.ts';
import { type Wired, wire } from './testing/wire.ts';

const unused = async (): Promise<never> => {
  throw new Error('This test asks no model.');
};
const noPredictors: Predictors = {
  predict: unused,
  roomToAsk: async ({ manifest }) => manifest.budgetTokens,
  roomToShow: async ({ manifest }) => manifest.budgetTokens,
  replayed: unused,
  promptOf: unused,
  testConnection: unused,
  findServers: unused,
  knownOf: unused,
  forget: unused,
  close: async () => undefined,
};

const program = `import math

def total(xs, k=1):
    """Adds up.

    >>> total([1, 2], k=3)
    9
    """
    return sum(xs) * k

def main(xs):
    return total(xs)

answer = total([4, 5])
`;

let wired: Wired | undefined;
afterEach(() => wired?.close());

interface Opened {
  readonly client: Wired['client'];
  readonly logged: Wired['logged'];
  readonly uri: string;
  readonly workspace: string;
}

async function opened(text = program, predictors = noPredictors, parser = openParser): Promise<Opened> {
  const workspace = mkdtempSync(join(tmpdir(), 'called-it-language-'));
  writeFileSync(join(workspace, 'shop.py'), text);
  const uri = pathToFileURL(join(workspace, 'shop.py')).href;
  wired = await wire(parser, () => predictors);
  const { client, logged } = wired;
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'python', version: 1, text },
  });
  return { client, logged, uri, workspace };
}

const caret = (line: number, column: number) => ({ start: { line, column }, end: { line, column } });

describe.each([
  ['native', openParser],
  ['wasm', openWasmParser],
])('with the %s parser', (_, parser) => {
  test('a caret in a call gives a probe of it', async () => {
    const { client, uri, workspace } = await opened(program, noPredictors, parser);
    const reply = await client.sendRequest(probeAt.method, { uri, workspace, range: caret(13, 11) });
    const probe = probeAt.reply.parse(reply);
    expect(probe).toMatchObject({
      kind: 'probe',
      probe: { target: { name: 'total', file: 'shop.py', form: 'function' }, call: { expression: 'total([4, 5])' } },
    });
  });

  test('lenses follow the edits', async () => {
    const { client, uri } = await opened(program, noPredictors, parser);
    const lines = async () => {
      const lenses = await client.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
      return lenses.map(lens => lens.range.start.line);
    };
    expect(await lines()).toEqual([2, 10]);
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        {
          range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
          text: '# é😀\ndef new(): ...\n',
        },
        { range: { start: { line: 12, character: 4 }, end: { line: 12, character: 8 } }, text: 'other' },
      ],
    });
    expect(await lines()).toEqual([2, 4, 12]);
  });
});

test('a lens opens the choice of calls at the name of its definition', async () => {
  const { client, uri } = await opened();
  const [lens] = await client.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
  expect(lens?.command).toEqual({
    title: 'Check a call',
    command: 'calledIt.chooseCall',
    arguments: [uri, { line: 2, column: 4 }],
  });
});

test('lenses are switched off, and the editor is asked to draw them again', async () => {
  const { client, uri } = await opened();
  const refreshed = new Promise(resolve => client.onRequest('workspace/codeLens/refresh', () => resolve('refreshed')));
  await client.sendNotification('workspace/didChangeConfiguration', { settings: { codeLens: false } });
  expect(await refreshed).toBe('refreshed');
  expect(await client.sendRequest('textDocument/codeLens', { textDocument: { uri } })).toEqual([]);
});

test('a definition offers its doctests and the calls in the file, and says its signature', async () => {
  const { client, uri, workspace } = await opened();
  const reply = callsOf.reply.parse(
    await client.sendRequest(callsOf.method, { uri, workspace, position: { line: 2, column: 5 } }),
  );
  expect(reply).toMatchObject({ name: 'total', signature: 'total(xs, k=1)', uncallable: '' });
  expect(reply.candidates.map(({ expression, from }) => [expression, from])).toEqual([
    ['total([1, 2], k=3)', 'doctest'],
    ['total([4, 5])', 'workspace'],
  ]);
});

test('a call that needs a local variable says so, and names what could be called instead', async () => {
  const { client, uri, workspace } = await opened();
  const reply = await client.sendRequest(probeAt.method, { uri, workspace, range: caret(11, 14) });
  expect(probeAt.reply.parse(reply)).toEqual({
    kind: 'nothing',
    reason: '`total(xs)` cannot run as it stands: `xs` is a parameter of `main`.',
    next: 'Type a call with literal arguments, such as `total([1, 2], k=3)`.',
    instead: { uri, name: 'total', position: { line: 2, column: 4 } },
  });
});

test('a typed call is made a probe, with a remark where its arguments do not fit', async () => {
  const { client, uri, workspace } = await opened();
  const ask = async (expression: string) =>
    probeOf.reply.parse(
      await client.sendRequest(probeOf.method, {
        uri,
        workspace,
        position: { line: 2, column: 5 },
        expression,
        setup: '',
        chosen: 'lens',
      }),
    );
  expect(await ask('total([1]')).toMatchObject({ kind: 'invalid' });
  expect(await ask('main([1])')).toEqual({ kind: 'invalid', reason: 'It does not call `total`.' });
  expect(await ask('total()')).toMatchObject({ kind: 'probe', remark: 'It still needs `xs`.' });
  expect(await ask('total([1], k=2)')).toMatchObject({ kind: 'probe', probe: { chosen: 'lens' } });
});

test('a call that is asked for without a place is looked up by its own text', async () => {
  const { client, uri, workspace } = await opened();
  const ask = async (expression: string) =>
    probeOf.reply.parse(
      await client.sendRequest(probeOf.method, { uri, workspace, expression, setup: '', chosen: 'hand' }),
    );
  expect(await ask('total([1], k=2)')).toMatchObject({ kind: 'probe', probe: { target: { name: 'total' } } });
  expect(await ask('math.sqrt(4)')).toMatchObject({ kind: 'probe', probe: { call: { expression: 'math.sqrt(4)' } } });
  expect(await ask('total([1]')).toMatchObject({ kind: 'invalid' });
});

test('a request of a wrong shape, or about a document that is not open, is answered with an error', async () => {
  const { client, workspace } = await opened();
  const wrong = await errorOf(client.sendRequest(probeAt.method, { uri: 3 }));
  expect(wrong.message).toContain('calledIt/probeAt');
  const closed = await errorOf(
    client.sendRequest(probeAt.method, { uri: 'file:///nowhere.py', workspace, range: caret(0, 0) }),
  );
  expect(closed.data).toMatchObject({ code: 'fileMissing' });
});

test('a bug is logged with its stack, answered with an error, and the next request is served', async () => {
  const { client, logged, uri, workspace } = await opened();
  const error = await errorOf(client.sendRequest(findServers.method, {}));
  expect(error.data).toEqual({ code: 'bug' });
  expect(logged.join('\n')).toContain('This test asks no model.');
  const reply = await client.sendRequest(probeAt.method, { uri, workspace, range: caret(13, 11) });
  expect(reply).toMatchObject({ kind: 'probe' });
});

test('cancelling a prediction ends it at once', async () => {
  const waiting: Predictors = {
    ...noPredictors,
    predict: (_asking, _limits, _onProgress, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const { client, uri, workspace } = await opened(program, waiting);
  const { probe } = await probeFor(client, uri, workspace);
  const source = new CancellationTokenSource();
  const stages: string[] = [];
  client.onNotification(predictProgress.method, ({ stage }: { stage: string }) => {
    stages.push(stage);
    source.cancel();
  });
  const asked = { token: 't', probe, workspace, endpoint, options };
  const error = await errorOf(client.sendRequest(predict.method, asked, source.token));
  expect([stages, error.code]).toEqual([['context'], -32800]);
});

test('the prompt is shown with the manifest of the code in it', async () => {
  const showing: Predictors = { ...noPredictors, promptOf: async ({ manifest }) => `${manifest.shown.length} piece` };
  const { client, uri, workspace } = await opened(program, showing);
  const { probe } = await probeFor(client, uri, workspace);
  const reply = await client.sendRequest(showPrompt.method, {
    probe,
    workspace,
    endpoint: withoutKey(Endpoint.parse(endpoint)),
    options,
  });
  expect(showPrompt.reply.parse(reply)).toMatchObject({ text: '1 piece', manifest: { level: 'callees' } });
});

const endpoint = {
  kind: 'model',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'm',
  apiKey: '',
  proxy: '',
  strictTls: true,
};
const options = {
  style: 'direct',
  answer: 'auto',
  context: 'callees',
  contextTokens: 2000,
  samples: 1,
  pythonVersion: '3.11.7',
};

async function probeFor(client: Wired['client'], uri: string, workspace: string) {
  const reply = probeAt.reply.parse(await client.sendRequest(probeAt.method, { uri, workspace, range: caret(13, 11) }));
  if (reply.kind !== 'probe') throw new Error('The caret is not in a call.');
  return reply;
}

async function errorOf(request: Promise<unknown>): Promise<ResponseError<unknown>> {
  const error = await request.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof ResponseError) return error;
  throw new Error('The request was answered without an error.');
}
