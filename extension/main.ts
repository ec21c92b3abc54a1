/**
 * The extension's entry: registers the commands and the debug type, and loads the rest after the activation. What it imports itself is
 * little on purpose, since the editor waits for it.
 */
import * as vscode from 'vscode';
import { type CommandId, commandIds } from './commands.ts';
import { once } from './once.ts';
import type { Window } from './window.ts';

export function activate(context: vscode.ExtensionContext): void {
  const loaded = once(() => import('./opening.ts'));
  const opened = once(async () => (await loaded()).openWindow(context));
  for (const id of commandIds) {
    context.subscriptions.push(vscode.commands.registerCommand(id, (...args) => act(id, args)));
  }
  context.subscriptions.push(registerDebugType(opened));
  setTimeout(() => void opened(), settleMs);

  async function act(id: CommandId, args: readonly unknown[]): Promise<void> {
    const [{ actions, guarded }, window] = await Promise.all([loaded(), opened()]);
    await guarded(window.log, async () => actions[id](window, ...args));
  }
}

/** So that the load of the rest is not part of what the editor waits for. */
const settleMs = 20;

const debugType = 'called-it';

function registerDebugType(opened: () => Promise<Window>): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: async () =>
        new vscode.DebugAdapterNamedPipeServer(await (await opened()).adapter().pipe()),
    }),
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      // Only after the editor has filled in variables: a launch file names its file with one, and the code of a probe may hold `${…}` itself.
      resolveDebugConfigurationWithSubstitutedVariables: async (folder, configuration) =>
        (await opened()).debugging.completed(configuration, folder),
    }),
  );
}
