/** Which files are never shown to a model, whatever refers to them. */
import { isTestFile, type Workspace } from '../core/workspace.ts';

const secretFile =
  /(^|[._/-])(secrets?|credentials?|passwords?|passwd|private[._-]?keys?|api[._-]?keys?|id_rsa|id_ed25519)([._-]|$)|(^|\/)\.env/i;

/** Why a file is not shown; empty where it may be. */
export async function excludedBecause(workspace: Workspace, file: string): Promise<string> {
  if (/(^|\/)\.called-it(\/|$)/.test(file)) return 'a recorded run';
  if (isTestFile(file)) return 'a test';
  if (secretFile.test(file)) return 'its file looks like a place for secrets';
  return (await workspace.isListed(file)) ? '' : 'its file is ignored, hidden or installed';
}
