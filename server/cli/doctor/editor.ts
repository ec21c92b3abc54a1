/** Which editors are there, and whether the extension is in them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Finding } from './finding.ts';

const commands = ['code', 'code-insiders', 'codium', 'cursor', 'code-server'];
const extension = 'called-it.called-it';
const patienceMs = 10_000;
const execute = promisify(execFile);

export async function editorFindings(signal: AbortSignal): Promise<readonly Finding[]> {
  const found = (await Promise.all(commands.map(command => editorFinding(command, signal)))).flat();
  if (found.length > 0) return found;
  return [
    {
      about: 'editor',
      state: 'missing',
      what: 'no VS Code command is on the PATH (tried code, codium, cursor, code-server)',
      remedy: "The command line works without one. In VS Code: “Shell Command: Install 'code' command in PATH”.",
    },
  ];
}

async function editorFinding(command: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const version = await firstLine(command, ['--version'], signal);
  if (version === null) return [];
  const extensions = (await linesOf(command, ['--list-extensions'], signal)) ?? [];
  const isInstalled = extensions.includes(extension);
  return [
    {
      about: 'editor',
      state: isInstalled ? 'works' : 'limited',
      what: `${command} ${version}, ${isInstalled ? 'with' : 'without'} the extension`,
      remedy: isInstalled
        ? ''
        : `Package it (\`npm run package\`), then \`${command} --install-extension called-it-….vsix\`.`,
    },
  ];
}

async function firstLine(command: string, words: readonly string[], signal: AbortSignal): Promise<string | null> {
  return (await linesOf(command, words, signal))?.[0]?.split(' ')[0] ?? null;
}

/** What the command prints, line by line; `null` where it is not there or does not answer. */
async function linesOf(
  command: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  try {
    const options = { timeout: patienceMs, signal, windowsHide: true, shell: process.platform === 'win32' };
    const { stdout } = await execute(command, [...words], options);
    return stdout.trim().split(/\r?\n/);
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
