/** The cases of a corpus whose source is another one now, by the files of the workspace. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from '../core/probe.ts';
import type { Contents } from './corpus.ts';
import { isSystemError } from './place.ts';
import { type Staleness, stalenessOf } from './stale.ts';

export interface StaleCase {
  readonly probe: Probe;
  /** Ids of the records that are about it. */
  readonly records: readonly string[];
  readonly staleness: Exclude<Staleness, { readonly kind: 'same' }>;
}

/** Each probe once, in the order of the corpus. Probes that carry their own code are never stale. */
export async function staleCasesOf({ records, probes }: Contents, workspace: string): Promise<readonly StaleCase[]> {
  const ids = new Map<string, { readonly probe: Probe; readonly records: string[] }>();
  for (const { probe, id } of [...probes, ...records]) {
    const known = ids.get(probe.id);
    if (known === undefined) ids.set(probe.id, { probe, records: [id] });
    else known.records.push(id);
  }
  const texts = textsIn(workspace);
  const cases = await Promise.all(
    [...ids.values()].map(async one => {
      const staleness = stalenessOf(one.probe, await texts(one.probe.target.file));
      return staleness.kind === 'same' ? [] : [{ ...one, staleness }];
    }),
  );
  return cases.flat();
}

/** Reads each file once; `undefined` for one that is not there. */
export function textsIn(workspace: string): (file: string) => Promise<string | undefined> {
  const texts = new Map<string, Promise<string | undefined>>();
  return file => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = file === '' ? Promise.resolve(undefined) : textOf(join(workspace, file));
    texts.set(file, text);
    return text;
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
