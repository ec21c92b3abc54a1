/** How requests are answered: received through the door, with a signal for the token, and an error for whatever goes wrong. */
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import type { z } from 'zod';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import type { Log } from '../core/log.ts';

interface Message<Request, Reply> {
  readonly method: string;
  readonly request: z.ZodType<Request>;
  readonly reply: z.ZodType<Reply>;
}

/** Answers a message of `core/messages.ts`. */
export function answer<Request, Reply>(
  connection: Connection,
  log: Log,
  message: Message<Request, Reply>,
  handle: (request: Request, signal: AbortSignal) => Promise<Reply>,
): void {
  connection.onRequest(
    message.method,
    (data: unknown, token: CancellationToken): Promise<unknown> =>
      settled(log, message.method, token, signal => handle(receive(message.request, data, message.method), signal)),
  );
}

/** The one place where what goes wrong with a request becomes its answer. */
export async function settled<T>(
  log: Log,
  method: string,
  token: CancellationToken,
  handle: (signal: AbortSignal) => Promise<T>,
): Promise<T | ResponseError<unknown>> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    if (token.isCancellationRequested) controller.abort();
    controller.signal.throwIfAborted();
    return await handle(controller.signal);
  } catch (error) {
    return controller.signal.aborted ? cancelledReply(method) : errorReply(log, method, error);
  } finally {
    listening.dispose();
  }
}

function cancelledReply(method: string): ResponseError<unknown> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, `${method} was cancelled.`);
}

function errorReply(log: Log, method: string, error: unknown): ResponseError<unknown> {
  if (error instanceof Failure) {
    log.warn(`${method}: ${error.message}`);
    const { code, message, next } = error;
    return new ResponseError(LSPErrorCodes.RequestFailed, message, { code, message, next });
  }
  log.error(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ResponseError(ErrorCodes.InternalError, 'Something went wrong in the language server; its log has more.', {
    code: 'bug',
  });
}
