/** The process of the small local model that the editor may start: it lists the models, fetches and serves the one that is chosen, and ends with the editor. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import { localModel } from '../core/messages.ts';
import { cacheFolder } from '../predict/local/cacheFolder.ts';
import { openLocalModel } from '../predict/local/localModel.ts';
import { type LocalModelFile, localModels } from '../predict/local/models.ts';

type Told = z.infer<(typeof localModel)['told']>;

const gone = new AbortController();
const opened: (() => Promise<void>)[] = [];

function tell(message: Told): void {
  if (process.connected) process.send?.(message);
}

async function end(): Promise<void> {
  gone.abort();
  for (const close of opened.splice(0)) await close();
  process.exit(0);
}

async function use(message: unknown): Promise<void> {
  const { name, python } = receive(localModel.asked, message, 'the editor');
  const chosen = Object.values(localModels).find(each => each.name === name);
  const model = await openLocalModel({
    ...(chosen === undefined ? {} : { name: chosen.name }),
    ...(python === '' ? {} : { python }),
    onProgress: ({ text, doneBytes, totalBytes }) =>
      tell({ kind: 'progress', text, done: doneBytes, total: totalBytes }),
    signal: gone.signal,
  });
  opened.push(() => model.close());
  const { baseUrl, apiKey, title, note } = model;
  tell({ kind: 'ready', baseUrl, apiKey, model: model.model, title, note });
}

function failed(error: unknown): Told {
  if (error instanceof Failure) {
    return { kind: 'failed', code: error.code, message: error.message, next: error.next };
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const message = 'The local model ended with an error of Called It itself.';
  return { kind: 'failed', code: 'bug', message, next: 'Please report it with the log.' };
}

async function described({ name, title, licence, bytes, file }: LocalModelFile) {
  const size = await stat(join(cacheFolder(), 'models', file)).then(
    facts => facts.size,
    () => 0,
  );
  return { name, title, licence, bytes, isHere: size === bytes };
}

process.on('message', message => void use(message).catch(error => tell(failed(error))));
process.once('disconnect', end);
process.once('SIGTERM', end);
process.once('SIGINT', end);

tell({ kind: 'models', models: await Promise.all(Object.values(localModels).map(described)) });
