/** The output channel, as the log that every part is handed. */
import * as vscode from 'vscode';
import { withoutKeys } from '../server/core/apiKey.ts';
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

/** The channel as the messages between the editor and the language server are traced to it, where people switch that on: keys are hidden. */
export function tracedTo(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return {
    name: channel.name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: channel.onDidChangeLogLevel,
    trace: (message, ...rest) => channel.trace(withoutKeys(message), ...rest),
    debug: (message, ...rest) => channel.debug(message, ...rest),
    info: (message, ...rest) => channel.info(message, ...rest),
    warn: (message, ...rest) => channel.warn(message, ...rest),
    error: (error, ...rest) => channel.error(error, ...rest),
    append: value => channel.append(value),
    appendLine: value => channel.appendLine(value),
    replace: value => channel.replace(value),
    clear: () => channel.clear(),
    show: () => channel.show(),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}
