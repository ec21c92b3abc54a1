/** The version of an interpreter, asked once a process. */
import { execFile } from 'node:child_process';
import { pythonBroken } from '../core/failure.ts';

const known = new Map<string, string>();
const program = 'import platform; print(platform.python_version())';
const deadlineMs = 20_000;

/** `3.11.7`. Throws a failure where the interpreter does not start. */
export async function versionOf(python: readonly string[], signal: AbortSignal): Promise<string> {
  const key = JSON.stringify(python);
  const version = known.get(key) ?? (await ask(python, signal));
  known.set(key, version);
  return version;
}

function ask([executable = '', ...leading]: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [...leading, '-I', '-S', '-c', program];
    execFile(executable, args, { signal, timeout: deadlineMs, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(signal.aborted ? error : pythonBroken(executable, stderr.trim().split('\n').at(-1) || error.message));
    });
  });
}
