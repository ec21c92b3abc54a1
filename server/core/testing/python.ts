/** A real Python for tests of the comparison: it reads literals and describes values, in batches. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { Value } from '../value.ts';

const Described = z.strictObject({ value: Value, repr: z.string(), digest: z.string().nullable() });
export type Described = Readonly<z.infer<typeof Described>>;

/** The interpreter whose literals are the measure, if there is one; else the newest that the path has. */
export function pythonForTests(): string | null {
  const named = process.env['CALLED_IT_TEST_PYTHON'];
  const measure = pyenvPython();
  return [named, measure, 'python3'].find(python => python !== undefined && isUsable(python)) ?? null;
}

function pyenvPython(): string | undefined {
  const root = process.env['PYENV_ROOT'] ?? join(process.env['HOME'] ?? '', '.pyenv');
  return join(root, 'versions/3.13.0/bin/python3');
}

function isUsable(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The version of `python` as two numbers. */
export function versionOf(python: string): readonly [number, number] {
  const text = execFileSync(python, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = text.trim().split(' ').map(Number);
  return [major, minor];
}

export interface Real {
  readonly setup: string;
  readonly expressions: readonly string[];
  readonly limits?: {
    readonly nodes?: number;
    readonly depth?: number;
    readonly items?: number;
    readonly text?: number;
  };
}

/** A running Python that answers one batch after the other. */
export class Answers {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(python: string) {
    const child = spawn(python, [join(import.meta.dirname, 'answer.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** What `ast.literal_eval` makes of each text; `null` where it reads none. */
  async literals(texts: readonly string[]): Promise<readonly (Described | null)[]> {
    return z.array(Described.nullable()).parse(await this.ask({ texts }));
  }

  /** The values of expressions. */
  async values(request: Real): Promise<readonly Described[]> {
    return z.array(Described).parse(await this.ask(request));
  }

  private async ask(request: object): Promise<unknown> {
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error('Python ended before it answered');
    return JSON.parse(value);
  }

  close(): void {
    this.child.stdin?.end();
  }
}
