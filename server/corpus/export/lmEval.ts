/** lm-evaluation-harness: a task in YAML and its JSON Lines. Run `lm_eval --tasks called_it --include_path .` in the folder of the export. */
import type { Case } from './cases.ts';
import { type Exported, jsonLines, line, linesOfCases, skip } from './exported.ts';
import { answerText, taskOf } from './task.ts';

export function exportLmEval(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, one => {
    const task = taskOf(one);
    if (typeof task === 'string') return skip(task);
    return line({ id: task.id, prompt: task.prompt, target: task.target, reply: answerText(task.target) });
  });
  return {
    files: [
      { name: 'called_it.jsonl', text: jsonLines(data) },
      { name: 'called_it.yaml', text: taskYaml },
    ],
    written: data.length,
    skipped,
  };
}

const taskYaml = `task: called_it
dataset_path: json
dataset_kwargs:
  data_files:
    test: called_it.jsonl
test_split: test
output_type: generate_until
doc_to_text: "{{prompt}}"
doc_to_target: "{{target}}"
generation_kwargs:
  until:
    - "[/ANSWER]"
  max_gen_toks: 1024
  temperature: 0
  do_sample: false
filter_list:
  - name: answer
    filter:
      - function: regex
        regex_pattern: "(?s)\\\\[ANSWER\\\\]\\\\s*(.*?)\\\\s*$"
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
num_fewshot: 0
metadata:
  version: 1.0
`;
