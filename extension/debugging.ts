/** A check as a debug session: its arguments, and the event that reports it. No debug view shows. */
import * as vscode from 'vscode';
import type { z } from 'zod';
import { receive } from '../server/core/door.ts';
import { adapterEnded, cancelled } from '../server/core/failure.ts';
import { checkedEvent, type LaunchArguments } from '../server/core/messages.ts';
import { failureOf } from './adapterProcess.ts';

/** A run that is over, and its verdict where there was a prediction. */
export type Checked = Extract<z.infer<(typeof checkedEvent)['body']>, { kind: 'checked' }>;

const type = 'called-it';

/** Toolbar, status bar colour, views and the save before a start stay away: the result is shown on the line. */
const quiet: vscode.DebugSessionOptions = {
  noDebug: true,
  suppressDebugToolbar: true,
  suppressDebugStatusbar: true,
  suppressDebugView: true,
  suppressSaveBeforeStart: true,
};

/** One check between its start and its end. */
interface Launch {
  readonly arguments: LaunchArguments;
  /** Takes the body of the adapter's event, or `undefined` where the session ended without one. */
  readonly settle: (body: unknown) => void;
  readonly signal: AbortSignal;
  session: vscode.DebugSession | undefined;
}

export class Debugging implements vscode.Disposable {
  private readonly launches = new Map<string, Launch>();
  private readonly registered: vscode.Disposable;
  private count = 0;

  /** `checkConfigured` takes a configuration of ours that the user started from a launch file. */
  constructor(
    private readonly checkConfigured: (
      configuration: vscode.DebugConfiguration,
      folder: vscode.WorkspaceFolder | undefined,
    ) => void,
  ) {
    this.registered = vscode.Disposable.from(
      vscode.debug.onDidStartDebugSession(session => {
        const launch = this.launchOf(session.configuration);
        if (launch === undefined) return;
        launch.session = session;
        if (launch.signal.aborted) void vscode.debug.stopDebugging(session);
      }),
      vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
        if (event === checkedEvent.event) this.launchOf(session.configuration)?.settle(body);
      }),
      vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
        this.launchOf(configuration)?.settle(undefined);
        this.launches.delete(String(configuration['ticket']));
      }),
    );
  }

  /** The configuration with the arguments of its check; nothing for one from a launch file, which is checked in its own way. */
  completed(
    configuration: vscode.DebugConfiguration,
    folder: vscode.WorkspaceFolder | undefined,
  ): vscode.DebugConfiguration | undefined {
    const launch = this.launchOf(configuration);
    if (launch !== undefined) return { ...configuration, ...launch.arguments };
    this.checkConfigured(configuration, folder);
    return undefined;
  }

  /** Runs the call of a probe and compares it with the prediction. Aborting ends the session and the run. */
  async run(
    folder: vscode.WorkspaceFolder | undefined,
    launchArguments: LaunchArguments,
    signal: AbortSignal,
  ): Promise<Checked> {
    if (signal.aborted) throw cancelled();
    const ticket = `check-${this.count++}`;
    const body = new Promise<unknown>((resolve, reject) => {
      const launch: Launch = { arguments: launchArguments, settle: resolve, signal, session: undefined };
      this.launches.set(ticket, launch);
      signal.addEventListener('abort', () => reject(cancelled()), { once: true });
    });
    const stop = (): void => this.stop(ticket);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const name = launchArguments.probe.call.expression;
      const configuration = { type, request: 'launch', name, ticket, internalConsoleOptions: 'neverOpen' };
      const started = vscode.debug.startDebugging(folder, configuration, quiet);
      return receiveChecked(await Promise.race([body, started.then(ok => (ok ? body : undefined))]));
    } finally {
      signal.removeEventListener('abort', stop);
      if (!signal.aborted) this.launches.delete(ticket);
    }
  }

  /** Ends every check that runs: the adapter is gone. */
  settleAll(): void {
    for (const { settle } of this.launches.values()) settle(undefined);
  }

  dispose(): void {
    this.registered.dispose();
  }

  /** Without a session the editor would stop every one, also those of others: an aborted launch stops when it begins. */
  private stop(ticket: string): void {
    const session = this.launches.get(ticket)?.session;
    if (session !== undefined) void vscode.debug.stopDebugging(session);
  }

  private launchOf({ ticket }: vscode.DebugConfiguration): Launch | undefined {
    return typeof ticket === 'string' ? this.launches.get(ticket) : undefined;
  }
}

function receiveChecked(body: unknown): Checked {
  if (body === undefined) throw adapterEnded();
  const event = receive(checkedEvent.body, body, 'the debug adapter');
  if (event.kind === 'failed') throw failureOf(event);
  return event;
}
