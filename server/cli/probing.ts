/** From what was typed to a probe: the one place of the command where the parser is loaded. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { usage } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { type Probe, QuestionKind } from '../core/probe.ts';
import type { Parser } from '../parse/parser.ts';
import type { SourceText } from './sourceText.ts';

export const QuestionFlag = z.object({ question: QuestionKind });

export function addQuestionOption(command: Command): Command {
  return command.addOption(
    new Option('--question <kind>', 'what is asked of the call: outcome, or input (which arguments give its result)')
      .argParser(askable)
      .default('outcome'),
  );
}

/** Other kinds have a name in records; nobody asks them yet. */
function askable(text: string): QuestionKind {
  if (text === 'outcome' || text === 'input') return text;
  throw QuestionKind.safeParse(text).success
    ? usage(`Questions of kind \`${text}\` are not asked yet.`, 'Ask `outcome` or `input`.')
    : new InvalidArgumentError('It must be `outcome` or `input`.');
}

export interface TypedCall {
  readonly source: SourceText;
  readonly expression: string;
  readonly setup: string;
  readonly workspace: string;
  readonly chosen: Probe['chosen'];
  readonly question: QuestionKind;
}

/** The parser is loaded here and nowhere else: a command that needs none starts without it. One a process. */
export async function openPython(log: Log): Promise<Parser> {
  const { openParser } = await import('../parse/parser.ts');
  return openParser(log);
}

/** Throws `callUnreadable` for what is no call. */
export async function probeOfCall(parser: Parser, call: TypedCall): Promise<Probe> {
  const { probeFromCommandLine } = await import('../parse/commandLine.ts');
  const { source, ...rest } = call;
  return probeFromCommandLine(parser, { ...rest, file: source.file, text: source.text });
}
