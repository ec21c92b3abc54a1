import { expect, test } from 'vitest';
import { openProgress } from './progress.ts';
import { openTerminal } from './terminal.ts';

const tty = { write: () => undefined, isTTY: true, columns: 80 };
const pipe = { write: () => undefined };

test('colour is for terminals, and NO_COLOR turns it off', () => {
  expect(openTerminal(tty, tty, {}).paint.good('x')).toBe('\u001b[32mx\u001b[39m');
  expect(openTerminal(tty, tty, { NO_COLOR: '1' }).paint.good('x')).toBe('x');
  expect(openTerminal(tty, tty, { TERM: 'dumb' }).paint.good('x')).toBe('x');
  expect(openTerminal(pipe, tty, {}).paint.good('x')).toBe('x');
  expect(openTerminal(pipe, tty, { FORCE_COLOR: '1' }).paint.good('x')).toBe('\u001b[32mx\u001b[39m');
});

test('progress is drawn on terminals alone, and not within the first second', () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), isTTY: true, columns: 40 };
  const progress = openProgress(openTerminal(stream, stream, {}));
  progress.show('asking');
  progress.end();
  progress.show('late');
  expect(written).toEqual([]);
});
