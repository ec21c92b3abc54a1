/**
 * CRUXEval's rows `code`, `input`, `output`, `id`. Only a call that stands on its own qualifies: of one function of the module, with
 * literals for arguments, returning a builtin value, stable, in a module that imports the standard library alone. The target becomes `f`.
 */
import { readLiteral } from '../../core/literal.ts';
import { type CallText, callText } from './callText.ts';
import { type Case, caseName, notGold } from './cases.ts';
import { type Exported, jsonLines, type Line, line, linesOfCases, skip } from './exported.ts';
import { notPlain } from './plain.ts';
import { foreignImports } from './standardLibrary.ts';

export function exportCruxeval(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, lineOf);
  return { files: [{ name: 'cruxeval.jsonl', text: jsonLines(data) }], written: data.length, skipped };
}

function lineOf(one: Case): Line {
  const { probe, run, expected } = one;
  if (probe.source?.format === 'cruxeval' && !one.redacted) {
    const input = callText(probe.call.expression)?.input;
    const output = run?.outcome.kind === 'returned' ? run.outcome.repr : expected;
    if (input !== undefined && output !== '') return line({ code: probe.code, input, output, id: caseName(one) });
  }
  const standsAlone = standing(one);
  return typeof standsAlone === 'string' ? skip(standsAlone) : line(standsAlone);
}

/** The row of a case that qualifies, or why it does not. */
export function standing(one: Case): { code: string; input: string; output: string; id: string } | string {
  const { probe, run } = one;
  const why = notGold(one);
  if (why !== undefined || run === null) return why ?? 'never run here';
  if (run.outcome.kind !== 'returned') return 'the call raises';
  const value = notPlain(run.outcome.value);
  if (value !== undefined) return 'the result is no literal of builtin types';
  if (probe.target.isAsync || probe.target.isGenerator) return 'a coroutine or generator';
  const call = callText(probe.call.expression);
  if (call === undefined || call.name !== probe.target.name)
    return 'not a call of one function of the module by its name';
  if (!call.arguments.every(({ text }) => isLiteral(text))) return 'an argument is no literal';
  if (foreignImports(`${probe.code}\n${probe.call.setup}`).length > 0)
    return 'the module imports more than the standard library';
  return { code: codeOf(one, call), input: call.input, output: run.outcome.repr, id: caseName(one) };
}

/** A constructor of a class of the module would need that class. */
function isLiteral(text: string): boolean {
  const read = readLiteral(text);
  return read.kind === 'value' && notPlain(read.value) === undefined;
}

/** The module with the set-up lines, and `f` for the target: the name that the benchmark calls. */
function codeOf({ probe }: Case, { name }: CallText): string {
  const setup = probe.call.setup === '' ? '' : `\n${probe.call.setup}\n`;
  const code = `${probe.code.trimEnd()}\n${setup}`;
  return name === 'f' ? code.trimEnd() : `${code}\n\ndef f(*args, **kwargs):\n    return ${name}(*args, **kwargs)`;
}
