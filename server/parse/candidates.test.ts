import { expect, test } from 'vitest';
import { writeFiles } from '../../test-fixtures/files.ts';
import { definitionOf } from '../core/module.ts';
import { candidatesFor } from './candidates.ts';
import { openNativeParser } from './native.ts';
import { openWorkspace } from './workspace.ts';

const parser = openNativeParser();

/** The candidates for a definition, in one line each. */
async function offered(
  files: Readonly<Record<string, string>>,
  file: string,
  name: string,
): Promise<readonly string[]> {
  const workspace = openWorkspace(parser, writeFiles(files));
  const module = await workspace.module(file);
  const definition = module === undefined ? undefined : definitionOf(module, name);
  if (module === undefined || definition === undefined) throw new Error(`There is no ${name} in ${file}.`);
  const found = await candidatesFor(parser, workspace, module, definition, new AbortController().signal);
  return found.map(({ from, literal, expression, setup, line, ...one }) =>
    `${from}${literal ? '' : ' not literal'} ${one.file}:${line} ${expression}${setup === '' ? '' : ` after ${setup}`}`.replaceAll(
      '\n',
      '↵',
    ),
  );
}

const shop = `from .parts import Item

RATE = 2

def total(xs, k=1):
    """Adds up.

    >>> xs = [1]
    >>> total(xs)
    1
    >>> total([2], k='a')
    Traceback (most recent call last):
    TypeError
    >>> total([3])
    3
    """
    return sum(xs) * k

class Cart:
    def __init__(self, items):
        self.items = items

    def total(self, k=1):
        return total(self.items, k)

    @classmethod
    def make(cls, n):
        return cls([n])

def inside(xs):
    return total(xs) + total([Item(1)])
`;

test('doctests come first, then calls in the workspace, then in tests; each time those with literal arguments', async () => {
  const files = {
    'shop/__init__.py': '',
    'shop/parts.py': 'class Item: ...\n',
    'shop/cart.py': shop,
    'main.py':
      'from shop.cart import total as add\nimport shop.cart as c\n\nbase = [7]\nadd(base)\nc.total([8], k=2)\n',
    'tests/test_cart.py':
      'from shop.cart import total\n\ndef test_it(fixture):\n    xs = [9]\n    assert total(xs) == 9\n    total(fixture)\n    total([10])\n',
  };
  expect(await offered(files, 'shop/cart.py', 'total')).toEqual([
    "doctest shop/cart.py:10 total([2], k='a') after xs = [1]↵total(xs)",
    'doctest shop/cart.py:13 total([3]) after xs = [1]↵total(xs)',
    'doctest not literal shop/cart.py:8 total(xs) after xs = [1]',
    'workspace main.py:5 total([8], k=2)',
    'workspace not literal shop/cart.py:30 total([Item(1)])',
    'workspace not literal main.py:4 total(base) after base = [7]',
    'test tests/test_cart.py:6 total([10])',
    'test not literal tests/test_cart.py:4 total(xs) after xs = [9]',
  ]);
});

test('calls of methods bring the lines that make their object', async () => {
  const files = {
    'shop/__init__.py': '',
    'shop/parts.py': 'class Item: ...\n',
    'shop/cart.py': shop,
    'use.py':
      'from shop.cart import Cart as C\nfrom shop import cart\n\ndef main():\n    one = C([1])\n    one.total(2)\n    C([3]).total()\n    cart.Cart.make(4)\n    unknown().total()\n',
  };
  expect(await offered(files, 'shop/cart.py', 'Cart.total')).toEqual([
    'workspace use.py:5 one.total(2) after from shop.cart import Cart as C↵one = C([1])',
    'workspace use.py:6 C([3]).total() after from shop.cart import Cart as C',
  ]);
  expect(await offered(files, 'shop/cart.py', 'Cart.make')).toEqual(['workspace use.py:7 Cart.make(4)']);
});

test('a class is offered where it is called, also for its __init__', async () => {
  const files = {
    'a.py': 'class A:\n    def __init__(self, x): ...\n\nA(1)\n',
    'b.py': 'import a\n\nx = [a.A(y) for y in (1, 2)]\na.A(2)\n',
  };
  const expected = ['workspace a.py:3 A(1)', 'workspace b.py:3 A(2)'];
  expect(await offered(files, 'a.py', 'A')).toEqual(expected);
  expect(await offered(files, 'a.py', 'A.__init__')).toEqual(expected);
});

test('what a call needs of its module is imported, copied where it is a plain constant, or the call is left out', async () => {
  const files = {
    'm.py': 'def f(x): return x\n',
    'pkg/__init__.py': '',
    'pkg/names.py':
      'import math\nfrom .other import thing\nfrom m import f\n\nLIMIT = {"a": 1}\n\ndef helper(): return 3\n\nf(LIMIT)\nf(helper())\nf(thing)\nf(math.pi)\nf(missing)\n',
    'pkg/other.py': 'thing = 3\n',
    'test_m.py': 'from m import f\n\ndef helper(): return 3\n\ndef test_f():\n    f(helper())\n',
  };
  expect(await offered(files, 'm.py', 'f')).toEqual([
    'workspace not literal pkg/names.py:8 f(LIMIT) after LIMIT = {"a": 1}',
    'workspace not literal pkg/names.py:9 f(helper()) after from pkg.names import helper',
    'workspace not literal pkg/names.py:10 f(thing) after from pkg.other import thing',
    'workspace not literal pkg/names.py:11 f(math.pi) after import math',
  ]);
});

test('other functions of the same name are not mixed in', async () => {
  const files = {
    'm.py': 'def f(x): return x\n',
    'n.py': 'def f(x): return x\n\nf(1)\n',
    'o.py': 'from m import f\n\nf(2)\n',
  };
  expect(await offered(files, 'm.py', 'f')).toEqual(['workspace o.py:2 f(2)']);
});
