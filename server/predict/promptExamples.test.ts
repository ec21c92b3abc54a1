/** What the examples of a prompt teach is what Python does: each is typed at a real interpreter. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Style } from '../core/prediction.ts';
import { pythonForTests } from '../core/testing/python.ts';
import type { Turn } from './body.ts';
import { templateFor } from './templates.ts';

const python = pythonForTests();
const needsPython = python === null ? ' (skipped: no Python 3.8 or newer was found)' : '';

/** One question of an example; `code` is empty where it goes on with the code before. */
interface Example {
  readonly code: string;
  readonly question: string;
  readonly answer: string;
}

const Answer = z.object({
  return_repr: z.string(),
  exception_type: z.string(),
  exception_message: z.string(),
  stdout: z.string(),
  post_state: z.array(z.object({ target: z.string(), repr: z.string() })),
});

function examplesOf(turns: readonly Turn[]): readonly Example[] {
  return turns.flatMap((turn, index) => {
    const answer = turns[index + 1];
    if (turn.role !== 'user' || answer?.role !== 'assistant') return [];
    const [, numbered = '', question = turn.text] = /^<<\w+>>\n([\s\S]*)\n<<\w+>>\n([\s\S]*)$/.exec(turn.text) ?? [];
    return [{ code: numbered.replaceAll(/^\d+\| /gm, ''), question, answer: answer.text }];
  });
}

/** What an interpreter prints for each example, of a traceback its last line alone. A later question names arguments by their parameters. */
const typed = `
import ast, contextlib, inspect, io, json, sys

class Named(ast.NodeTransformer):
    def visit_Call(self, call):
        function = names.get(getattr(call.func, "id", None))
        if not inspect.isfunction(function):
            return call
        given = [ast.literal_eval(each) for each in call.args]
        bound = inspect.signature(function).bind(*given, **{each.arg: ast.literal_eval(each.value) for each in call.keywords})
        names.update(bound.arguments)
        shown = [ast.keyword(arg=name, value=ast.Name(id=name, ctx=ast.Load())) for name in bound.arguments]
        return ast.Call(func=call.func, args=[], keywords=shown)

for example in json.load(sys.stdin):
    if example["code"]:
        names = {}
        exec(example["code"], names)
    tree = ast.fix_missing_locations(Named().visit(ast.parse(example["line"], mode="single")))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(tree, "<example>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):", type(error).__name__ + ": " + str(error), sep="\\n")
    print(json.dumps(printed.getvalue().rstrip("\\n")))
`;

function atPrompt(lines: readonly { readonly code: string; readonly line: string }[]): readonly unknown[] {
  const output = execFileSync(python ?? '', ['-c', typed], { input: JSON.stringify(lines), encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe.skipIf(python === null)(`the examples${needsPython}`, () => {
  test.each(Style.options)('of sessions with the style %s show what the interpreter prints', style => {
    const examples = examplesOf(templateFor('outcome', 'session', style).opening);
    expect(examples.length).toBeGreaterThan(2);
    const seen = atPrompt(examples.map(({ code, question }) => ({ code, line: question.replace(/^>>> /, '') })));
    expect(seen).toEqual(examples.map(({ question, answer }) => answer.split(`${question}\n`).at(-1)));
  });

  test.each(Style.options)('of assertions with the style %s hold', style => {
    const examples = examplesOf(templateFor('outcome', 'assertion', style).opening);
    expect(examples.length).toBeGreaterThan(2);
    const seen = atPrompt(
      examples.map(({ code, answer }) => {
        const line = answer.split('\n').at(-1) ?? '';
        const raising = /^with raises\((\w+)\): (.+)$/.exec(line);
        return { code, line: raising?.[2] ?? line };
      }),
    );
    expect(seen.map(text => String(text).split('\n').at(-1)?.split(':')[0])).toEqual(
      examples.map(({ answer }) => /with raises\((\w+)\)/.exec(answer)?.[1] ?? ''),
    );
  });

  test('of inputs hold', () => {
    const examples = examplesOf(templateFor('input', 'assertion', 'direct').opening);
    expect(examples.length).toBeGreaterThan(2);
    expect(atPrompt(examples.map(({ code, answer }) => ({ code, line: answer })))).toEqual(examples.map(() => ''));
    const open = examples.map(({ answer }) => answer.replace(/\(.*?\) == /, '(??) == '));
    expect(open).toEqual(examples.map(({ question }) => question));
  });

  test.each(Style.options)(
    'as JSON with the style %s say what it returns or raises, prints and leaves changed',
    style => {
      const examples = examplesOf(templateFor('outcome', 'json', style).opening);
      expect(examples.length).toBeGreaterThan(1);
      const claims = examples.map(({ answer }) => Answer.parse(JSON.parse(answer)));
      const lines = examples.flatMap(({ code, question }, index) => [
        { code, line: question.split('\n').at(-1)?.replace('The call: ', '') ?? '' },
        ...(claims[index]?.post_state ?? []).map(({ target }) => ({ code: '', line: target })),
      ]);
      const claimed = claims.flatMap(claim => [
        claim.exception_type === ''
          ? `${claim.stdout}${claim.return_repr}`
          : `Traceback (most recent call last):\n${claim.exception_type}: ${claim.exception_message}`,
        ...claim.post_state.map(({ repr }) => repr),
      ]);
      expect(atPrompt(lines)).toEqual(claimed);
    },
  );
});
