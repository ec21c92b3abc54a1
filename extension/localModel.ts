/** The small local model of this window: offered with size and licence, fetched with progress, and gone with the editor. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import type { z } from 'zod';
import { receive } from '../server/core/door.ts';
import { cancelled, localModelEnded } from '../server/core/failure.ts';
import type { Log } from '../server/core/log.ts';
import { localModel } from '../server/core/messages.ts';
import { failureOf } from './adapterProcess.ts';
import { signalOf } from './signals.ts';

type Told = z.infer<(typeof localModel)['told']>;
type Models = Extract<Told, { kind: 'models' }>['models'];
type OnProgress = (progress: Extract<Told, { kind: 'progress' }>) => void;
export type Ready = Extract<Told, { kind: 'ready' }>;

/** Where the choice is kept, so that the model comes back with the editor. */
const memoryKey = 'localModel';

export class LocalModel implements vscode.Disposable {
  private child: ChildProcess | undefined;
  private ready: Ready | undefined;

  constructor(
    private readonly module: string,
    private readonly memory: vscode.Memento,
    private readonly log: Log,
    private readonly onChange: () => void,
  ) {}

  /** Where the model listens; nothing where it does not run. */
  running(): Ready | undefined {
    return this.ready;
  }

  /** The model that the user chose in an earlier window; empty for none. */
  chosen(): string {
    const name = this.memory.get<unknown>(memoryKey);
    return typeof name === 'string' ? name : '';
  }

  /** Asks which model to use, fetches it where it is not here, and starts it. */
  async offer(python: string): Promise<void> {
    this.stopProcess();
    const child = this.spawn();
    const models = await listed(child);
    const name = await choose(models);
    if (name === undefined) {
      this.stopProcess();
      return;
    }
    const ready = await this.startShown(child, name, python);
    await this.memory.update(memoryKey, name);
    const note = ready.note === '' ? '' : ` ${ready.note}`;
    void vscode.window.showInformationMessage(`${ready.title} is ready and predicts from now on.${note}`);
  }

  /** Starts the model of an earlier choice again; its files are there. */
  async resume(python: string): Promise<void> {
    const name = this.chosen();
    if (name === '' || this.ready !== undefined) return;
    const child = this.spawn();
    await listed(child);
    await this.startShown(child, name, python);
  }

  /** Stops the model and forgets the choice; its files stay. */
  async stop(): Promise<void> {
    await this.memory.update(memoryKey, undefined);
    this.stopProcess();
  }

  dispose(): void {
    this.stopProcess();
  }

  private async startShown(child: ChildProcess, name: string, python: string): Promise<Ready> {
    const options = { location: vscode.ProgressLocation.Notification, title: 'Called It', cancellable: true };
    try {
      this.ready = await vscode.window.withProgress(options, (progress, token) =>
        started(child, name, python, message => progress.report(stepOf(message)), signalOf(token)),
      );
      this.onChange();
      return this.ready;
    } catch (error) {
      this.stopProcess();
      throw error;
    }
  }

  private spawn(): ChildProcess {
    const child = fork(this.module, [], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      silent: true,
    });
    if (child.stderr !== null) createInterface(child.stderr).on('line', line => this.log.info(`[local] ${line}`));
    child.stdout?.resume();
    child.once('exit', () => {
      if (this.child !== child) return;
      this.child = undefined;
      this.ready = undefined;
      this.onChange();
    });
    this.child = child;
    return child;
  }

  private stopProcess(): void {
    this.child?.disconnect();
    this.child = undefined;
    this.ready = undefined;
    this.onChange();
  }
}

/** The models that can be had, which the process tells first. */
function listed(child: ChildProcess): Promise<Models> {
  return new Promise((resolve, reject) => {
    child.once('message', message => {
      const told = receive(localModel.told, message, 'the local model');
      if (told.kind === 'models') resolve(told.models);
      else reject(localModelEnded());
    });
    child.once('exit', () => reject(localModelEnded()));
    child.once('error', reject);
  });
}

async function choose(models: Models): Promise<string | undefined> {
  const items = models.map(({ name, title, licence, bytes, isHere }) => ({
    label: title,
    description: isHere ? `${megabytes(bytes)}, already here` : `downloads ${megabytes(bytes)}`,
    detail: `Licence ${licence}. Runs on this machine alone; nothing is sent anywhere.`,
    name,
    question: isHere ? '' : `Download ${title}?`,
    facts: `${megabytes(bytes)} for the model and about 34 MB for its server, into the cache folder of this machine. Licence of the model: ${licence}.`,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Called It: Use a Small Local Model',
    placeHolder: 'Small models are often wrong and nearly always sure: that is what they show',
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked.question === '') return picked?.name;
  const agreed = await vscode.window.showInformationMessage(
    picked.question,
    { modal: true, detail: picked.facts },
    'Download',
  );
  return agreed === undefined ? undefined : picked.name;
}

function started(
  child: ChildProcess,
  name: string,
  python: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.on('message', message => {
      const told = receive(localModel.told, message, 'the local model');
      if (told.kind === 'progress') onProgress(told);
      else if (told.kind === 'ready') resolve(told);
      else if (told.kind === 'failed') reject(failureOf(told));
    });
    child.once('exit', () => reject(localModelEnded()));
    signal.addEventListener('abort', () => reject(cancelled()), { once: true });
    child.send({ kind: 'use', name, python });
  });
}

function stepOf({ text, done, total }: Extract<Told, { kind: 'progress' }>): { message: string } {
  return { message: total > 0 && done > 0 ? `${text}: ${megabytes(done)} of ${megabytes(total)}` : text };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
