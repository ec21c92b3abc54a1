/** How a command answers: one document for scripts or a text for people, and the status it ends with. Errors end here, too. */
import { type Command, CommanderError } from 'commander';
import { cancelled, Failure, type FailureCode } from '../core/failure.ts';
import { visible } from '../core/visible.ts';
import type { Terminal } from './terminal.ts';

/** 0 done, 1 done and what was checked is wrong, 2 usage or input, 3 the environment, 130 cancelled. */
export type ExitStatus = 0 | 1 | 2 | 3 | 130;

export interface Answer {
  readonly status: ExitStatus;
  /** The one JSON document of `--json`. */
  readonly document: unknown;
  /** For people; without a line feed at its end. */
  readonly text: string;
}

/** What a command may know of the world outside of it. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder. */
  readonly folder: string;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Tells the process what to end with. */
  end(status: ExitStatus): void;
}

export const jsonHelp = 'print one JSON document on stdout, and nothing else there';

/** The action of a command: does `work`, prints its answer, or the failure that came of it. */
export function answering(
  around: Surroundings,
  work: (command: Command) => Promise<Answer>,
): (...received: unknown[]) => Promise<void> {
  return async (...received) => {
    const command = received.at(-1);
    if (!isCommand(command)) throw new TypeError('commander hands over the command last');
    const isJson = command.opts()['json'] === true;
    try {
      const answer = await work(command);
      around.terminal.output.write(`${isJson ? JSON.stringify(answer.document) : answer.text}\n`);
      around.end(answer.status);
    } catch (error) {
      tell(around, error, isJson);
    }
  };
}

/** Prints what went wrong, as a document or as two plain sentences, never with a stack, and ends with its status. */
export function tell(around: Surroundings, error: unknown, isJson: boolean): void {
  const failure = failureOf(error, around.signal);
  if (isJson) around.terminal.output.write(`${JSON.stringify(failureDocument(failure))}\n`);
  else around.terminal.messages.write(`called-it: ${visible(failure.message)}\n${indent(visible(failure.next))}`);
  around.end(statusOf(failure.code));
}

export function failureDocument(failure: Failure): { readonly error: Record<'code' | 'message' | 'next', string> } {
  return { error: { code: failure.code, message: failure.message, next: failure.next } };
}

/** Any error as something to tell: a failure as it is, a usage error of commander's, a cancellation, and the rest as a bug. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return cancelled();
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) {
    return new Failure(
      'usage',
      sentence(error.message.replace(/^error: /, '').replace(/\s+/g, ' ')),
      'See `called-it --help`.',
    );
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Failure('bug', `Called It broke: ${what}`, 'Please report it, with the command that you typed.');
}

const statuses: Readonly<Record<FailureCode, ExitStatus>> = {
  usage: 2,
  fileMissing: 2,
  fileUnreadable: 2,
  callUnreadable: 2,
  corpusUnreadable: 2,
  unknownData: 2,
  untrusted: 2,
  noWorkspace: 2,
  noPython: 3,
  pythonBroken: 3,
  noWalls: 3,
  noModel: 3,
  localOnly: 3,
  modelFailed: 3,
  corpusReadOnly: 3,
  localModel: 3,
  bug: 3,
  cancelled: 130,
};

export function statusOf(code: FailureCode): ExitStatus {
  return statuses[code];
}

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'opts' in value;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? '' : '.'}`;

const indent = (text: string): string => (text === '' ? '' : `  ${text}\n`);
