/** Whether an exception is the doing of our walls: its error number and path against what the audit hook saw refused. */
import type { Walls } from '../core/outcome.ts';
import type { Blame } from './reply.ts';

/** A line of the audit hook in plain words, as a continuation of “tried to”. */
export function attemptText(line: string): string {
  const [what = '', where = ''] = split(line);
  switch (what) {
    case 'read':
      return `read ${where}`;
    case 'write':
      return `write ${where}`;
    case 'connect':
      return `open a socket to ${where}`;
    case 'bind':
      return `listen on ${where}`;
    case 'socket':
      return `open a network socket (${where})`;
    case 'lookup':
      return `look up the address of ${where}`;
    case 'signal':
      return `send a signal to ${where}`;
    case 'spawn':
      return 'start another program';
    default:
      return line.replace('\t', ' ');
  }
}

function split(line: string): readonly string[] {
  const at = line.indexOf('\t');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

const permission = new Set([1, 13]);
const readOnly = 30;
const unreachable = new Set([99, 100, 101, 111, 113]);
const noSuchProcess = 3;
const [tooManyProcesses, fileTooLarge, diskFull] = [11, 27, 28];

/** The plain reason where one of `blames`, an exception and what it came from, is the walls' doing; empty where none is. */
export function reasonOfWalls(
  blames: readonly Blame[],
  tried: readonly string[],
  walls: Pick<Walls, 'level' | 'files'>,
): string {
  if (walls.level === 'none') return '';
  const attempts = tried.map(line => [line, ...split(line)] as const);
  for (const blame of blames) {
    const reason = reasonOf(blame, attempts, walls);
    if (reason !== '') return reason;
  }
  return '';
}

type Attempt = readonly [line: string, ...parts: string[]];

const ofNetwork = new Set(['connect', 'bind', 'socket', 'lookup']);
const resolverErrors = new Set(['socket.gaierror', 'socket.herror', '_socket.gaierror', '_socket.herror']);

function reasonOf(blame: Blame, attempts: readonly Attempt[], walls: Pick<Walls, 'level' | 'files'>): string {
  const network = attempts.findLast(([, what = '']) => ofNetwork.has(what));
  if (blame.types.some(type => resolverErrors.has(type))) return network === undefined ? '' : triedTo(network);
  const { errno } = blame;
  if (errno === null) return '';
  if (errno === fileTooLarge) return 'wrote more to one file than the walls allow';
  if (errno === diskFull && walls.files === 'overlay') return 'filled the disk space that the walls allow';
  if (permission.has(errno) || errno === readOnly) return reasonOfRefusal(blame, attempts, network);
  if (errno === noSuchProcess) return lastOf(attempts, 'signal');
  if (unreachable.has(errno) && network !== undefined) return triedTo(network);
  if (errno === tooManyProcesses && blame.filename === null && !blame.types.includes('ssl.SSLWantReadError')) {
    return attempts.some(([, what]) => what === 'fork') ? 'started more processes than the walls allow' : '';
  }
  return '';
}

/** The last attempt of a kind, where there was one. */
function lastOf(attempts: readonly Attempt[], kind: string): string {
  const last = attempts.findLast(([, what]) => what === kind);
  return last === undefined ? '' : triedTo(last);
}

function reasonOfRefusal(blame: Blame, attempts: readonly Attempt[], network: Attempt | undefined): string {
  const { filename } = blame;
  const about = attempts.findLast(([, what, where]) =>
    filename === null ? what === 'signal' || ofNetwork.has(what ?? '') : where === filename,
  );
  if (about !== undefined) return triedTo(about);
  if (blame.errno === readOnly && filename !== null) return `tried to write ${filename}`;
  if (filename === null && network !== undefined) return triedTo(network);
  if (blame.unheard !== undefined) return `tried to make a file with ${blame.unheard}`;
  return '';
}

function triedTo([line]: Attempt): string {
  return `tried to ${attemptText(line)}`;
}
