/** Learned profiles on disk, one file an endpoint and model, so that a server teaches us once. */

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import type { Address } from './address.ts';
import { Profile, profileKey, startingProfile } from './profile.ts';

const lifeMs = 14 * 24 * 3600 * 1000;

/** Profiles of one folder; without a folder they live as long as this object. */
export class Profiles {
  readonly #known = new Map<string, Profile>();

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** What was learned, where that is no older than 14 days; else the start values. */
  async get(address: Address, model: string): Promise<Profile> {
    const key = profileKey(address, model);
    const cached = this.#known.get(key);
    const learned = cached !== undefined && isFresh(cached) ? cached : await this.#read(key);
    const known = learned ?? startingProfile(address, model, new Date());
    this.#known.set(key, known);
    return known;
  }

  /** What is kept on disk, and where; nothing where that is too old, or there is none. */
  async kept(
    address: Address,
    model: string,
  ): Promise<{ readonly profile: Profile | undefined; readonly file: string }> {
    const key = profileKey(address, model);
    return { profile: await this.#read(key), file: join(this.folder, `${key}.json`) };
  }

  /** Keeps what was learned; its age stays that of the first lesson, since servers change. A folder that cannot be written is a remark in the log. */
  async set(address: Address, model: string, profile: Profile): Promise<void> {
    const key = profileKey(address, model);
    this.#known.set(key, profile);
    if (this.folder === '') return;
    try {
      await mkdir(this.folder, { recursive: true });
      const draft = join(this.folder, `${key}.${randomUUID()}.draft`);
      await writeFile(draft, `${JSON.stringify(profile, null, 2)}\n`);
      await rename(draft, join(this.folder, `${key}.json`));
    } catch (cause) {
      this.log.warn(`The profile of ${model} could not be kept: ${cause instanceof Error ? cause.message : cause}`);
    }
  }

  /** Forgets what was learned about a model. */
  async reset(address: Address, model: string): Promise<Profile> {
    const fresh = startingProfile(address, model, new Date());
    await this.set(address, model, fresh);
    return fresh;
  }

  async #read(key: string): Promise<Profile | undefined> {
    if (this.folder === '') return undefined;
    const text = await readFile(join(this.folder, `${key}.json`), 'utf8').catch(() => '');
    const profile = text === '' ? undefined : parsed(text);
    return profile !== undefined && isFresh(profile) ? profile : undefined;
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
