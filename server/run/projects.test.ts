/** Heavy projects, with packages from PyPI: Django with settings by environment and by set-up, Flask, SQLAlchemy, pandas. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Run } from '../core/outcome.ts';
import { describeWalls, openRunner } from './run.ts';
import { installed } from './testing/installed.ts';
import { interpreterOf } from './testing/interpreters.ts';
import { optionsFor, probeOf } from './testing/running.ts';

const packages = installed(interpreterOf('3.11'), [
  'Django==5.1.1',
  'Flask==3.0.3',
  'SQLAlchemy==2.0.35',
  'pandas==2.2.2',
]);
const runner = openRunner(silentLog);
let project: string;

const files = {
  'site_settings.py': `SECRET_KEY = "x"
INSTALLED_APPS = ["django.contrib.contenttypes", "shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}}
`,
  'shop/__init__.py': '',
  'shop/models.py': `from django.db import models
class Item(models.Model):
    name = models.CharField(max_length=20)
    price = models.IntegerField(default=3)
    def label(self): return f"{self.name}: {self.price}"
    class Meta: app_label = "shop"
def raised(item, by):
    item.price += by
    return item
def kept(name):
    from django.db import connection
    with connection.schema_editor() as editor: editor.create_model(Item)
    Item.objects.create(name=name)
    return list(Item.objects.values_list("name", "price"))
`,
  'web.py': `from flask import Flask, jsonify, request
app = Flask(__name__)
@app.get("/add")
def add(): return jsonify(sum=int(request.args["a"]) + 1)
def asked(path): return app.test_client().get(path).get_json()
`,
  'tables.py': `from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
class Base(DeclarativeBase): pass
class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
def names(*given):
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all([User(name=each) for each in given])
        session.flush()
        return list(session.scalars(select(User.name).order_by(User.id)))
def renamed(user):
    user.name = "new"
    return user
`,
  'frames.py': `import pandas as pd
def totals(frame):
    frame["double"] = frame["n"] * 2
    return frame.groupby("k")["n"].sum()
def made(): return pd.DataFrame({"k": ["a", "b", "a"], "n": [1, 2, 3]})
`,
};

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'called-it-projects-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
});
afterAll(async () => {
  await runner.close();
  await rm(project, { recursive: true, force: true });
});

/** Outcome and state without addresses. */
function told({ outcome, state }: Run): string {
  return JSON.stringify({ outcome, state }, null, 1).replaceAll(/0x[0-9a-f]+/g, '0x');
}

/** Runs in a fresh process, then in the loaded module, which must give the same. */
async function run(
  name: keyof typeof files,
  expression: string,
  setup = '',
  env: Record<string, string> = {},
): Promise<Run> {
  const file = join(project, name);
  const options = optionsFor([packages?.python ?? ''], project, { file, env, timeoutMs: 30_000, memoryMb: 2048 });
  const asked = () => runner.run(probeOf(files[name], expression, setup), options, new AbortController().signal);
  const fresh = await asked();
  const loaded = await asked();
  expect(told(loaded)).toBe(told(fresh));
  return loaded;
}

const django = 'import django; django.setup()';
const settings = { DJANGO_SETTINGS_MODULE: 'site_settings' };
const why = packages === undefined ? ' (skipped: Python 3.11 or the packages are not to be had)' : '';

describe.skipIf(packages === undefined)(`heavy projects${why}`, { timeout: 120_000 }, () => {
  test('Django: models, with settings by environment or by set-up', async () => {
    const labelled = await run('shop/models.py', 'Item(name="a").label()', django, settings);
    expect(labelled.outcome).toMatchObject({ kind: 'returned', repr: "'a: 3'" });
    const bySetup = `import os; os.environ["DJANGO_SETTINGS_MODULE"] = "site_settings"; ${django}`;
    expect((await run('shop/models.py', 'Item(name="b").label()', bySetup)).outcome).toMatchObject({ repr: "'b: 3'" });
    const raised = await run('shop/models.py', 'raised(Item(name="a", price=2), by=5)', django, settings);
    expect(raised.outcome).toMatchObject({ kind: 'returned', type: 'shop.models.Item' });
    expect(raised.state).toMatchObject([{ target: 'item', role: 'argument', changed: true }]);
    expect(raised.aliases).toEqual([{ result: true, target: 'item' }]);
  });

  test('Django: a database file is written into the overlay alone', async context => {
    const walls = await describeWalls([packages?.python ?? ''], new AbortController().signal);
    // The call writes a file: without an overlay the walls refuse that, as the tests of the walls show.
    if (walls.files !== 'overlay') return context.skip('the machine has no overlay for what a call writes');
    const kept = await run('shop/models.py', 'kept("a")', django, settings);
    expect(kept.outcome).toMatchObject({ kind: 'returned', repr: "[('a', 3)]" });
    expect(kept.state.map(({ target, role }) => [target, role])).toContainEqual(['shop.sqlite3', 'file']);
  });

  test('Flask: a request through its test client', async () => {
    expect((await run('web.py', 'asked("/add?a=2")')).outcome).toMatchObject({ kind: 'returned', repr: "{'sum': 3}" });
  });

  test('SQLAlchemy: rows and changed models', async () => {
    expect((await run('tables.py', 'names("x", "y")')).outcome).toMatchObject({ repr: "['x', 'y']" });
    const renamed = await run('tables.py', 'renamed(User(id=1, name="old"))');
    expect(renamed.outcome).toMatchObject({ kind: 'returned', type: 'tables.User' });
    expect(renamed.state).toMatchObject([{ target: 'user', role: 'argument', changed: true }]);
  });

  test('pandas: a frame is described by shape and columns, and seen to change', async () => {
    const totals = await run('frames.py', 'totals(made())');
    expect(totals.outcome).toMatchObject({ kind: 'returned', type: 'pandas.core.series.Series' });
    expect(totals.state).toMatchObject([{ target: 'frame', role: 'argument', changed: true }]);
  });
});
