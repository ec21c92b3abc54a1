/**
 * The shapes of REval (programs with inputs, and questions about lines and outputs) and of SWE-Flux (one question with a typed answer),
 * for the cases whose records say what these ask.
 */
import type { Run } from '../../core/outcome.ts';
import { type Case, caseName, notGold } from './cases.ts';
import { standing } from './cruxeval.ts';
import { type Exported, jsonLines, type Line, line, linesOfCases, skip } from './exported.ts';

export function exportReval(cases: readonly Case[]): Exported {
  const programs = linesOfCases(cases, one => {
    const row = standing(one);
    if (typeof row === 'string') return skip(row);
    return line({
      task_id: `CalledIt/${row.id}`,
      entry_point: 'f',
      code: row.code,
      inputs: [row.input],
      outputs: [row.output],
      test: '',
    });
  });
  const tasks = linesOfCases(cases, (one): Line => {
    const row = standing(one);
    if (typeof row === 'string') return skip(row);
    return line({
      task_id: `CalledIt/${row.id}`,
      idx: 0,
      tasks: [{ input_idx: 0, task: coveredLines(one), output_pred: `assert f(${row.input}) == ??` }],
    });
  });
  return {
    files: [
      { name: 'reval_data.jsonl', text: jsonLines(programs.data) },
      { name: 'reval_tasks.jsonl', text: jsonLines(tasks.data) },
    ],
    written: programs.data.length,
    skipped: programs.skipped,
  };
}

/** The lines that ran, where the run was traced: REval asks about a line and, where it has one, a variable. */
function coveredLines({ run }: Case): readonly unknown[] {
  return Object.keys(run?.lineHits ?? {}).map(number => ({ lineno: Number(number), var: '' }));
}

export function exportSweFlux(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, fluxLines);
  return { files: [{ name: 'oracles.jsonl', text: jsonLines(data) }], written: data.length, skipped };
}

interface Flux {
  readonly question_kind: string;
  readonly question: string;
  readonly template_answer: unknown;
  readonly oracle_answer: unknown;
}

/** S1 asks for control flow, S3 for state, S5 for exceptions; what only returns has no question of these. */
function fluxLines(one: Case): readonly Line[] {
  const why = notGold(one);
  if (why !== undefined || one.run === null) return [skip(why ?? 'never run here')];
  const { run } = one;
  const questions = [exceptionQuestion(one, run), stateQuestion(one, run), coverageQuestion(one, run)];
  const asked = questions.filter(question => question !== undefined);
  if (asked.length === 0) return [skip('no exception, no changed state and no trace to ask about')];
  const { target, call } = one.probe;
  return asked.map(question =>
    line({ id: caseName(one), file: target.file, name: target.name, setup: call.setup, ...question }),
  );
}

function exceptionQuestion({ probe }: Case, { outcome }: Run): Flux | undefined {
  if (outcome.kind !== 'raised') return undefined;
  const { type, message } = outcome.exception;
  return {
    question_kind: 'S5',
    question: `Which exception leaves the call \`${probe.call.expression}\`, and with which message?`,
    template_answer: { exception_type: 'str', message: 'str' },
    oracle_answer: { exception_type: type.replace(/^builtins\./, ''), message },
  };
}

function stateQuestion({ probe }: Case, { state }: Run): Flux | undefined {
  const changed = state.filter(entry => entry.changed);
  if (changed.length === 0) return undefined;
  const byTarget = (value: (entry: (typeof changed)[number]) => string) =>
    Object.fromEntries(changed.map(entry => [entry.target, value(entry)]));
  return {
    question_kind: 'S3',
    question: `After the call \`${probe.call.expression}\`, what are the values of ${changed.map(({ target }) => `\`${target}\``).join(', ')}?`,
    template_answer: byTarget(() => 'str'),
    oracle_answer: byTarget(({ after }) => after),
  };
}

function coverageQuestion({ probe }: Case, { lineHits }: Run): Flux | undefined {
  if (lineHits === undefined) return undefined;
  return {
    question_kind: 'S1',
    question: `Which lines of \`${probe.target.name}\` run in the call \`${probe.call.expression}\`?`,
    template_answer: { executed_lines: ['int'] },
    oracle_answer: { executed_lines: Object.keys(lineHits).map(Number) },
  };
}
