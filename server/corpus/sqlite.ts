/** SQLite as the runtime brings it, where it does: the few words of it that are used here. */

export type Cell = string | number;

export interface Statement {
  run(...values: readonly Cell[]): unknown;
  get(...values: readonly Cell[]): Record<string, unknown> | undefined;
  all(...values: readonly Cell[]): readonly Record<string, unknown>[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Sqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

/** What opens a database file; `undefined` in a runtime without SQLite. */
export function sqlite(): ((path: string) => Database) | undefined {
  const found: unknown = process.getBuiltinModule?.('node:sqlite');
  return isSqlite(found) ? path => new found.DatabaseSync(path) : undefined;
}

function isSqlite(found: unknown): found is Sqlite {
  return typeof found === 'object' && found !== null && 'DatabaseSync' in found;
}
