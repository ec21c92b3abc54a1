/** OpenAI's formats: evals (of the API and of the repository), fine-tuning chats, and pairs of a preferred and a refused answer (DPO). */
import type { CheckRecord } from '../../core/record.ts';
import { type Case, goldText } from './cases.ts';
import { type Exported, jsonLines, jsonText, type Line, line, linesOfCases, skip } from './exported.ts';
import { answerText, taskOf } from './task.ts';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

export function exportOpenaiEvals(cases: readonly Case[]): Exported {
  const items = linesOfCases(cases, one => {
    const task = taskOf(one);
    if (typeof task === 'string') return skip(task);
    return line({ item: { id: task.id, prompt: task.prompt, expected: task.target } });
  });
  const samples = linesOfCases(cases, one => {
    const task = taskOf(one);
    return typeof task === 'string' ? skip(task) : line({ input: [user(task.prompt)], ideal: answerText(task.target) });
  });
  return {
    files: [
      { name: 'items.jsonl', text: jsonLines(items.data) },
      { name: 'eval.json', text: `${jsonText(evalOfTheApi, 2)}\n` },
      { name: 'called_it/samples.jsonl', text: jsonLines(samples.data) },
      { name: 'called_it.yaml', text: registryYaml },
    ],
    written: items.data.length,
    skipped: items.skipped,
  };
}

const textProperty = { type: 'string' };
const evalOfTheApi = {
  name: 'called-it',
  data_source_config: {
    type: 'custom',
    item_schema: {
      type: 'object',
      properties: { id: textProperty, prompt: textProperty, expected: textProperty },
      required: ['id', 'prompt', 'expected'],
    },
    include_sample_schema: true,
  },
  testing_criteria: [
    {
      type: 'string_check',
      name: 'outcome',
      input: '{{ sample.output_text }}',
      reference: '[ANSWER]{{ item.expected }}[/ANSWER]',
      operation: 'like',
    },
  ],
};

const registryYaml = `called_it:
  id: called_it.dev.v0
  metrics: [accuracy]
called_it.dev.v0:
  class: evals.elsuite.basic.includes:Includes
  args:
    samples_jsonl: called_it/samples.jsonl
`;

/** One chat a case; the assistant says what really happened, never what a model guessed. */
export function exportFineTuning(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, one => {
    const task = taskOf(one);
    if (typeof task === 'string') return skip(task);
    return line({ messages: [user(task.prompt), assistant(answerText(task.target))] });
  });
  return { files: [{ name: 'chats.jsonl', text: jsonLines(data) }], written: data.length, skipped };
}

/** One pair a wrong prediction: what really happened is preferred to it. */
export function exportPreferences(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, pairsOf);
  return { files: [{ name: 'preferences.jsonl', text: jsonLines(data) }], written: data.length, skipped };
}

function pairsOf(one: Case): readonly Line[] {
  const task = taskOf(one);
  if (typeof task === 'string') return [skip(task)];
  const pairs = one.checks.flatMap(check => {
    const wrong = wrongAnswer(check);
    return wrong === undefined || wrong === task.target ? [] : [wrong];
  });
  if (pairs.length === 0) return [skip('no prediction whose result is wrong')];
  return [...new Set(pairs)].map(wrong =>
    line({
      input: { messages: [user(task.prompt)], tools: [], parallel_tool_calls: true },
      preferred_output: [assistant(answerText(task.target))],
      non_preferred_output: [assistant(answerText(wrong))],
    }),
  );
}

/** What a check predicted for the result, where the result is what was wrong. */
function wrongAnswer({ verdict, prediction, run }: CheckRecord): string | undefined {
  const isWrong = verdict.aspects.some(
    ({ aspect, kind }) => kind === 'wrong' && (aspect === 'return' || aspect === 'exceptionType'),
  );
  if (!isWrong || (prediction.claims.returns === undefined && prediction.claims.raises === undefined)) return undefined;
  const { returns, raises } = prediction.claims;
  const answer = returns ?? `raises ${raises?.type.replace(/^builtins\./, '')}`;
  return answer === goldText(run) ? undefined : answer;
}
