/** Who calls a definition in the workspace, outside tests: shown because it tells how the arguments usually look. */

import { resolve } from '../core/resolve.ts';
import { isTestFile, type Workspace } from '../core/workspace.ts';
import { keyOf, type Needed } from './needed.ts';

/** Below everything that the call itself needs. */
const score = 0.1;
const most = 10;
/** Milliseconds: in a large workspace the first callers do. */
const longestMs = 2000;

export async function callersOf(
  workspace: Workspace,
  target: Pick<Needed, 'module' | 'definition'>,
  signal: AbortSignal,
): Promise<readonly Needed[]> {
  const name = target.definition.name.split('.').at(-1) ?? '';
  const found: Needed[] = [];
  const deadline = Date.now() + longestMs;
  for (const file of await workspace.files(signal)) {
    signal.throwIfAborted();
    if (found.length >= most || Date.now() > deadline) break;
    if (isTestFile(file) || !(await workspace.read(file))?.includes(name)) continue;
    found.push(...(await callersIn(workspace, file, target, name)));
  }
  return found.slice(0, most);
}

async function callersIn(
  workspace: Workspace,
  file: string,
  target: Pick<Needed, 'module' | 'definition'>,
  name: string,
): Promise<readonly Needed[]> {
  const module = file === target.module.file ? target.module : await workspace.module(file);
  if (module === undefined) return [];
  const found: Needed[] = [];
  const rows = module.text.split('\n');
  for (const definition of module.definitions) {
    const { first, last } = definition.lines;
    if (definition.kind === 'class' || !rows.slice(first, last + 1).some(row => row.includes(name))) continue;
    const uses = workspace.usesOf(module, definition);
    for (const use of uses.filter(one => one.name.split('.').at(-1) === name)) {
      const used = await resolve(workspace, module, use.name, definition.name);
      const isIt =
        used?.definition !== undefined && keyOf({ module: used.module, definition: used.definition }) === keyOf(target);
      if (isIt) found.push({ module, definition, score });
    }
  }
  return found;
}
