/** Definitions and calls, held against Python's own parser on modules of its standard library. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { moduleFrom } from './modules.ts';
import { openNativeParser } from './native.ts';
import { textOf } from './nodes.ts';
import { expressionAt } from './spots.ts';

const modules =
  'argparse ast asyncio/base_events asyncio/tasks bisect collections/__init__ contextlib copy dataclasses enum fractions functools graphlib heapq inspect json/decoder shlex statistics string textwrap tokenize types typing';

const Facts = z.object({
  path: z.string(),
  definitions: z.array(z.tuple([z.string(), z.number(), z.number(), z.boolean(), z.boolean(), z.array(z.string())])),
  calls: z.array(z.tuple([z.number(), z.number(), z.string()])),
});

const script = join(import.meta.dirname, 'testing', 'ast_facts.py');
const { stdout, error } = spawnSync('python3', [script, ...modules.split(' ')], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const none = [{ path: 'the standard library', definitions: [], calls: [] }];
const lines = error === undefined ? stdout.trim().split('\n') : [];
const facts = error === undefined ? lines.map(line => Facts.parse(JSON.parse(line))) : none;

const parser = openNativeParser();

describe.skipIf(error !== undefined)('as Python itself (needs python3)', () => {
  test.each(facts)('finds the definitions of $path', ({ path, definitions }) => {
    const module = moduleFrom(path, parser.parse(readFileSync(path, 'utf8')));
    const found = module.definitions
      .filter(({ kind }) => kind !== 'variable' && kind !== 'lambda')
      .map(({ name, lines, isAsync, isGenerator, parameters, kind }) => {
        const bound = kind === 'method' || kind === 'classmethod' || kind === 'property' ? 1 : 0;
        return [name, lines.first, lines.last, isAsync, isGenerator, bound, parameters.map(one => one.name)];
      });
    const expected = definitions.map(([name, first, last, isAsync, isGenerator, names], at) => {
      const bound = Number(found[at]?.[5] ?? 0);
      return [name, first, last, isAsync, isGenerator, bound, names.slice(bound)];
    });
    expect(found).toEqual(expected);
  });

  test.each(facts)('finds the call at a caret in $path', ({ path, calls }) => {
    const syntax = parser.parse(readFileSync(path, 'utf8'));
    const found = calls.map(([line, column]) => {
      const node = expressionAt(syntax, { start: { line, column }, end: { line, column } });
      return [line, column, node === undefined ? '' : textOf(node, syntax.text)];
    });
    expect(found).toEqual(calls);
  });
});
