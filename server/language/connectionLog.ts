/** The log of the language server: the editor shows it in the extension's channel. */
import type { RemoteConsole } from 'vscode-languageserver';
import type { Log } from '../core/log.ts';

export function connectionLog(console: RemoteConsole): Log {
  return {
    trace: message => console.debug(message),
    info: message => console.info(message),
    warn: message => console.warn(message),
    error: message => console.error(message),
  };
}
