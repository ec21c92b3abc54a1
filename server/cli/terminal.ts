/** The terminal as a command sees it: where answers and messages go, and whether colour is wanted. */
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

/** A text of a table: on one line, and as wide as its column. */
export function cell(text: string, width: number): string {
  return oneLine(text, width).padEnd(width);
}
