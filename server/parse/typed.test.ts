import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../test-fixtures/files.ts';
import { Failure } from '../core/failure.ts';
import { definitionOf } from '../core/module.ts';
import type { Probe } from '../core/probe.ts';
import { probeFromCommandLine } from './commandLine.ts';
import { openNativeParser } from './native.ts';
import { probeOf } from './typed.ts';
import { openWorkspace } from './workspace.ts';

const parser = openNativeParser();

const text = `import functools

def f(a, /, b, *, c=1):
    return a

def rest(*xs, **options): ...

@functools.cache
def cached(x): ...

class C:
    def __init__(self, x): ...
    def m(self, y=2): ...
    @property
    def p(self): ...

def outer():
    def inner(): ...
`;

/** What is said of a typed call: empty where nothing is. */
async function said(name: string, expression: string, setup = ''): Promise<string> {
  const workspace = openWorkspace(parser, writeFiles({ 'm.py': text }));
  const module = workspace.moduleOf('m.py', text);
  const definition = definitionOf(module, name);
  if (definition === undefined) throw new Error(`There is no ${name}.`);
  const reply = await probeOf(parser, workspace, module, definition, { expression, setup, chosen: 'lens' });
  return reply.kind === 'invalid' ? `invalid: ${reply.reason}` : (reply.remark ?? '');
}

test.each([
  ['f', 'f(1, 2)', ''],
  ['f', 'f(1, b=2, c=3)', ''],
  ['f', 'await f(1, 2)', ''],
  ['f', '[f(1, 2)]', ''],
  ['f', 'f(*[1, 2])', ''],
  ['f', 'f(1)', 'It still needs `b`.'],
  ['f', 'f(1, 2, 3)', 'It takes 2 positional arguments, not 3.'],
  ['f', 'f(a=1, b=2)', 'It has no parameter `a` that can be given by name.'],
  ['f', 'f(1, 2, d=3)', 'It has no parameter `d` that can be given by name.'],
  ['f', 'f(1, 2, b=3)', 'It is given `b` twice.'],
  ['rest', 'rest(1, 2, x=3)', ''],
  ['cached', 'cached()', ''],
  ['C', 'C(1)', ''],
  ['C', 'C()', 'It still needs `x`.'],
  ['C.__init__', 'C()', 'It still needs `x`.'],
  ['C.m', 'C(1).m(2, 3)', 'It takes 1 positional argument, not 2.'],
  ['f', '', 'invalid: There is no call in it yet, such as `f(a, /, b, *, c=1)`.'],
  ['f', 'f', 'invalid: There is no call in it yet, such as `f(a, /, b, *, c=1)`.'],
  ['f', 'g(1)', 'invalid: It does not call `f`.'],
  ['f', 'f(1, 2', 'invalid: It is not complete.'],
  ['f', 'f(1, 2); f(3, 4)', 'invalid: It has several statements.'],
  ['f', 'x = f(1, 2)', 'invalid: It is an assignment.'],
  ['C.p', 'C(1).p()', 'invalid: `C.p` cannot be called from outside: it is a property, which is read and not called.'],
  [
    'outer.<locals>.inner',
    'inner()',
    'invalid: `outer.<locals>.inner` cannot be called from outside: it is a closure, which exists only while `outer` runs.',
  ],
])('of %s, %j: %j', async (name, expression, expected) => {
  expect(await said(name, expression)).toBe(expected);
});

test('a method is found on an object that the set-up makes', async () => {
  expect(await said('C.m', 'c.m(1, 2)', 'c = C(1)')).toBe('It takes 1 positional argument, not 2.');
  expect(await said('C.m', 'c.m()', 'c = ')).toBe('invalid: The set-up is no Python.');
});

describe('from the command line', () => {
  const typed = (expression: string, code = text, setup = ''): Promise<Probe> => {
    const workspace = writeFiles({ 'pkg/m.py': code });
    const file = `${workspace}/pkg/m.py`;
    return probeFromCommandLine(parser, {
      file,
      text: code,
      expression,
      setup,
      workspace,
      chosen: 'commandLine',
      question: 'outcome',
    });
  };

  test('a call becomes a probe with its target, whose id does not depend on lines above it', async () => {
    const probe = await typed(' f(1, 2)\n');
    expect(probe).toMatchObject({
      target: { file: 'pkg/m.py', name: 'f', form: 'function', parameters: ['a', 'b', 'c'] },
      call: { expression: 'f(1, 2)', setup: '' },
      question: { kind: 'outcome', scope: { result: true, state: true, stdout: false } },
      code: text,
      chosen: 'commandLine',
    });
    expect((await typed('f(1, 2)', `# above\n\n${text}`)).id).toBe(probe.id);
    expect((await typed('f(1, 3)')).id).not.toBe(probe.id);
  });

  test('what is not known from the text stays unresolved', async () => {
    expect((await typed('len([1])')).target).toMatchObject({ name: '', form: 'unresolved', source: '' });
  });

  test('an expression over several lines is put in parentheses where it needs them', async () => {
    expect((await typed('f(1,\n  2)')).call.expression).toBe('f(1,\n  2)');
    expect((await typed('f(1, 2)\n + 3')).call.expression).toBe('(f(1, 2)\n + 3)');
  });

  test('a file that is no Python still gives a probe, since the run will say so', async () => {
    expect((await typed('f(1)', 'def f(x):\n    return (x\n')).target.file).toBe('pkg/m.py');
  });

  test.each([
    ['f(1', '', '`f(1` is not a call that can be run: it is not complete.'],
    ['f(1 2)', '', '`f(1 2)` is not a call that can be run: it is no Python at column 5.'],
    ['f(1))', '', '`f(1))` is not a call that can be run: it has a bracket too many.'],
    ['import os', '', '`import os` is not a call that can be run: it is a statement.'],
    ['', '', '`` is not a call that can be run: it is empty.'],
    ['f(1, 2)', 'x = (', '`x = (` is not a call that can be run: the set-up is no Python.'],
  ])('%j after %j is refused in plain words', async (expression, setup, message) => {
    const error = await typed(expression, text, setup).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 'callUnreadable', message });
  });
});
