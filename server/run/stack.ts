/** Where a stuck or crashed process was: the innermost place of the user's own code in what `faulthandler` wrote. */
import type { At } from '../core/outcome.ts';

/** The innermost frame in `file` or below `workspace`, else the innermost at all; undefined where nothing was written. */
export function placeIn(stack: string, own: { readonly file: string; readonly workspace: string }): At | undefined {
  const frames = [...stack.matchAll(/^ {2}File "(.*)", line (\d+) in (.*)$/gm)].map(
    ([, file = '', line = '', name = '']): At => ({ file, line: Number(line), function: name }),
  );
  const isOwn = ({ file }: At): boolean =>
    file === own.file || (file.startsWith(`${own.workspace}/`) && !/[\\/](site|dist)-packages[\\/]/.test(file));
  return frames.find(isOwn) ?? frames.find(({ file }) => !file.startsWith('<') && !/[\\/]runner[\\/]/.test(file));
}
