/** The pipe (Windows) or socket in a private folder (elsewhere) at which debug sessions are served. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebugSession } from '@vscode/debugadapter';

export interface Listening {
  readonly pipe: string;
  readonly close: () => void;
}

/** Serves a session of its own to each client that connects. Rejects where no pipe can be made. */
export async function listen(session: () => DebugSession): Promise<Listening> {
  const { pipe, remove } = place();
  const clients = new Set<Socket>();
  const server = createServer(socket => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
    session().start(socket, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(pipe, resolve);
  });
  const close = (): void => {
    server.close();
    for (const client of clients) client.destroy();
    remove();
  };
  return { pipe, close };
}

function place(): { readonly pipe: string; readonly remove: () => void } {
  if (process.platform === 'win32') {
    return { pipe: `\\\\.\\pipe\\called-it-${randomUUID()}`, remove: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'called-it-'));
  return { pipe: join(folder, 'debug.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
