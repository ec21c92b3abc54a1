/** Where large files that can be fetched again are kept: models, the server's Python packages, learned profiles. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `CALLED_IT_CACHE`, else `called-it` in the operating system's cache folder. It need not exist. */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env['CALLED_IT_CACHE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return join(systemCache(env, platform), 'called-it');
}

function systemCache(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  const chosen = env['XDG_CACHE_HOME'];
  return chosen === undefined || chosen === '' ? join(homedir(), '.cache') : chosen;
}
