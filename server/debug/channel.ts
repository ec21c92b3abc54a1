/** What the debug adapter's process says to the editor that forked it, beside the sessions: where it listens, and what this machine allows. */
import type { z } from 'zod';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { type DebugReady, machine } from '../core/messages.ts';
import type { Walls } from '../core/outcome.ts';

/** What the questions of the parent are answered with. */
export interface Machine {
  readonly findPython: (candidates: readonly (readonly string[])[], signal: AbortSignal) => Promise<readonly string[]>;
  readonly versionOf: (python: readonly string[], signal: AbortSignal) => Promise<string>;
  readonly describeWalls: (python: readonly string[], signal: AbortSignal) => Promise<Walls>;
}

type Reply = z.infer<(typeof machine)['reply']>;

/** Tells the parent where the pipe is, answers it, and calls `end` when it is gone. */
export function answerParent(pipe: string, steps: Machine, log: Log, end: () => void): void {
  const gone = new AbortController();
  const send = (message: Reply | z.infer<typeof DebugReady>): void => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', message => {
    void answer(message, steps, log, gone.signal).then(reply => reply === undefined || send(reply));
  });
  process.once('disconnect', () => {
    gone.abort();
    end();
  });
  send({ kind: 'ready', pipe });
}

async function answer(message: unknown, steps: Machine, log: Log, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    const { id, candidates } = receive(machine.request, message, 'the editor');
    return await describe(id, candidates, steps, signal).catch(error => failed(id, error, log));
  } catch (error) {
    log.error(String(error));
    return undefined;
  }
}

async function describe(
  id: number,
  candidates: readonly (readonly string[])[],
  steps: Machine,
  signal: AbortSignal,
): Promise<Reply> {
  const python = await steps.findPython(candidates, signal);
  const [version, walls] = await Promise.all([steps.versionOf(python, signal), steps.describeWalls(python, signal)]);
  return { kind: 'machine', id, python: [...python], version, walls };
}

function failed(id: number, error: unknown, log: Log): Reply {
  if (error instanceof Failure) {
    return { kind: 'failed', id, code: error.code, message: error.message, next: error.next };
  }
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const message = 'Finding Python ended with an error of Called It itself.';
  return { kind: 'failed', id, code: 'bug', message, next: 'Please report it with the log.' };
}
