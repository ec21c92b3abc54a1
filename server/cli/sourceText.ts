/** The text of a Python file, decoded as Python does: a byte order mark, else the coding line (PEP 263), else UTF-8. */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileMissing, fileUnreadable } from '../core/failure.ts';

export interface SourceText {
  /** Absolute. */
  readonly file: string;
  /** With forward slashes, relative to the workspace; absolute where it lies outside. */
  readonly shownFile: string;
  readonly text: string;
}

const largestBytes = 20 * 1024 * 1024;
const codingLine = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Reads `path`, named from `folder` or else from `workspace`. */
export async function readSource(path: string, folder: string, workspace: string): Promise<SourceText> {
  const file = await findFile(path, [folder, workspace]);
  const inside = relative(workspace, file);
  const isOutside = inside.startsWith('..') || isAbsolute(inside);
  return {
    file,
    shownFile: (isOutside ? file : inside).split(sep).join('/'),
    text: decode(await bytesOf(file, path), path),
  };
}

async function findFile(path: string, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const file = resolve(folder, path);
    const facts = await stat(file).catch(() => null);
    if (facts === null) continue;
    if (!facts.isFile()) throw fileUnreadable(path, facts.isDirectory() ? 'it is a folder' : 'it is no plain file');
    if (facts.size > largestBytes) throw fileUnreadable(path, 'it is larger than 20 MB');
    return file;
  }
  throw fileMissing(path);
}

async function bytesOf(file: string, path: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw fileUnreadable(path, code === 'EACCES' ? 'you have no right to read it' : `the system says ${code}`);
  }
}

function decode(bytes: Uint8Array, path: string): string {
  const coding = codingOf(bytes);
  try {
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const isUnknown = cause instanceof RangeError;
    throw fileUnreadable(path, isUnknown ? `its coding \`${coding}\` is not known here` : `it is not ${coding} text`);
  }
}

function codingOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400)).split('\n', 2);
  for (const line of head) {
    const named = codingLine.exec(line)?.[1];
    if (named !== undefined) return labelOf(named);
    if (!/^[ \t\f]*(#.*)?\r?$/.test(line.replace(/^ï»¿/, ''))) break;
  }
  return 'utf-8';
}

/** Python's usual names of codings that the Encoding Standard has under another label. */
function labelOf(coding: string): string {
  const name = coding.toLowerCase().replaceAll('_', '-');
  if (/^(utf-?8|utf-8-.*)$/.test(name)) return 'utf-8';
  if (/^(latin-?1|iso-?8859-?1)(-.*)?$/.test(name)) return 'latin1';
  return name.replace(/^cp(?=125\d$)/, 'windows-');
}

/** `path` as one would type it in `folder`; whole where that is shorter. */
export function shownPath(path: string, folder: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(folder, path);
  return short.length < path.length ? short : path;
}
