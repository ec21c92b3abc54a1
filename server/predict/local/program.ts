/** Runs a program to its end and gives what it said. Its environment is ours without secrets; it is ended with the signal. */
import { spawn } from 'node:child_process';
import { cancelled } from '../../core/failure.ts';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Sent to its standard input, which is then closed. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called for each whole line of its standard output. */
  readonly onLine?: (line: string) => void;
}

export interface Ended {
  /** `null` where a signal ended it, or it could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  /** The end of its standard error; the reason where it could not be started. */
  readonly stderr: string;
}

const keptCharacters = 20_000;
const secretName = /^(CALLED_IT_|OPENAI_|AZURE_OPENAI_|ANTHROPIC_)|(_API_KEY|_TOKEN|_SECRET|PASSWORD)$/i;

/** Our environment without keys and tokens of other services. */
export function quietEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}

/** Rejects only where `signal` cancels it; a program that fails is data. */
export function runProgram(program: Program, signal: AbortSignal): Promise<Ended> {
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, [...program.args], {
      env: { ...quietEnvironment(), ...program.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const said = { stdout: '', stderr: '', line: '' };
    const stop = (): void => void child.kill('SIGKILL');
    const settle = (ended: Ended): void => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(cancelled());
      else resolve(ended);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout = (said.stdout + text).slice(-keptCharacters);
      const lines = (said.line + text).split('\n');
      said.line = lines.pop() ?? '';
      for (const line of lines) program.onLine?.(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.stderr = (said.stderr + text).slice(-keptCharacters);
    });
    child.on('error', error => settle({ code: null, stdout: said.stdout, stderr: error.message }));
    child.on('close', code => settle({ code, stdout: said.stdout, stderr: said.stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(program.input ?? '');
  });
}
