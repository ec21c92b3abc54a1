/**
 * Inspect AI: samples `input`, `target`, `id`, `metadata` that `json_dataset` reads as they are; and what the models answered in a file
 * of its own, with its status, so that nobody scores a case without an answer as a wrong one.
 */
import type { Case } from './cases.ts';
import { caseName } from './cases.ts';
import { type Exported, jsonLines, line, linesOfCases, skip } from './exported.ts';
import { taskOf } from './task.ts';

export function exportInspect(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, one => {
    const task = taskOf(one);
    if (typeof task === 'string') return skip(task);
    return line({ input: task.prompt, target: task.target, id: task.id, metadata: task.metadata });
  });
  return {
    files: [
      { name: 'samples.jsonl', text: jsonLines(data) },
      { name: 'answers.jsonl', text: jsonLines(answersOf(cases)) },
      { name: 'task.py', text: taskFile },
    ],
    written: data.length,
    skipped,
  };
}

/** What was answered, and how it was judged; `status` is `right`, `wrong`, `undecided` or `noAnswer`. */
export function answersOf(cases: readonly Case[]): readonly unknown[] {
  return cases.flatMap(one =>
    one.checks.map(({ prediction, verdict }) => ({
      id: caseName(one),
      model: prediction.predictor.name,
      predictor: prediction.predictor.kind,
      status: verdict.kind,
      grade: verdict.grade,
      reason: prediction.reason ?? '',
      answer: prediction.claims.returns ?? prediction.claims.raises?.type ?? prediction.claims.input ?? '',
      confidence: prediction.confidence.stated ?? -1,
      policy: verdict.policy,
    })),
  );
}

const taskFile = `"""The corpus as a task for Inspect AI: \`inspect eval task.py --model ...\`."""

import pathlib

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import pattern
from inspect_ai.solver import generate


@task
def called_it() -> Task:
    """Ask for the outcome of each call; the answer stands between [ANSWER] and [/ANSWER]."""
    samples = pathlib.Path(__file__).with_name("samples.jsonl")
    return Task(
        dataset=json_dataset(str(samples)),
        solver=[generate()],
        scorer=pattern(r"(?s)\\[ANSWER\\]\\s*(.*?)\\s*\\[/ANSWER\\]", ignore_case=False),
    )
`;
