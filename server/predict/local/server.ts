/** The local model's server as a child process: started on a free port with a random key, and never outliving us. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { receiveJson } from '../../core/door.ts';
import { cancelled } from '../../core/failure.ts';
import { serverNotStarted } from './failures.ts';
import { quietEnvironment } from './program.ts';
import serveScript from './serve.py';

export interface ServerSettings {
  readonly python: string;
  readonly file: string;
  /** The model's name, as the server lists it. */
  readonly alias: string;
  /** For all slots together. */
  readonly contextTokens: number;
  readonly slots: number;
  /** Of the processor. Threads that wait for each other spin, so that one too many on a busy machine slows all down. */
  readonly threads: number;
}

export interface RunningServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>;
}

const startMs = 120_000;
const closeMs = 3000;
const Listening = z.strictObject({ address: z.string() });

/** Resolves when the server answers its health question. */
export async function startServer(settings: ServerSettings, signal: AbortSignal): Promise<RunningServer> {
  if (signal.aborted) throw cancelled();
  const apiKey = randomBytes(24).toString('base64url');
  const child = spawn(settings.python, ['-I', '-c', serveScript], {
    env: quietEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const close = (): Promise<void> => stop(child, ended);
  const { file, alias, contextTokens, slots, threads } = settings;
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify({ file, alias, contextTokens, slots, threads, apiKey })}\n`);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
    const address = await addressOf(child, limit);
    await healthy(address, limit);
    return { baseUrl: `${address}/v1`, apiKey, close };
  } catch (cause) {
    await close();
    throw signal.aborted ? cancelled() : cause;
  }
}

function addressOf(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const said = { out: '', err: '' };
    const fail = (): void => reject(serverNotStarted(said.err));
    signal.addEventListener('abort', fail, { once: true });
    child.once('error', error => reject(serverNotStarted(error.message)));
    child.once('close', fail);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err = (said.err + text).slice(-4000);
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
      const line = said.out.split('\n').find(entry => entry.startsWith('{"address"'));
      if (line !== undefined) resolve(receiveJson(Listening, line, 'the local model server').address);
    });
  });
}

async function healthy(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${address}/health`, { signal }).catch(() => undefined);
    if (answer?.ok === true) return;
    await wait(50, undefined, { signal }).catch(() => undefined);
  }
  throw serverNotStarted('it did not become ready in time');
}

async function stop(child: ChildProcessWithoutNullStreams, ended: Promise<void>): Promise<void> {
  child.stdin.end();
  const kill = setTimeout(() => child.kill('SIGKILL'), closeMs);
  await ended;
  clearTimeout(kill);
}
