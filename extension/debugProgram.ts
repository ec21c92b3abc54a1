/** The program that a debugger is given for a call: it imports the module under its real name, as the check did, and stops before the call. */
import type { Probe } from '../server/core/probe.ts';

/** Its `breakpoint()` stops the debugger one line before the call; a step into that goes to the target. */
export function debugProgram({ target, call }: Probe, workspace: string): string {
  const text = (value: string): string => JSON.stringify(value);
  return `# Written by Called It: imports the module, then stops before the call. Step into it to get to the target.
import asyncio
import importlib
import inspect
import os
import sys

workspace, file = ${text(workspace)}, ${text(target.file)}
parts = file[: -len(".py")].split("/")
folder = os.path.dirname(os.path.join(workspace, file))
names = [parts[-1]]
while os.path.exists(os.path.join(folder, "__init__.py")):
    names.insert(0, os.path.basename(folder))
    folder = os.path.dirname(folder)
sys.path[:1] = [folder, workspace]
module = importlib.import_module(".".join(name for name in names if name != "__init__"))
exec(${text(call.setup)}, module.__dict__)
breakpoint()
result = eval(${text(call.expression)}, module.__dict__)
if inspect.iscoroutine(result):
    result = asyncio.run(result)
print(repr(result))
`;
}
