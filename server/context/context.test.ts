import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../test-fixtures/files.ts';
import type { ContextLevel, ContextManifest, Remark } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { probeFromCommandLine } from '../parse/commandLine.ts';
import { openNativeParser } from '../parse/native.ts';
import { openWorkspace } from '../parse/workspace.ts';
import { strippedContextOf } from './context.ts';

const parser = openNativeParser();

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly call: string;
  readonly setup?: string;
  readonly level?: ContextLevel;
  readonly budget?: number;
  readonly strip?: readonly Remark[];
  /** Instead of the text on disk. */
  readonly buffer?: string;
}

async function manifestOf(one: Case): Promise<ContextManifest> {
  const root = writeFiles(one.files);
  const file = one.file ?? Object.keys(one.files)[0] ?? '';
  const probe: Probe = await probeFromCommandLine(parser, {
    file: `${root}/${file}`,
    text: one.buffer ?? one.files[file] ?? '',
    expression: one.call,
    setup: one.setup ?? '',
    workspace: root,
    chosen: 'commandLine',
    question: 'outcome',
  });
  const workspace = openWorkspace(parser, root);
  const { signal } = new AbortController();
  return await strippedContextOf(probe, one.level ?? 'callees', one.budget ?? 4000, one.strip ?? [], workspace, signal);
}

/** `file:first-last names`, with `…` after what is a signature only. */
async function shownBy(one: Case): Promise<readonly string[]> {
  const { shown } = await manifestOf(one);
  return shown.map(
    piece =>
      `${piece.file}:${piece.firstLine}-${piece.lastLine} ${piece.name}${piece.form === 'signature' ? ' …' : ''}`,
  );
}

const shop = {
  'shop/cart.py': `import math
from .tax import rate_of, Zone as Area
from . import money

LIMIT = 3
OTHER = 4

def unused():
    return OTHER

def rounded(x):
    return math.floor(x)

class Base:
    """A base."""
    kind = "base"

    def size(self):
        return len(self.items)

class Cart(Base):
    def __init__(self, items):
        self.items = items

    def total(self, area):
        if len(self.items) > LIMIT:
            return rounded(sum(self.items))
        return money.add(self.items, rate_of(area))

    def never(self):
        return unused()

def check(cart):
    return cart.total(Area("x")) + cart.size()
`,
  'shop/__init__.py': '',
  'shop/tax.py': `TABLE = {"x": 1}

class Zone:
    def __init__(self, name):
        self.name = name

def rate_of(zone):
    return TABLE[zone.name]
`,
  'shop/money.py': 'def add(xs, rate):\n    return [x + rate for x in xs]\n\ndef subtract(x):\n    return -x\n',
};

describe('what is shown at the level', () => {
  test('function: the target alone', async () => {
    expect(await shownBy({ files: shop, call: 'check(Cart([1]))', level: 'function' })).toEqual([
      'shop/cart.py:33-34 check',
    ]);
  });

  test('callees: what the call uses, over files, and nothing else', async () => {
    expect(await shownBy({ files: shop, call: 'check(Cart([1]))' })).toEqual([
      'shop/money.py:1-2 add',
      'shop/tax.py:1-1 TABLE',
      'shop/tax.py:3-3 Zone …',
      'shop/tax.py:4-5 Zone.__init__',
      'shop/tax.py:7-8 rate_of',
      'shop/cart.py:1-3 math, rate_of, Area, money',
      'shop/cart.py:5-5 LIMIT',
      'shop/cart.py:11-12 rounded',
      'shop/cart.py:14-15 Base …',
      'shop/cart.py:16-16 Base.kind',
      'shop/cart.py:18-19 Base.size',
      'shop/cart.py:21-21 Cart …',
      'shop/cart.py:22-23 Cart.__init__',
      'shop/cart.py:25-28 Cart.total',
      'shop/cart.py:33-34 check',
    ]);
  });

  test('callees of a method: its class comes along', async () => {
    expect(await shownBy({ files: shop, call: 'Cart([1]).size()' })).toEqual([
      'shop/cart.py:14-15 Base …',
      'shop/cart.py:16-16 Base.kind',
      'shop/cart.py:18-19 Base.size',
      'shop/cart.py:21-21 Cart …',
      'shop/cart.py:22-23 Cart.__init__',
    ]);
  });

  test('file: the whole file, and what the call uses of others', async () => {
    expect(await shownBy({ files: shop, call: 'check(Cart([1]))', level: 'file' })).toEqual([
      'shop/money.py:1-2 add',
      'shop/tax.py:1-1 TABLE',
      'shop/tax.py:3-3 Zone …',
      'shop/tax.py:4-5 Zone.__init__',
      'shop/tax.py:7-8 rate_of',
      'shop/cart.py:1-34 shop/cart.py',
    ]);
  });

  test('callers: who calls it, but for tests', async () => {
    const files = {
      'm.py': 'def f(x):\n    return x\n\ndef g():\n    return f(1)\n',
      'n.py': 'import m\n\nclass C:\n    def call(self):\n        return m.f([2])\n\ndef other(f):\n    return f(3)\n',
      'test_m.py': 'from m import f\n\ndef test_f():\n    assert f(1) == 1\n',
    };
    expect(await shownBy({ files, call: 'f(0)', level: 'callers' })).toEqual([
      'n.py:1-1 m',
      'n.py:4-5 C.call',
      'm.py:4-5 g',
      'm.py:1-2 f',
    ]);
    expect(await shownBy({ files, call: 'f(0)', level: 'callees' })).toEqual(['m.py:1-2 f']);
  });
});

describe('the target comes last', () => {
  test.each([
    ['below what stands under it', 'f(1)', 'def f(x):\n    return g(x)\n\ndef g(x):\n    return x\n', ['g', 'f']],
    [
      'with its class',
      'C().f(1)',
      'class C:\n    def f(self, x):\n        return self.h(x) + g(x)\n    def h(self, x):\n        return x\n\ndef g(x):\n    return x\n',
      ['g', 'C …', 'C.h', 'C.f'],
    ],
    [
      'unless Python needs it before: a decorator',
      'f(1)',
      'def f(x):\n    return g\n\n@f\ndef g(x):\n    return x\n',
      ['f', 'g'],
    ],
    ['unless a variable is made by it', 'f(1)', 'def f(x):\n    return K\n\nK = [f]\n', ['f', 'K']],
    [
      'unless a member is made by it',
      'C().f(1)',
      'class C:\n    def f(self, x):\n        return self.k\n    k = property(f)\n',
      ['C …', 'C.f, C.k'],
    ],
  ])('%s', async (_, call, text, names) => {
    const { shown } = await manifestOf({ files: { 'm.py': text }, call });
    expect(shown.map(({ name, form }) => (form === 'signature' ? `${name} …` : name))).toEqual(names);
  });
});

describe('members of a class that are not needed', () => {
  const text =
    'class C:\n    """A class."""\n    def __init__(self):\n        self.n = 0\n    def f(self):\n        return self.n\n    def a(self): ...\n    @property\n    def b(self): ...\n    @b.setter\n    def b(self, x): ...\n\nclass D(C):\n    pass\n';

  test('are counted in their place and named in the manifest', async () => {
    const { shown, leftOut } = await manifestOf({ files: { 'm.py': text }, call: 'C().f()' });
    expect(shown.map(({ name, membersLeftOut }) => [name, membersLeftOut])).toEqual([
      ['C', 2],
      ['C.__init__', undefined],
      ['C.f', undefined],
    ]);
    expect(leftOut).toEqual([{ name: 'm.py: C', why: 'members that nothing shown uses: a, b' }]);
  });

  test('are none where the body has none, and where it is all there', async () => {
    const { shown, leftOut } = await manifestOf({
      files: { 'm.py': `${text}\ndef g():\n    return D\n` },
      call: 'g()',
    });
    expect(shown.find(({ name }) => name === 'D')?.membersLeftOut).toBe(0);
    expect(leftOut.map(({ name }) => name)).toEqual(['m.py: C']);
    const whole = 'class E:\n    k = 1\n\ndef g():\n    return E.k\n';
    const all = await manifestOf({ files: { 'm.py': whole }, call: 'g()' });
    expect([all.leftOut, all.shown.some(({ membersLeftOut }) => membersLeftOut !== undefined)]).toEqual([[], false]);
  });
});

test('a target that is not known from the text: what the call names is shown', async () => {
  const files = { 'm.py': 'def f(x):\n    return g(x)\n\ndef g(x):\n    return x\n\ndef h(): ...\n' };
  expect(await shownBy({ files, call: 'f(1) + g(2)', level: 'function' })).toEqual(['m.py:1-2 f', 'm.py:4-5 g']);
  expect(await shownBy({ files, call: '[k(3)]', setup: 'from m import g as k' })).toEqual(['m.py:4-5 g']);
});

describe('a call whose target is not in the workspace', () => {
  const secret = 'PASSWORD = "hunter22secret"\n\ndef f():\n    return PASSWORD\n';

  test.each([
    ['sorted([3, 1])', 'function'],
    ['json.dumps([1])', 'function'],
    ['sorted([3, 1])', 'callees'],
    ['sorted([3, 1])', 'callers'],
  ] as const)('shows nothing of %s at the level %s', async (call, level) => {
    const { shown, estimatedTokens } = await manifestOf({ files: { 'm.py': `import json\n${secret}` }, call, level });
    expect([shown, estimatedTokens]).toEqual([[], 0]);
  });

  test('shows the target that a probe carries, where its file is gone', async () => {
    const files = {
      'main.py': 'from m import C\n',
      'm.py': 'K = 1\n\nclass C:\n    def total(self, x):\n        return x\n',
    };
    const root = writeFiles(files);
    const probe = await probeFromCommandLine(parser, {
      file: `${root}/main.py`,
      text: files['main.py'],
      expression: 'C().total(3)',
      setup: '',
      workspace: root,
      chosen: 'commandLine',
      question: 'outcome',
    });
    const { signal } = new AbortController();
    const elsewhere = openWorkspace(parser, writeFiles({}));
    const { shown } = await strippedContextOf(probe, 'function', 400, [], elsewhere, signal);
    expect(shown).toMatchObject([
      { file: 'm.py', firstLine: 4, lastLine: 5, source: expect.stringMatching(/^ *def total/) },
    ]);
  });

  test('shows the code that an imported row brings along, without its secrets and counted', async () => {
    const root = writeFiles({});
    const code = `${secret}# a remark\n`;
    const typed = await probeFromCommandLine(parser, {
      file: `${root}/m.py`,
      text: code,
      expression: 'sorted([3, 1])',
      setup: '',
      workspace: root,
      chosen: 'import',
      question: 'outcome',
    });
    const row: Probe = { ...typed, target: { ...typed.target, file: '' }, source: { format: 'own', id: '1' } };
    const { signal } = new AbortController();
    const workspace = openWorkspace(parser, root);
    const of = (budget: number) => strippedContextOf(row, 'function', budget, ['comments'], workspace, signal);
    const { shown, estimatedTokens } = await of(400);
    expect(shown.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([[1, 5]]);
    expect(shown[0]?.source).toMatch(/^PASSWORD = "«secret:\w+:\w+»"\n\ndef f\(\):\n {4}return PASSWORD\n$/);
    expect(estimatedTokens).toBeGreaterThan(20);
    expect((await of(10)).estimatedTokens).toBeGreaterThan(10);
  });
});

test('set-up lines, which are shown with the call, are no code of the module', async () => {
  const files = { 'm.py': 'def f(x):\n    return x\n' };
  expect(await shownBy({ files, call: 'f(xs)', setup: 'import os\nxs = [1]' })).toEqual(['m.py:1-2 f']);
});

test('the text in force is shown, not the one on disk', async () => {
  const files = { 'm.py': 'def f(x):\n    return x\n' };
  const { shown } = await manifestOf({ files, call: 'f(1)', buffer: '# new\ndef f(x):\n    return -x\n' });
  expect(shown.map(({ firstLine, source }) => [firstLine, source])).toEqual([[2, 'def f(x):\n    return -x']]);
});

test('a target in another file is shown from there', async () => {
  const files = { 'main.py': 'from m import f\n', 'm.py': 'K = 1\n\ndef f(x):\n    return x + K\n' };
  expect(await shownBy({ files, call: 'f(1)' })).toEqual(['main.py:1-1 f', 'm.py:1-1 K', 'm.py:3-4 f']);
});

describe('within the budget', () => {
  const body = '    x = 1\n'.repeat(200);
  const files = {
    'm.py': `def f(x):\n    return big(x)\n\ndef big(x):\n${body}    return x\n\nLONG = [${'1, '.repeat(900)}]\n`,
  };

  test('a signature stands for a body that does not fit, and the manifest says so', async () => {
    const { shown, leftOut, estimatedTokens } = await manifestOf({ files, call: 'f(1)', budget: 300 });
    expect(shown.map(({ source, form }) => [source, form])).toEqual([
      ['def big(x):', 'signature'],
      ['def f(x):\n    return big(x)', 'whole'],
    ]);
    expect(leftOut).toEqual([{ name: 'm.py: big', why: 'no room in the budget for its body' }]);
    expect(estimatedTokens).toBeLessThanOrEqual(300);
  });

  test('what has no signature is left out', async () => {
    const { leftOut } = await manifestOf({ files, call: 'f(LONG)', budget: 300 });
    expect(leftOut).toContainEqual({ name: 'm.py: LONG', why: 'no room in the budget' });
  });

  test('the target is never cut: where it alone is too long, the estimate exceeds the budget', async () => {
    const { shown, estimatedTokens, budgetTokens } = await manifestOf({ files, call: 'big(1)', budget: 300 });
    expect(shown.map(piece => [piece.name, piece.form])).toEqual([['big', 'whole']]);
    expect(estimatedTokens).toBeGreaterThan(budgetTokens);
  });
});

describe('what is never shown', () => {
  test.each([
    ['a test', 'tests/data.py', 'from tests.data import X'],
    ['its file looks like a place for secrets', 'app_secrets.py', 'from app_secrets import X'],
    ['its file is ignored, hidden or installed', 'local.py', 'from local import X'],
    ['its file is ignored, hidden or installed', 'build/made.py', 'from build.made import X'],
  ])('%s (%s)', async (why, file, line) => {
    const files = { 'm.py': `${line}\n\ndef f():\n    return X\n`, [file]: 'X = 1\n', '.gitignore': 'local.py\n' };
    const { shown, leftOut } = await manifestOf({ files, call: 'f()' });
    expect(shown.map(piece => piece.file)).toEqual(['m.py', 'm.py']);
    expect(leftOut).toEqual([{ name: `${file}: X`, why }]);
  });

  const inTest = {
    'test_m.py':
      'from m import f\nimport os\n\nDATA = [1]\n\ndef double(x):\n    return x * len(DATA)\n\ndef test_f():\n    assert f([1]) == 2\n    assert double(3) == 3\n',
    'm.py': 'def f(x):\n    return x + x\n',
  };

  test('of a test more than a call in it needs', async () => {
    expect(await shownBy({ files: inTest, call: 'double(3)' })).toEqual(['test_m.py:4-4 DATA', 'test_m.py:6-7 double']);
    expect(await shownBy({ files: inTest, call: 'f(DATA)' })).toEqual(['test_m.py:4-4 DATA', 'm.py:1-2 f']);
    const { shown, leftOut } = await manifestOf({ files: inTest, call: 'double(3)', level: 'file' });
    expect(shown.map(({ name }) => name)).toEqual(['DATA', 'double']);
    expect(leftOut).toEqual([{ name: 'test_m.py', why: 'a test, of which only what the call needs is shown' }]);
  });

  test.each([
    ['app_secrets.py', 'f(1)', 'its file looks like a place for secrets'],
    ['local.py', 'f(1)', 'its file is ignored by Git'],
    ['own/deep/m.py', 'f(1)', 'its file is ignored by Git'],
  ])('a target in %s: nothing is asked', async (file, call, why) => {
    const files = { [file]: 'K = 1\n\ndef f(x):\n    return x + K\n', '.gitignore': 'local.py\nown/\n' };
    for (const level of ['function', 'callees', 'file'] as const) {
      expect(await manifestOf({ files, call, level })).toMatchObject({
        shown: [],
        estimatedTokens: 0,
        leftOut: [{ name: `${file}: f`, why }],
        refused: expect.stringMatching(/^The code of f is not shown to a model: .* Predict it yourself, /),
      });
    }
  });

  test.each(['build/m.py', '.hidden/m.py', 'venv/lib/site-packages/m.py'])(
    'but a target in %s is, since the user pointed at it',
    async file => {
      const files = { [file]: 'def f(x):\n    return x\n', '.gitignore': 'venv/\n' };
      expect(await shownBy({ files, call: 'f(1)' })).toEqual([`${file}:1-2 f`]);
    },
  );

  test('a file for secrets in which the call alone stands', async () => {
    const files = { 'app_secrets.py': 'from m import f\nKEY = 3\n', 'm.py': 'def f(x):\n    return x\n' };
    for (const level of ['callees', 'file'] as const) {
      expect(await shownBy({ files, call: 'f(KEY)', level })).toEqual(['m.py:1-2 f']);
    }
    expect(await shownBy({ files, call: 'sorted([KEY, f])', level: 'file' })).toEqual(['m.py:1-2 f']);
  });

  test('a key in the code', async () => {
    const key = `sk-proj-${'a1B2'.repeat(8)}`;
    const files = { 'm.py': `KEY = "${key}"\n\ndef f():\n    return KEY, "hunter2"\n` };
    const { shown } = await manifestOf({ files, call: 'f()' });
    const text = shown.map(piece => piece.source).join('\n');
    expect(text).not.toContain(key);
    expect(text).toMatch(/KEY = "«secret:\w+:[0-9a-f]{6}»"/);
  });
});

describe('leaks', () => {
  const files = {
    'm.py':
      'def f(xs, k=1):\n    """Adds.\n\n    >>> f([1, 2], k=3)\n    9\n    >>> f([2])\n    2\n    """\n    # f([5]) is 5\n    return sum(xs) * k\n',
  };

  test.each([
    ['f([1,2],k=3)', ['doctestOfThisCall']],
    ['f([5])', ['commentOfThisCall']],
    ['f([7])', []],
  ])('of %s: %j', async (call, leaks) => {
    expect((await manifestOf({ files, call })).leaks).toEqual(leaks);
  });

  const told = {
    'm.py':
      'def f(xs, k=1):\n    """Adds: f([7]) returns 7, `f([ 8 ])` -> 8, like half([6]) == 3 and f([6]) at times.\n\n    >>> f([9],\n    ...   "b")\n    18\n    It gives 1 for f([1]).\n    """\n    assert f([1]) == 1\n    return f([6]) == 6\n\ndef g(x):\n    "g(2) == 3"\n    return x + 1\n    """g(-2/1+3.5j, [*x], **{\'$^\': r\'\\d|?\'}) is 3"""\n',
  };

  test.each([
    ['f([7])', ['docstringOfThisCall']],
    ['f([8])', ['docstringOfThisCall']],
    ["f([9], 'b')", ['doctestOfThisCall']],
    ['f([1])', ['assertionOfThisCall', 'docstringOfThisCall']],
    ['g(2)', ['docstringOfThisCall']],
    ['g(-2/1 + 3.5j, [*x], **{"$^": r"\\d|?"})', ['docstringOfThisCall']],
    [`f([${'1, '.repeat(50_000)}])`, []],
    ['f([6])', []],
  ])('of %s, whatever way it is told: %j', async (call, leaks) => {
    expect((await manifestOf({ files: told, call })).leaks).toEqual(leaks);
  });

  test('are gone where doctests are stripped, and the line numbers stay', async () => {
    const { leaks, shown, stripped } = await manifestOf({ files, call: 'f([1, 2], k=3)', strip: ['doctests'] });
    expect([leaks, stripped]).toEqual([[], ['doctests']]);
    expect(shown[0]?.source.split('\n')).toEqual([
      'def f(xs, k=1):',
      '    """Adds.',
      '',
      '',
      '',
      '',
      '',
      '    """',
      '    # f([5]) is 5',
      '    return sum(xs) * k',
    ]);
  });

  test('comments and docstrings can be stripped too', async () => {
    const { shown } = await manifestOf({ files, call: 'f([1, 2], k=3)', strip: ['comments', 'docstrings'] });
    expect(shown[0]?.source.split('\n')).toEqual([
      'def f(xs, k=1):',
      '    ...',
      ...Array(7).fill(''),
      '    return sum(xs) * k',
    ]);
  });
});
