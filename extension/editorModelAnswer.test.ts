/** Models of the editor over a stub of the editor: none, a late one, refusals by code, by name and by words, and a cancelled one. */
import { expect, test } from 'vitest';
import { answerFrom, type EditorModel, type EditorModels } from './editorModelAnswer.ts';

const never = new AbortController().signal;
const messages = [{ role: 'user' as const, text: 'What does f(1) return?' }];

function modelThat(send: EditorModel['send'], id = 'gpt'): EditorModel {
  return { id, name: `The ${id}`, family: `${id}-family`, vendor: 'test', send };
}

function editorWith(models: readonly EditorModel[], more: Partial<EditorModels> = {}): EditorModels {
  return { list: async () => models, changed: async () => undefined, maySendTo: async () => true, ...more };
}

function ask(editor: EditorModels, model = '', signal = never) {
  return answerFrom(editor, { token: 't', model, messages }, () => undefined, signal);
}

test('the model that is named answers, by its id, family or name', async () => {
  const editor = editorWith([modelThat(async () => 'one'), modelThat(async () => 'two', 'claude')]);
  for (const name of ['claude', 'claude-family', 'The claude']) {
    expect(await ask(editor, name)).toEqual({ kind: 'text', text: 'two', model: 'claude' });
  }
});

test('where none is named the first answers, but one that stands for any', async () => {
  const editor = editorWith([modelThat(async () => 'whichever', 'auto'), modelThat(async () => 'first')]);
  expect(await ask(editor)).toMatchObject({ text: 'first', model: 'gpt' });
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
  expect(other).toMatchObject({ reason: 'modelNotFound', message: expect.stringContaining('one of: gpt') });
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
