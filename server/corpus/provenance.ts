/** Where and with what a check was made. */
import { execFile } from 'node:child_process';
import { arch, release } from 'node:os';
import type { Provenance } from '../core/record.ts';
import { toolVersion } from '../core/version.ts';

export interface ProvenanceChoice {
  /** Version of the comparison rules. */
  readonly rules: string;
  readonly kept: Provenance['kept'];
}

/** The provenance of checks in the workspace `folder`. Where there is no git or no repository, commit and flag are empty and false. */
export async function provenanceOf(folder: string, { rules, kept }: ProvenanceChoice): Promise<Provenance> {
  const [commit, changes] = await Promise.all([
    git(folder, 'rev-parse', 'HEAD'),
    git(folder, 'status', '--porcelain', '--untracked-files=no'),
  ]);
  return {
    tool: toolVersion,
    rules,
    gitCommit: commit.trim(),
    gitDirty: changes.trim() !== '',
    os: `${process.platform} ${release()} ${arch()}`,
    kept,
    redacted: false,
  };
}

/** What git prints; empty where it fails. It must neither ask nor take a lock from the user's own git. */
function git(folder: string, ...words: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  const safe = ['-c', 'core.fsmonitor=false', '-C', folder, ...words];
  return new Promise(resolve => {
    execFile('git', safe, { env, timeout: 5000, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    );
  });
}
