/** Every command of `called-it`. A bundle of its own; it shares nothing but `Surroundings` with the one that is entered. */
import type { Surroundings } from './answer.ts';
import { perform, type Register } from './performing.ts';

/** In the order in which help lists them. Each is loaded only where it is asked for. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  run: async () => (await import('./runCommand.ts')).registerRun,
  check: async () => (await import('./checkCommand.ts')).registerCheck,
  predict: async () => (await import('./predictCommand.ts')).registerPredict,
  import: async () => (await import('./importCommand.ts')).registerImport,
  export: async () => (await import('./exportCommand.ts')).registerExport,
  eval: async () => (await import('./evalCommand.ts')).registerEval,
  report: async () => (await import('./reportCommand.ts')).registerReport,
  demo: async () => (await import('./demoCommand.ts')).registerDemo,
  doctor: async () => (await import('./doctorCommand.ts')).registerDoctor,
};

/** Loads the command that the first word names, or all where it names none, and does what is asked. */
export async function performAny(words: readonly string[], around: Surroundings): Promise<void> {
  const [, , first = ''] = words;
  const loads = Object.hasOwn(commands, first) ? [commands[first]] : Object.values(commands);
  const registers = await Promise.all(loads.map(load => load?.()));
  await perform(
    registers.filter(register => register !== undefined),
    words,
    around,
  );
}
