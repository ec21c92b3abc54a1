/**
 * What the user can mend: every message a user can be shown because something around the check is amiss. Each is a plain sentence
 * with a next step. Expected results (a program that raises, a model that refuses) are data, and the rest is a bug.
 */

export const failureCodes = [
  'usage',
  'fileMissing',
  'fileUnreadable',
  'callUnreadable',
  'noPython',
  'pythonBroken',
  'noWalls',
  'noModel',
  'localOnly',
  'modelFailed',
  'corpusUnreadable',
  'corpusReadOnly',
  'unknownData',
  'untrusted',
  'noWorkspace',
  'localModel',
  'cancelled',
  'bug',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** A failure with a sentence that says what is amiss (`message`) and one that says what to do (`next`). */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly code: FailureCode,
    message: string,
    readonly next: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export function usage(message: string, next = 'See `called-it --help`.'): Failure {
  return new Failure('usage', message, next);
}

export function fileMissing(path: string): Failure {
  return new Failure('fileMissing', `There is no file ${path}.`, 'Check the path; it is read from the current folder.');
}

export function fileUnreadable(path: string, why: string): Failure {
  return new Failure('fileUnreadable', `${path} cannot be read: ${why}.`, 'Name a Python file that you may read.');
}

export function fileNotOpen(uri: string): Failure {
  return new Failure('fileMissing', `The document ${uri} is not open.`, 'Open the file in the editor and try again.');
}

export function callUnreadable(expression: string, reason: string): Failure {
  return new Failure(
    'callUnreadable',
    `\`${expression}\` is not a call that can be run: ${reason}.`,
    'Write a single Python expression, such as `total([1, 2], k=3)`.',
  );
}

export function noPython(tried: readonly string[]): Failure {
  return new Failure(
    'noPython',
    `No working Python was found (tried ${tried.join(', ')}).`,
    'Install Python 3.8 or newer, or name one with `--python` or the setting `calledIt.python`.',
  );
}

export function pythonBroken(path: string, why: string): Failure {
  return new Failure(
    'pythonBroken',
    `The Python at ${path} does not start: ${why}`,
    'Choose another interpreter with `--python` or the setting `calledIt.python`.',
  );
}

export function pythonTooOld(path: string, version: string): Failure {
  return new Failure(
    'pythonBroken',
    `The Python at ${path} is ${version}; Called It needs 3.8 or newer.`,
    'Choose another interpreter with `--python` or the setting `calledIt.python`.',
  );
}

export function noWalls(level: string, why: string): Failure {
  return new Failure(
    'noWalls',
    `Walls were required, but only the level \`${level}\` holds here: ${why}`,
    'Set `calledIt.walls` or `--walls` to `auto` to accept what is open, or run on a Linux with namespaces or Landlock.',
  );
}

/** `receiver` names who is not this machine. */
export function sendingForbidden(receiver: string): Failure {
  return new Failure(
    'localOnly',
    `Only this machine may be asked, and ${receiver} is another: nothing was sent.`,
    'Use a model of this machine, or turn `calledIt.localOnly` or `CALLED_IT_LOCAL_ONLY` off.',
  );
}

export function noModel(): Failure {
  return new Failure(
    'noModel',
    'No model is set up.',
    'Set `CALLED_IT_BASE_URL` and `CALLED_IT_MODEL` (or `--base-url` and `--model`), or try `called-it demo` with a small local model.',
  );
}

export function cancelled(): Failure {
  return new Failure('cancelled', 'Cancelled.', 'Run the command again.');
}

export function corpusReadOnly(folder: string, cause: unknown): Failure {
  return new Failure(
    'corpusReadOnly',
    `The corpus in ${folder} cannot be written.`,
    'Make the folder writable, or name another one with `--corpus` or the setting `calledIt.corpus`.',
    { cause },
  );
}

export function corpusUnreadable(path: string, why: string): Failure {
  return new Failure(
    'corpusUnreadable',
    `The corpus ${path} cannot be read: ${why}.`,
    'Name a folder that holds `corpus.jsonl`, or a `.jsonl` file.',
  );
}

export function settingInvalid(name: string, why: string): Failure {
  return new Failure('usage', `The setting \`${name}\` has no usable value: ${why}.`, 'Mend it in the settings.');
}

export function envFileUnreadable(path: string, why: string): Failure {
  return new Failure(
    'fileMissing',
    `The environment file ${path} cannot be read: ${why}.`,
    'Mend the setting `calledIt.envFile`, or make it empty.',
  );
}

export function untrusted(): Failure {
  return new Failure(
    'untrusted',
    'This workspace is not trusted, so nothing is run and nothing is sent.',
    'Trust the workspace first, if you know where it comes from.',
  );
}

export function noWorkspace(): Failure {
  return new Failure(
    'noWorkspace',
    'A call runs in a workspace, and no folder is open.',
    'Open the folder that the file belongs to.',
  );
}

export function outsideWorkspace(path: string): Failure {
  return new Failure(
    'noWorkspace',
    `${path} is in none of the open folders.`,
    'Open the folder that it belongs to, or add it to the workspace.',
  );
}

export function adapterEnded(): Failure {
  return new Failure('bug', 'The debug adapter ended before the call did.', 'Check again; if it stays, see the log.');
}

export function environmentVariableMissing(name: string): Failure {
  return new Failure(
    'modelFailed',
    `The environment variable ${name}, which should hold the API key, is not set.`,
    'Set it where the editor is started, or mend the setting `calledIt.apiKeyVariable`.',
  );
}

export function localModelEnded(): Failure {
  return new Failure('localModel', 'The local model ended.', 'Start it again; if it stays, see the log.');
}

export function noCall(): Failure {
  return new Failure(
    'usage',
    'There is no Python call here.',
    'Put the cursor in a call of a Python file, or on a `def`.',
  );
}

export function definitionUncallable(name: string, reason: string): Failure {
  return new Failure(
    'callUnreadable',
    `\`${name}\` cannot be checked: ${reason}.`,
    'Choose another call, or put the cursor in one.',
  );
}

export function runRefused(): Failure {
  return new Failure('noWalls', 'You chose not to run the call without real walls.', 'Check again to be asked.');
}

/** The record is not lost: it was written to `other`. */
export function corpusElsewhere(folder: string, other: string, cause: unknown): Failure {
  return new Failure(
    'corpusReadOnly',
    `${folder} cannot be written, so the record is kept in ${other}.`,
    'Make the folder writable, or name another one in the setting `calledIt.corpus`.',
    { cause },
  );
}

export function debuggerMissing(): Failure {
  return new Failure(
    'usage',
    'There is no Python debugger in this editor.',
    'Install the extension Python Debugger (`ms-python.debugpy`).',
  );
}

export function runFailedToStart(): Failure {
  return new Failure('usage', 'The debugger did not start.', 'See what the Python Debugger extension says.');
}

export function callGone(expression: string, file: string): Failure {
  return new Failure(
    'usage',
    `\`${expression}\` is no longer in ${file}, and neither is its target.`,
    'Open the record: it holds the code as it was.',
  );
}

export function launchIncomplete(): Failure {
  return new Failure(
    'usage',
    'A launch configuration of the type `called-it` needs a `file` and a `call`.',
    'Add both, or check a call from the editor with Ctrl+Alt+R.',
  );
}

export function launchWithoutFile(path: string): Failure {
  return new Failure('fileMissing', `There is no file ${path} to check a call of.`, 'Mend `file` in the launch file.');
}

/** `reason` and `next` are whole sentences or the ends of them. */
export function nothingToCheck(reason: string, next: string): Failure {
  return new Failure('callUnreadable', sentence(reason), sentence(next));
}

export function noResult(): Failure {
  return new Failure('usage', 'There is no result to show.', 'Check a call first.');
}

export function noModelInEditor(): Failure {
  return new Failure('noModel', 'No model is set up.', 'Set `calledIt.baseUrl` and `calledIt.model`.');
}

export function noCorpus(file: string): Failure {
  return new Failure('usage', `There is no corpus at ${file} yet.`, 'Check a call: the first one makes it.');
}

export function recordGone(): Failure {
  return new Failure('usage', 'The record is not there any more.', 'Refresh the corpus.');
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return begun === '' || /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
