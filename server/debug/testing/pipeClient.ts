/** A client of the debug adapter over its pipe, which does what an editor does. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { checkedEvent } from '../../core/messages.ts';

export class PipeClient extends DebugClient {
  constructor() {
    super('node', '', 'called-it');
  }

  async reach(pipe: string): Promise<void> {
    const socket = connect(pipe);
    await once(socket, 'connect');
    this.connect(socket, socket);
    this.socket = socket;
  }

  leave(): void {
    this.socket?.destroy();
  }

  private socket: ReturnType<typeof connect> | undefined;
}

/** As an editor does it. Resolves with the adapter's own event when the session has ended. */
export async function checked(client: PipeClient, args: object): Promise<DebugProtocol.Event> {
  const event = client.waitForEvent(checkedEvent.event);
  const terminated = client.waitForEvent('terminated');
  await start(client, args);
  await terminated;
  return event;
}

/** Initializes, launches and configures. */
export async function start(client: PipeClient, args: object): Promise<void> {
  const initialized = client.waitForEvent('initialized');
  await client.initializeRequest();
  const launched = client.launchRequest({ ...args });
  await initialized;
  await client.configurationDoneRequest();
  await launched;
}
