/** Models of the editor over a stub of the editor: none, a late one, refusals by code, by name and by words, and a cancelled one. */
import { expect, test } from 'vitest';
import { answerFrom, type EditorModel, type EditorModels } from './editorModelAnswer.ts';

const never = new AbortController().signal;
const messages = [{ role: 'user' as const, text: 'What does f(1) return?' }];

function modelThat(send: EditorModel['send'], id = 'gpt'): EditorModel {
  const count = async (text: string): Promise<number> => text.length / 4;
  return {
    id,
    name: `The ${id}`,
    family: `${id}-family`,
    vendor: 'test',
    version: '1',
    maxInputTokens: null,
    count,
    send,
  };
}

function editorWith(models: readonly EditorModel[], more: Partial<EditorModels> = {}): EditorModels {
  return { list: async () => models, changed: async () => undefined, maySendTo: async () => true, ...more };
}

function ask(editor: EditorModels, model = '', signal = never) {
  return answerFrom(editor, { token: 't', model, messages }, () => undefined, signal);
}

test('the model that is named answers, of the vendor that is named, and says which one it is', async () => {
  const other = { ...modelThat(async () => 'three', 'claude'), vendor: 'other' };
  const editor = editorWith([modelThat(async () => 'one'), modelThat(async () => 'two', 'claude'), other]);
  expect(await ask(editor, 'test/claude')).toEqual({ kind: 'text', text: 'two', model: 'test/claude-family/1' });
  expect(await ask(editor, 'other/claude')).toEqual({ kind: 'text', text: 'three', model: 'other/claude-family/1' });
});

test('what cannot fit is not sent, and the sentence says by how much; what cannot be counted is', async () => {
  const sending = modelThat(async () => 'sent');
  const long = 'x'.repeat(400);
  const asking = (change: Partial<EditorModel>) =>
    answerFrom(
      editorWith([{ ...sending, ...change }]),
      { token: 't', model: '', messages: [{ role: 'user', text: long }] },
      () => undefined,
      never,
    );
  expect(await asking({ maxInputTokens: 99 })).toEqual({
    kind: 'failed',
    reason: 'contextOverflow',
    message: expect.stringMatching(
      /^The question has 100 tokens, and The gpt takes 99: it was not sent\. Show less code/,
    ),
  });
  expect(await asking({ maxInputTokens: 100 })).toMatchObject({ text: 'sent' });
  expect(await asking({ maxInputTokens: 99, count: async () => null })).toMatchObject({ text: 'sent' });
  const uncounted = { maxInputTokens: 400, count: () => Promise.reject(new Error('it was counted')) };
  expect(await asking(uncounted)).toMatchObject({ text: 'sent' });
});

test('where none is named the first answers, but one that stands for any', async () => {
  const editor = editorWith([modelThat(async () => 'whichever', 'auto'), modelThat(async () => 'first')]);
  expect(await ask(editor)).toMatchObject({ text: 'first', model: 'test/gpt-family/1' });
});

test('an empty list is looked at once more, since models come late, and then said', async () => {
  const late: EditorModel[] = [];
  const editor = editorWith(late, { changed: async () => void late.push(modelThat(async () => '2')) });
  expect(await ask(editor)).toMatchObject({ kind: 'text', text: '2' });
  expect(await ask(editorWith([]))).toMatchObject({
    reason: 'modelNotFound',
    message: expect.stringContaining('Sign in'),
  });
  const other = await ask(editorWith([modelThat(async () => '2')]), 'another');
  expect(other).toMatchObject({ reason: 'modelNotFound', message: expect.stringContaining('one of: test/gpt') });
});

test('nothing is sent without consent', async () => {
  const sending = modelThat(() => Promise.reject(new Error('it was sent')));
  const editor = editorWith([sending], { maySendTo: async () => false });
  expect(await ask(editor)).toMatchObject({ kind: 'failed', reason: 'consentDenied' });
});

test('consent that comes when nobody waits any more sends nothing', async () => {
  const controller = new AbortController();
  let wasSent = false;
  const sending = modelThat(async () => {
    wasSent = true;
    return '2';
  });
  const editor = editorWith([sending], {
    maySendTo: async () => {
      controller.abort();
      return true;
    },
  });
  expect(await ask(editor, '', controller.signal)).toMatchObject({ kind: 'failed', reason: 'cancelled' });
  expect(wasSent).toBe(false);
});

const withCode = (code: string, message = 'No.', cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });
const withName = (name: string, message = 'No.') => Object.assign(new Error(message), { name });

test.each([
  [withCode('NoPermissions'), 'consentDenied'],
  [withCode('Blocked'), 'blocked'],
  [withCode('NotFound'), 'modelNotFound'],
  [withName('ChatQuotaExceeded'), 'quota'],
  [withCode('Unknown', 'Language model errored', withName('ChatQuotaExceeded')), 'quota'],
  [withName('ChatRateLimited'), 'rateLimited'],
  [withCode('Blocked', 'x', withName('ChatRateLimited')), 'rateLimited'],
  [new Error('Message exceeds token limit.'), 'contextOverflow'],
  [new Error('Model is not supported for this request.'), 'unsupported'],
  [new Error('Response got filtered.'), 'contentFilter'],
  [new Error('socket hang up'), 'serverError'],
  ['a thrown text', 'serverError'],
] as const)('%s is %s, with the next step', async (error, reason) => {
  const reply = await ask(editorWith([modelThat(() => Promise.reject(error))]));
  expect(reply).toMatchObject({ kind: 'failed', reason, message: expect.stringMatching(/^[A-Z].*\. .*\.$/) });
});

test('a provider that breaks the list is a reason too', async () => {
  const editor = editorWith([], { list: () => Promise.reject(new Error('A provider broke')) });
  expect(await ask(editor)).toMatchObject({
    reason: 'serverError',
    message: expect.stringContaining('A provider broke.'),
  });
});

test('a cancelled answer is none, whether it ends, throws or goes on', async () => {
  for (const end of [() => 'half an ans', () => Promise.reject(new Error('Canceled'))]) {
    const controller = new AbortController();
    const model = modelThat(async () => {
      controller.abort();
      return end();
    });
    expect(await ask(editorWith([model]), '', controller.signal)).toMatchObject({ reason: 'cancelled' });
  }
});
