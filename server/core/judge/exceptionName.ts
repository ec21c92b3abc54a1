/** Names of exceptions: when a predicted one means the class that was raised, and how Python's own classes descend from each other. */

/** Python's own exceptions under their nearest class above, as of 3.14. */
const families: Readonly<Record<string, string>> = {
  BaseException: 'BaseExceptionGroup GeneratorExit KeyboardInterrupt SystemExit Exception',
  BaseExceptionGroup: 'ExceptionGroup',
  Exception:
    'ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ' +
    'ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning',
  ArithmeticError: 'FloatingPointError OverflowError ZeroDivisionError',
  ImportError: 'ModuleNotFoundError',
  LookupError: 'IndexError KeyError',
  NameError: 'UnboundLocalError',
  OSError:
    'BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError ' +
    'NotADirectoryError PermissionError ProcessLookupError TimeoutError',
  ConnectionError: 'BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError',
  RuntimeError: 'NotImplementedError PythonFinalizationError RecursionError',
  SyntaxError: 'IndentationError',
  IndentationError: 'TabError',
  ValueError: 'UnicodeError',
  UnicodeError: 'UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError',
  Warning:
    'BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning ' +
    'RuntimeWarning SyntaxWarning UnicodeWarning UserWarning',
};

const parents: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([parent, children]) => children.split(' ').map(child => [child, parent] as const)),
);

const aliases: ReadonlyMap<string, string> = new Map([
  ['EnvironmentError', 'OSError'],
  ['IOError', 'OSError'],
  ['WindowsError', 'OSError'],
  ['os.error', 'OSError'],
  ['select.error', 'OSError'],
  ['socket.error', 'OSError'],
  ['asyncio.TimeoutError', 'TimeoutError'],
  ['socket.timeout', 'TimeoutError'],
]);

/**
 * Whether `predicted` names the class `real` (its full name): a bare name by its last part, a dotted one as the whole or as its end,
 * or by the package that makes the class known (`json.JSONDecodeError` for `json.decoder.JSONDecodeError`).
 */
export function namesException(predicted: string, real: string): boolean {
  const name = predicted.trim().replace(/^__main__\./, '');
  const alias = aliases.get(name.replace(/^builtins\./, ''));
  return isEndOf(name, real) || isExportOf(name, real) || (alias !== undefined && isEndOf(alias, real));
}

function isEndOf(name: string, real: string): boolean {
  const plain = real.replaceAll('<locals>.', '');
  return name !== '' && (plain === name || real === name || plain.endsWith(`.${name}`));
}

function isExportOf(name: string, real: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && real.startsWith(name.slice(0, dot + 1)) && real.endsWith(name.slice(dot));
}

/** Whether `predicted` is a class above or below the one that was raised, of which `bases` are the classes above. */
export function relationTo(
  predicted: string,
  real: string,
  bases: readonly string[],
): 'superclass' | 'subclass' | undefined {
  if (bases.some(base => namesException(predicted, base))) return 'superclass';
  const name = predicted.trim().replace(/^builtins\./, '');
  const above = ancestorsOf(aliases.get(name) ?? name);
  return above.some(ancestor => `builtins.${ancestor}` === real) ? 'subclass' : undefined;
}

function ancestorsOf(name: string): readonly string[] {
  const parent = parents.get(name);
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
}
