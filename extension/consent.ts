/** What is asked once: before code leaves the machine, and before code runs where no real wall holds. */
import * as vscode from 'vscode';
import { type Failure, sendingForbidden } from '../server/core/failure.ts';
import { hostOf, isLoopback } from '../server/core/hosts.ts';
import type { Walls } from '../server/core/outcome.ts';
import type { Settings } from '../server/core/settings.ts';

/** Names the files and lines that the question at hand shows; empty where there is no question yet. */
export type Places = () => Promise<string>;

const noPlaces: Places = async () => '';

export class Consent {
  /** Questions that stand open: who needs the same answer waits for it. */
  private readonly open = new Map<string, Promise<boolean>>();

  constructor(
    /** Of this workspace on this machine. */
    private readonly memory: vscode.Memento,
    /** Whether the settings forbid to send anything away from this machine. */
    private readonly isLocalOnly: () => boolean,
    /** Whether certificates are checked, as the settings have it. */
    private readonly checksCertificates: () => boolean,
  ) {}

  /** Whether code may be sent to `baseUrl`; asks where that is not this machine and not known yet. Throws a failure where the settings forbid it. */
  async toSend(baseUrl: string, model: string, places?: Places): Promise<boolean> {
    if (isLoopback(baseUrl)) return true;
    return (await this.toSendTo(hostOf(baseUrl), model, places)) && this.toSendUnchecked(baseUrl);
  }

  /** Asks where the settings switch off what tells a server from one that stands in its place. */
  private async toSendUnchecked(baseUrl: string): Promise<boolean> {
    if (this.checksCertificates() || !baseUrl.trim().startsWith('https:')) return true;
    const host = hostOf(baseUrl);
    return this.once(`unchecked:${host}`, async () => ({
      message: `Send to ${host} without checking its certificate?`,
      detail:
        'The setting `http.proxyStrictSSL` is off, so whoever stands between could read the code and your key. ' +
        'Better have the certificate authority known by NODE_EXTRA_CA_CERTS. The answer holds for this workspace on this machine.',
      agree: 'Send',
      refuse: "Don't Send",
    }));
  }

  /** The same for a named receiver, such as the vendor of a model of the editor. */
  async toSendTo(receiver: string, model: string, places: Places = noPlaces): Promise<boolean> {
    this.requireAllowed(receiver);
    return this.once(`send:${receiver}`, async () => {
      const shown = await places();
      return {
        message: `Send code to ${receiver}?`,
        detail:
          `To predict, ${model} at ${receiver} is sent the call, the code around it within the context level of the settings, and our instructions.\n\n` +
          `${shown === '' ? '' : `Shows now: ${shown}\n\n`}` +
          'Test files, ignored files, the outcome of the real call and your keys for other hosts are never sent. "Called It: Show the Exact Prompt" shows all of it and sends nothing. ' +
          'The answer holds for this workspace on this machine; each check shows the code around its own call.',
        agree: 'Send',
        refuse: "Don't Send",
      };
    });
  }

  /** Throws a failure where the settings forbid to send anything away from this machine. */
  requireAllowed(receiver: string): void {
    if (this.isLocalOnly()) throw sendingForbidden(receiver);
  }

  /** Whether code may run behind the walls that this machine allows and the setting wants; asks where they are no security boundary. */
  async toRun(wanted: Settings['walls'], allowed: Described): Promise<boolean> {
    const walls = wanted === 'none' ? switchedOff : allowed;
    // Where walls are required, the run itself refuses.
    if (wanted === 'require' || isWalled(walls)) return true;
    return this.once(`run:${walls.level}`, async () => ({
      message: 'Run the real call without real walls?',
      detail:
        `The code under test is not walled off (level "${walls.level}"): ${walls.why.replace(/\.?$/, '.')}\n\n` +
        `Open to it: ${openOf(walls)}.\n\n` +
        'The call still has a deadline. Run only code that you would run in a terminal. The answer is kept for this workspace on this machine.',
      agree: 'Run',
      refuse: "Don't Run",
    }));
  }

  /** A refusal is not kept: the next check asks again. */
  private once(key: string, question: () => Promise<Question>): Promise<boolean> {
    if (this.memory.get<unknown>(key) === true) return Promise.resolve(true);
    const open = this.open.get(key) ?? this.ask(key, question).finally(() => this.open.delete(key));
    this.open.set(key, open);
    return open;
  }

  private async ask(key: string, question: () => Promise<Question>): Promise<boolean> {
    const { message, detail, agree, refuse } = await question();
    const [yes, no] = [
      { title: agree, isCloseAffordance: false },
      { title: refuse, isCloseAffordance: true },
    ];
    const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, yes, no);
    if (answer?.title !== agree) return false;
    await this.memory.update(key, true);
    return true;
  }
}

type Described = Pick<Walls, 'level' | 'network' | 'files' | 'secrets' | 'why'>;

/** Whether walls are a security boundary. */
export function isWalled({ level }: Pick<Walls, 'level'>): boolean {
  return level === 'full' || level === 'kernel';
}

const allOpen = { network: 'open', files: 'open', secrets: 'open' } as const;
const switchedOff: Described = {
  ...allOpen,
  level: 'none',
  why: 'the setting `calledIt.walls` switches walls off',
};

/** What is left where the walls that a machine promised could not be raised. */
export function wallsThatFailed({ message }: Failure): Described {
  return { ...allOpen, level: 'process', why: message };
}

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly agree: string;
  readonly refuse: string;
}

function openOf({ network, files, secrets }: Described): string {
  const open = [
    ...(network === 'open' ? ['the network'] : []),
    ...(files === 'open' ? ['writing and deleting your files'] : []),
    ...(secrets === 'open' ? ['reading keys in your home folder'] : []),
  ];
  return open.length === 0 ? 'nothing that is known, but nothing holds for certain' : open.join(', ');
}
