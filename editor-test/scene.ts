/** What most scenarios start from: a scripted model, a server whose settings name it, and a window on the sample's cart. */
import { type CodeServer, type CodeServerOptions, startCodeServer } from './codeServer.ts';
import { modelName, openScriptedModel, type ScriptedModel } from './scriptedModel.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

export interface Scene {
  readonly model: ScriptedModel;
  readonly server: CodeServer;
  readonly window: Workbench;
  close(): Promise<void>;
}

/** `address` is the one that the model listens on. */
export async function openScene(
  options: CodeServerOptions = {},
  viewport: Pick<WorkbenchOptions, 'viewport'> = {},
  address = '127.0.0.1',
): Promise<Scene> {
  const model = await openScriptedModel(address);
  const named = { 'calledIt.baseUrl': model.baseUrl, 'calledIt.model': modelName, 'calledIt.answer': 'json' };
  const server = await startCodeServer({ ...options, settings: { ...named, ...options.settings } });
  const window = await openWorkbench(server, { file: 'shop/cart.py', ...viewport });
  const close = async (): Promise<void> => {
    await window.close();
    await server.stop();
    await model.close();
  };
  return { model, server, window, close };
}
