/** Which files are never shown to a model, whatever refers to them. */
import { isTestFile, type Workspace } from '../core/workspace.ts';

const secretFile =
  /(^|[._/-])(secrets?|credentials?|passwords?|passwd|private[._-]?keys?|api[._-]?keys?|id_rsa|id_ed25519)([._-]|$)|(^|\/)\.env/i;

const recordedRun = /(^|\/)\.called-it(\/|$)/;
const secrets = 'its file looks like a place for secrets';

/** Why a file is not shown; empty where it may be. */
export async function excludedBecause(workspace: Workspace, file: string): Promise<string> {
  if (recordedRun.test(file)) return 'a recorded run';
  if (isTestFile(file)) return 'a test';
  if (secretFile.test(file)) return secrets;
  return (await workspace.isListed(file)) ? '' : 'its file is ignored, hidden or installed';
}

/**
 * Why a file is not even shown where the user pointed into it; empty where what the call needs of it may be: a test, or what is hidden or
 * installed, holds no secret of its own.
 */
export async function forbiddenBecause(workspace: Workspace, file: string): Promise<string> {
  if (recordedRun.test(file)) return 'a recorded run';
  if (secretFile.test(file)) return secrets;
  const isInstalled = /(^|\/)(site|dist)-packages\//.test(file);
  return !isInstalled && (await workspace.isIgnored(file)) ? 'its file is ignored by Git' : '';
}
