/** What a person can do about a call that never began. */
import type { Outcome } from './outcome.ts';

type NotRun = Extract<Outcome, { readonly kind: 'notRun' }>;

/** A plain sentence. */
export function nextStepFor({ fault, exception }: NotRun): string {
  if (fault === 'interpreter') return 'Choose another interpreter with `--python` or the setting `calledIt.python`.';
  if (fault === 'walls')
    return 'Set `calledIt.walls` or `--walls` to `auto` to accept what is open, or run on a Linux with namespaces or Landlock.';
  switch (exception?.type) {
    case 'builtins.SyntaxError':
    case 'builtins.IndentationError':
    case 'builtins.TabError':
      return 'Mend it where it says, and run again.';
    case 'builtins.ModuleNotFoundError':
    case 'builtins.ImportError':
      return 'Choose the interpreter that has the module, install it there, or start from the folder that it is in.';
    case 'builtins.NameError':
      return 'Check the name; what the call needs beside the file can be made in the set-up.';
    default:
      return 'Mend the file, the set-up or the arguments, and run again.';
  }
}
