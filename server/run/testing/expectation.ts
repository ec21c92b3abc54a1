/** What a hostile program's header expects of its run: `# call:`, `# expect:` and `# options:` lines of JSON. */
import * as z from 'zod';
import type { Run } from '../../core/outcome.ts';

const Wanted = z.union([
  z.strictObject({ $in: z.array(z.unknown()) }),
  z.strictObject({ $re: z.string() }),
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
]);

const Header = z.strictObject({
  call: z.string(),
  expect: z.record(z.string(), z.union([Wanted, z.array(z.string())])),
  options: z.strictObject({ timeout: z.int().optional(), memory: z.int().optional(), walls: z.string().optional() }),
});
export type Header = z.infer<typeof Header>;

export function headerOf(source: string): Header {
  const lines = [...source.matchAll(/^# (call|expect|options): (.*)$/gm)].map(([, key = '', text = '']) => [key, text]);
  const found: Record<string, string> = Object.fromEntries(lines);
  const json = (text: string | undefined): unknown => JSON.parse(text ?? '{}');
  return Header.parse({ call: found['call'], expect: json(found['expect']), options: json(found['options']) });
}

/** What of the header's expectations the run does not meet. */
export function faultsOf(run: Run, expect: Header['expect']): readonly string[] {
  return Object.entries(expect)
    .filter(([path]) => !path.startsWith('$'))
    .filter(([path, wanted]) => !fits(reach(run, path), wanted))
    .map(([path, wanted]) => `${path} is ${JSON.stringify(reach(run, path))}, not ${JSON.stringify(wanted)}`);
}

function reach(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, key) =>
        typeof found === 'object' && found !== null ? Object.getOwnPropertyDescriptor(found, key)?.value : undefined,
      document,
    );
}

function fits(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'object' && wanted !== null) {
    if ('$in' in wanted && Array.isArray(wanted.$in)) return wanted.$in.some(each => each === (got ?? null));
    if ('$re' in wanted && typeof wanted.$re === 'string') {
      return new RegExp(wanted.$re).test(typeof got === 'string' ? got : (JSON.stringify(got) ?? ''));
    }
  }
  return (got ?? null) === wanted;
}
