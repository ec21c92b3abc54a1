/** The model of the demo: the one that the environment names, else a small one on this machine. */
import type { AskOptions, Endpoint } from '../../core/messages.ts';
import type { LocalModelName } from '../../predict/local/models.ts';
import type { Surroundings } from '../answer.ts';
import { endpointOf } from '../modelOptions.ts';
import type { Progress } from '../progress.ts';

export interface DemoModel {
  readonly endpoint: Endpoint;
  /** As people know it. */
  readonly title: string;
  /** The shape of its answers; that of the local ones is measured already, and theirs carries changes and printed text too. */
  readonly answer: AskOptions['answer'];
  /** SHA-256 of the model's file; empty where it is not known. */
  readonly fingerprint: string;
  /** A sentence that people should read; mostly empty. */
  readonly note: string;
  close(): Promise<void>;
}

/** `name` asks for a local model; without it, an address in the environment comes first. */
export async function openDemoModel(
  name: LocalModelName | undefined,
  progress: Progress,
  around: Surroundings,
): Promise<DemoModel> {
  if (name === undefined && around.environment['CALLED_IT_BASE_URL']) {
    const endpoint = endpointOf({}, around);
    const title = `${endpoint.model} at ${new URL(endpoint.baseUrl).host}`;
    return { endpoint, title, answer: 'auto', fingerprint: '', note: '', close: () => Promise.resolve() };
  }
  return openLocal(name, progress, around);
}

async function openLocal(
  name: LocalModelName | undefined,
  progress: Progress,
  around: Surroundings,
): Promise<DemoModel> {
  const { openLocalModel } = await import('../../predict/local/localModel.ts');
  const local = await openLocalModel({
    name,
    signal: around.signal,
    onProgress: ({ text, doneBytes, totalBytes }) => {
      if (totalBytes === 0) progress.show(text);
      else progress.show(`${text}: ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`, doneBytes / totalBytes);
    },
  });
  const { baseUrl, apiKey, model, title, fingerprint, note } = local;
  return {
    endpoint: { kind: 'model', baseUrl, model, apiKey, proxy: '', strictTls: true },
    title: `${title}, on this machine`,
    answer: 'session',
    fingerprint,
    note,
    close: local.close,
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
