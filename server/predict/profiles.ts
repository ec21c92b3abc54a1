/** Learned profiles on disk, one file an endpoint and model, so that a server teaches us once. */

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import type { Address } from './address.ts';
import { Profile, profileKey, startingProfile } from './profile.ts';

const lifeMs = 14 * 24 * 3600 * 1000;

/** Profiles of one folder, read anew each time, since other processes learn too; what cannot be kept there lives as long as this object. */
export class Profiles {
  readonly #unkept = new Map<string, Profile>();

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** What was learned, where that is no older than 14 days; else the start values. */
  async get(address: Address, model: string): Promise<Profile> {
    return (await this.learned(address, model)) ?? startingProfile(address, model, new Date());
  }

  /** What was learned; nothing where that is too old, or there is none. */
  async learned(address: Address, model: string): Promise<Profile | undefined> {
    const key = profileKey(address, model);
    const profile = this.#unkept.get(key) ?? (await this.#read(key));
    return profile !== undefined && isFresh(profile) ? profile : undefined;
  }

  /** Keeps what was learned; its age stays that of the first lesson, since servers change. A folder that cannot be written is a remark in the log. */
  async set(address: Address, model: string, profile: Profile): Promise<void> {
    const key = profileKey(address, model);
    this.#unkept.set(key, profile);
    if (this.folder === '') return;
    try {
      await mkdir(this.folder, { recursive: true });
      const draft = join(this.folder, `${key}.${randomUUID()}.draft`);
      await writeFile(draft, `${JSON.stringify(profile, null, 2)}\n`);
      await rename(draft, this.fileOf(address, model));
      this.#unkept.delete(key);
    } catch (cause) {
      this.log.warn(`The profile of ${model} could not be kept: ${cause instanceof Error ? cause.message : cause}`);
    }
  }

  /** Has it all learned anew. Throws where the file cannot be removed. */
  async forget(address: Address, model: string): Promise<void> {
    this.#unkept.delete(profileKey(address, model));
    if (this.folder !== '') await rm(this.fileOf(address, model), { force: true });
  }

  fileOf(address: Address, model: string): string {
    return join(this.folder, `${profileKey(address, model)}.json`);
  }

  async #read(key: string): Promise<Profile | undefined> {
    if (this.folder === '') return undefined;
    const text = await readFile(join(this.folder, `${key}.json`), 'utf8').catch(() => '');
    return text === '' ? undefined : parsed(text);
  }
}

function isFresh({ learnedAt }: Profile): boolean {
  return Date.now() - Date.parse(learnedAt) <= lifeMs;
}

function parsed(text: string): Profile | undefined {
  try {
    return Profile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
