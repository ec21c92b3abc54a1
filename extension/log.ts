/** The output channel, as the log that every part is handed. */
import * as vscode from 'vscode';
import type { Log } from '../server/core/log.ts';

/** The channel of the product; its level follows **Developer: Set Log Level**. */
export function openChannel(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Called It', { log: true });
}

export function logOf(channel: vscode.LogOutputChannel): Log {
  return {
    trace: message => channel.trace(message),
    info: message => channel.info(message),
    warn: message => channel.warn(message),
    error: message => channel.error(message),
  };
}
