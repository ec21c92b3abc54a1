import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addPersonOptions, ownPrediction, PersonFlags } from './personOptions.ts';

function own(...words: readonly string[]): ReturnType<typeof ownPrediction> {
  const command = addPersonOptions(new Command().exitOverride().configureOutput({ outputError: () => undefined }));
  command.parse(words, { from: 'user' });
  return ownPrediction(PersonFlags.parse(command.opts()), 'outcome');
}

test('a text is the claimed value', () => {
  expect(own('--predict', '[1, 2]', '--confidence', '80')).toEqual({
    claims: { returns: '[1, 2]', state: [] },
    confidence: 0.8,
  });
});

test.each([
  ['KeyError', { type: 'KeyError' }],
  ['shop.money.PriceError: not a price: 3', { type: 'shop.money.PriceError', message: 'not a price: 3' }],
  ['ValueError:', { type: 'ValueError', message: '' }],
])('--raises %j', (text, raises) => {
  expect(own('--raises', text)?.claims).toEqual({ raises, state: [] });
});

test('state may be claimed more than once, and an equals sign in the value stays', () => {
  expect(own('--state', 'xs = [1]', '--state', 'd={"a": "="}')?.claims.state).toEqual([
    { target: 'xs', text: '[1]' },
    { target: 'd', text: '{"a": "="}' },
  ]);
});

test('nothing claimed means that a model is to be asked', () => {
  expect(own()).toBeNull();
});

test.each([
  [['--predict', '1', '--raises', 'KeyError'], 'A call returns or raises, not both.'],
  [['--confidence', '50'], '`--confidence` is of your own prediction, and there is none.'],
  [['--predict', '1', '--confidence', '101'], 'It must be a number from 0 to 100.'],
  [['--predict', '1', '--confidence', ''], 'It must be a number from 0 to 100.'],
  [['--state', 'xs'], 'It must be a target, `=`, and a value'],
])('%j is refused', (words, message) => {
  expect(() => own(...words)).toThrow(message);
});
