/** The doctor's look at this machine: Node, the Pythons, the walls, the parser. */
import { dirname } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { Walls } from '../../core/outcome.ts';
import { findPython } from '../../run/python.ts';
import { describeWalls } from '../../run/run.ts';
import type { Surroundings } from '../answer.ts';
import { type Interpreter, interpretersFor, versionOf } from '../interpreter.ts';
import { openPython } from '../probing.ts';
import { wallsText } from '../runText.ts';
import type { Finding } from './finding.ts';

export function nodeFinding(): Finding {
  return { about: 'Node', state: 'works', what: `${process.version} at ${process.execPath}`, remedy: '' };
}

export interface Pythons {
  readonly finding: Finding;
  /** The one that a run would use; `null` where none works. */
  readonly chosen: Interpreter | null;
}

/** Every interpreter that a run would try, in that order. */
export async function lookAtPythons(named: string | undefined, around: Surroundings): Promise<Pythons> {
  const candidates = await interpretersFor(named, around.folder, around.folder, around.environment);
  const looks = await Promise.all(candidates.map(candidate => lookAt(candidate, around.signal)));
  const working = looks.filter(look => look.why === '');
  const [first, ...rest] = working;
  if (first === undefined) {
    const what = looks.map(({ python, why }) => `${python.join(' ')}: ${why}`).join(' ');
    return { chosen: null, finding: { about: 'Python', state: 'missing', what, remedy: pythonRemedy } };
  }
  const others = rest.filter(other => folderOf(other.python) !== folderOf(first.python));
  const what = [
    `${first.version} at ${first.python.join(' ')}`,
    ...others.map(other => `also ${other.version} at ${other.python.join(' ')}`),
  ];
  return { chosen: first.python, finding: { about: 'Python', ...ageOf(first.version), what: what.join(', ') } };
}

const pythonRemedy = 'Install Python 3.8 or newer, or name one with `--python` or the setting `calledIt.python`.';

/** `python3` and `python` of one folder are one interpreter. */
function folderOf([executable = '']: Interpreter): string {
  return dirname(executable);
}

interface Look {
  readonly python: Interpreter;
  readonly version: string;
  /** Why it does not work; empty where it does. */
  readonly why: string;
}

async function lookAt(candidate: Interpreter, signal: AbortSignal): Promise<Look> {
  try {
    const python = await findPython([candidate], signal);
    return { python, version: await versionOf(python, signal), why: '' };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') throw error;
    return { python: candidate, version: '', why: error.message };
  }
}

function ageOf(version: string): Pick<Finding, 'state' | 'remedy'> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > 3 || (major === 3 && minor >= 8);
  return isNewEnough ? { state: 'works', remedy: '' } : { state: 'missing', remedy: pythonRemedy };
}

export async function wallsFinding(python: Interpreter, signal: AbortSignal): Promise<Finding> {
  const walls = await describeWalls(python, signal);
  const what = `${wallsText(walls).replace(/^walls /, '')}: ${meaning[walls.level]}${walls.why === '' ? '' : ` (${walls.why})`}`;
  return { about: 'walls', state: states[walls.level], what, remedy: remedies[walls.level] };
}

const meaning: Readonly<Record<Walls['level'], string>> = {
  full: 'the call can reach no network, writes into a scratch copy, and sees no secrets',
  kernel: 'the kernel keeps the call from network, writing and secrets, without a scratch copy',
  process: 'only time and memory are limited',
  none: 'nothing is limited',
};

const states: Readonly<Record<Walls['level'], Finding['state']>> = {
  full: 'works',
  kernel: 'works',
  process: 'limited',
  none: 'limited',
};

const openRemedy =
  'Run only code that you trust; on Linux, allow user namespaces or Landlock. `--walls require` refuses to run like this.';
const remedies: Readonly<Record<Walls['level'], string>> = {
  full: '',
  kernel: '',
  process: openRemedy,
  none: openRemedy,
};

export async function parserFinding(): Promise<Finding> {
  const warnings: string[] = [];
  const nothing = (): undefined => undefined;
  const log = { trace: nothing, info: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
  const { build } = await openPython(log);
  if (build === 'native') return { about: 'parser', state: 'works', what: 'tree-sitter, native', remedy: '' };
  const what = ['tree-sitter in WebAssembly.', ...warnings].join(' ');
  return { about: 'parser', state: 'limited', what, remedy: 'It works, a little slower.' };
}
