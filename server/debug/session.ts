/**
 * One check as one session of the debug adapter protocol: launch, run, compare, report, end. It knows the protocol alone; how a call
 * is run and judged is handed to it. Every path ends with `exited` and `terminated`.
 */
import { DebugSession, ExitedEvent, InitializedEvent, OutputEvent, TerminatedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { z } from 'zod';
import { receive } from '../core/door.ts';
import { cancelled, Failure } from '../core/failure.ts';
import { outcomeText } from '../core/line.ts';
import type { Log } from '../core/log.ts';
import { checkedEvent, LaunchArguments, type RunOptions } from '../core/messages.ts';
import type { Outcome, Run } from '../core/outcome.ts';
import type { Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Verdict } from '../core/verdict.ts';

/** What a session does its work with. */
export interface Steps {
  readonly run: (probe: Probe, options: RunOptions, signal: AbortSignal) => Promise<Run>;
  readonly judge: (probe: Probe, prediction: Prediction, run: Run) => Verdict;
  readonly log: Log;
}

type Checked = z.infer<(typeof checkedEvent)['body']>;

/** The one thread that the protocol wants to hear of. */
const threads = { threads: [{ id: 1, name: 'call' }] };

export class CheckSession extends DebugSession {
  private readonly abort = new AbortController();
  private readonly configured = gate();
  private over: Promise<void> = Promise.resolve();

  constructor(private readonly steps: Steps) {
    super();
    this.setRunAsServer(true);
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsTerminateRequest: true,
      supportsCancelRequest: true,
    };
    this.sendResponse(response);
    this.sendEvent(new InitializedEvent());
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    this.configured.open();
  }

  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): void {
    this.sendResponse(response);
    this.over = this.check(args);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    response.body = threads;
    this.sendResponse(response);
  }

  protected override cancelRequest(response: DebugProtocol.CancelResponse): void {
    this.abort.abort();
    this.sendResponse(response);
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.abort.abort();
    this.sendResponse(response);
  }

  /** Answers when the run is over, so that a client that waits for the answer finds no process left. */
  protected override disconnectRequest(response: DebugProtocol.DisconnectResponse): void {
    this.abort.abort();
    void this.over.finally(() => this.sendResponse(response));
  }

  /** The client is gone. */
  override shutdown(): void {
    this.abort.abort();
  }

  private async check(args: unknown): Promise<void> {
    const checked = await this.checked(args).catch(error => this.failed(error));
    this.sendEvent(new CheckedEvent(checked));
    this.sendEvent(new ExitedEvent(checked.kind === 'checked' ? exitCode(checked.run.outcome) : 1));
    this.sendEvent(new TerminatedEvent());
  }

  private async checked(args: unknown): Promise<Checked> {
    const { probe, prediction, options } = receive(LaunchArguments, args, 'the launch arguments');
    await Promise.race([this.configured.opened, aborted(this.abort.signal)]);
    this.write('console', `${probe.call.expression}\n`);
    const run = await this.steps.run(probe, options, this.abort.signal);
    if (run.stdout !== '') this.write('stdout', run.stdout);
    if (run.stderr !== '') this.write('stderr', run.stderr);
    this.write('console', `${outcomeText(run.outcome)}\n`);
    return { kind: 'checked', run, verdict: prediction === null ? null : this.steps.judge(probe, prediction, run) };
  }

  private failed(error: unknown): Checked {
    const failure = this.abort.signal.aborted ? cancelled() : error;
    if (failure instanceof Failure) {
      return { kind: 'failed', code: failure.code, message: failure.message, next: failure.next };
    }
    this.steps.log.error(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
    return {
      kind: 'failed',
      code: 'bug',
      message: 'The run ended with an error of Called It itself.',
      next: 'Please report it with the log.',
    };
  }

  private write(category: 'console' | 'stdout' | 'stderr', text: string): void {
    this.sendEvent(new OutputEvent(text, category));
  }
}

class CheckedEvent implements DebugProtocol.Event {
  readonly seq = 0;
  readonly type = 'event';
  readonly event = checkedEvent.event;

  constructor(readonly body: Checked) {}
}

function exitCode(outcome: Outcome): number {
  switch (outcome.kind) {
    case 'returned':
      return 0;
    case 'exited':
      return outcome.code;
    default:
      return 1;
  }
}

/** A door that is shut until it is opened once. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
