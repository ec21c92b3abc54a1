/** Constructors of paths and UUIDs in a literal, with the texts that Python makes of their arguments. */
import type { Constructor } from './constructor.ts';

function pathOf(type: string): Constructor {
  return ({ positional, keywords }) => {
    const parts = positional.filter(part => typeof part === 'string');
    if (keywords.length > 0 || parts.length !== positional.length) return undefined;
    const text = type.includes('Windows') ? parts.join('\\') : posixText(parts);
    return { kind: 'path', type: `pathlib.${type}`, text: text || '.' };
  };
}

/** What `str(PosixPath(*parts))` gives. */
function posixText(parts: readonly string[]): string {
  const last = parts.findLastIndex(part => part.startsWith('/'));
  const joined = parts.slice(Math.max(last, 0)).join('/');
  const root = /^\/\/(?!\/)/.test(joined) ? '//' : joined.startsWith('/') ? '/' : '';
  return (
    root +
    joined
      .split('/')
      .filter(part => part !== '' && part !== '.')
      .join('/')
  );
}

const uuid: Constructor = ({ positional: [text], keywords }) => {
  if (typeof text !== 'string' || keywords.length > 0) return undefined;
  const digits = text
    .replace(/urn:|uuid:/g, '')
    .replace(/[{}]/g, '')
    .replaceAll('-', '')
    .toLowerCase();
  const [, ...groups] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits) ?? [];
  return groups.length === 0 ? undefined : { kind: 'uuid', text: groups.join('-') };
};

const paths = ['PosixPath', 'WindowsPath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PurePath'];

/** By every name that they are written with. */
export const pathConstructors: readonly (readonly [string, Constructor])[] = [
  ...paths.flatMap(type => [[type, pathOf(type)] as const, [`pathlib.${type}`, pathOf(type)] as const]),
  ['UUID', uuid],
  ['uuid.UUID', uuid],
];
