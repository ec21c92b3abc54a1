/**
 * Which Python the user chose: what the environments extension names, else the Python extension, else the setting, else what the path
 * offers. Other extensions are doors: what they give is checked.
 */
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Log } from '../server/core/log.ts';

/** An executable and its leading arguments. */
export type Interpreter = readonly string[];

/** The interpreters that may be used for a file, the most wanted first. A setting that names one leaves out what the path offers. */
export async function interpretersFor(configured: string, uri: vscode.Uri, log: Log): Promise<readonly Interpreter[]> {
  const chosen = (await fromEnvironments(uri, log)) ?? (await fromPython(uri, log));
  const otherwise = configured === '' ? onPath() : [[configured]];
  return chosen === undefined ? otherwise : [chosen, ...otherwise];
}

type Asking = (argument: unknown) => PromiseLike<unknown>;
const asking = z.custom<Asking>(value => typeof value === 'function');

const EnvironmentsApi = z.object({ getEnvironment: asking });
const Environment = z.object({
  execInfo: z.object({
    run: z.object({ executable: z.string().min(1), args: z.array(z.string()).optional() }),
    activatedRun: z.object({ executable: z.string().min(1), args: z.array(z.string()).optional() }).optional(),
  }),
});

async function fromEnvironments(uri: vscode.Uri, log: Log): Promise<Interpreter | undefined> {
  return attempt('ms-python.vscode-python-envs', log, async exported => {
    const api = EnvironmentsApi.safeParse(exported);
    if (!api.success) return undefined;
    const found = Environment.safeParse(await api.data.getEnvironment(uri));
    if (!found.success) return undefined;
    const { run, activatedRun = run } = found.data.execInfo;
    return [activatedRun.executable, ...(activatedRun.args ?? [])];
  });
}

const PythonApi = z.object({
  environments: z.object({
    getActiveEnvironmentPath: z.custom<(resource: unknown) => unknown>(value => typeof value === 'function'),
    resolveEnvironment: asking,
  }),
});
/** The path of an environment may be a folder without a Python in it; then there is no executable. */
const Resolved = z.object({ executable: z.object({ uri: z.object({ fsPath: z.string().min(1) }) }) });

async function fromPython(uri: vscode.Uri, log: Log): Promise<Interpreter | undefined> {
  return attempt('ms-python.python', log, async exported => {
    const api = PythonApi.safeParse(exported);
    if (!api.success) return undefined;
    const { environments } = api.data;
    const found = Resolved.safeParse(await environments.resolveEnvironment(environments.getActiveEnvironmentPath(uri)));
    return found.success ? [found.data.executable.uri.fsPath] : undefined;
  });
}

/** Another extension that is absent, fails or answers in another way leaves the choice to the next. */
async function attempt(
  id: string,
  log: Log,
  ask: (exported: unknown) => Promise<Interpreter | undefined>,
): Promise<Interpreter | undefined> {
  const extension = vscode.extensions.getExtension<unknown>(id);
  if (extension === undefined) return undefined;
  try {
    const chosen = await ask(await extension.activate());
    if (chosen === undefined) log.info(`${id} names no interpreter.`);
    return chosen;
  } catch (error) {
    log.warn(`${id} could not be asked for the interpreter: ${String(error)}`);
    return undefined;
  }
}

function onPath(): readonly Interpreter[] {
  return process.platform === 'win32' ? [['py', '-3'], ['python'], ['python3']] : [['python3'], ['python']];
}
