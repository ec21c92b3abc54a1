/** The Python that the local model's server is installed for: 3.10 or newer, with `venv`. */
import { localModelFailure } from './failures.ts';
import { runProgram } from './program.ts';

const candidates: readonly (readonly string[])[] = [
  ['python3'],
  ['python3.13'],
  ['python3.12'],
  ['python3.11'],
  ['python3.10'],
  ['python'],
  ['py', '-3'],
];

const question = 'import sys; print("%d.%d" % sys.version_info[:2]); print(sys.executable)';

/** The absolute path of the first one that is new enough. `chosen`, where not empty, is tried first. */
export async function pythonForServer(chosen: string, signal: AbortSignal): Promise<string> {
  const found: string[] = [];
  for (const [command = '', ...args] of chosen === '' ? candidates : [[chosen], ...candidates]) {
    const ended = await runProgram({ command, args: [...args, '-I', '-c', question] }, signal);
    const [version = '', path = ''] = ended.stdout.trim().split(/\r?\n/);
    if (ended.code !== 0 || path === '') continue;
    if (isNewEnough(version)) return path;
    found.push(`${version} at ${path}`);
  }
  const seen = found.length === 0 ? 'none was found' : `only ${found.join(', ')} was found`;
  throw localModelFailure(
    `The small local model needs Python 3.10 or newer, and ${seen}.`,
    'Install a newer Python beside the one of your project, or use another model server (`CALLED_IT_BASE_URL` and `CALLED_IT_MODEL`).',
  );
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 3 || (major === 3 && minor >= 10);
}
