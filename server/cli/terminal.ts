/** The terminal as a command sees it: where answers and messages go, whether colour is wanted, and text made safe to print. */
import { oneLine } from '../core/line.ts';

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Marks a text for the eye; what it says never depends on it. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  doubtful(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
}

export interface Terminal {
  /** Answers alone go here. */
  readonly output: Stream;
  /** Progress and warnings go here. */
  readonly messages: Stream;
  readonly paint: Paint;
  /** Columns of `output`; 100 where it is no terminal. */
  readonly width: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function openTerminal(output: Stream, messages: Stream, environment: Environment): Terminal {
  return {
    output,
    messages,
    paint: wantsColour(output, environment) ? coloured : plain,
    width: Math.max(40, output.columns ?? 100),
  };
}

/** https://no-color.org: any value but the empty one turns colour off. */
function wantsColour(output: Stream, environment: Environment): boolean {
  if (environment['NO_COLOR'] || environment['TERM'] === 'dumb') return false;
  return output.isTTY === true || Boolean(environment['FORCE_COLOR']);
}

const sgr = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const same = (text: string): string => text;
const coloured: Paint = {
  good: sgr(32, 39),
  bad: sgr(31, 39),
  doubtful: sgr(33, 39),
  faint: sgr(2, 22),
  strong: sgr(1, 22),
};
export const plain: Paint = { good: same, bad: same, doubtful: same, faint: same, strong: same };

/** `text` with every control character but line feed and tab written as an escape: a program's output must not steer the terminal. */
export function harmless(text: string): string {
  return text.replace(controls, character => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** A text of a table: on one line, harmless, and as wide as its column. */
export function cell(text: string, width: number): string {
  return harmless(oneLine(text, width)).slice(0, width).padEnd(width);
}

/** C0 and C1 controls, and the marks that turn the direction of writing around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
