/** Where a process writes what an engineer may want to read later. Never keys; code and values only at trace. */
export interface Log {
  trace(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const nothing = (): undefined => undefined;

/** A log that keeps nothing. */
export const silentLog: Log = { trace: nothing, info: nothing, warn: nothing, error: nothing };
