/** Exports as the real harnesses read and score them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleProbe, exampleRun } from '../../core/testing/examples.ts';
import type { Contents } from '../corpus.ts';
import { exampleRecord } from '../testing/examples.ts';
import { readerPython, runPython } from '../testing/readers.ts';
import { type ExportFormat, exportCorpus } from './formats.ts';

const python = readerPython('harnesses');
const why = 'skipped where inspect-ai and lm-eval are not installed; `node scripts/readers.mjs` does it';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-harnesses-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts that a template or a pattern could trip over; the second is answered wrongly below. */
const results = ['6', "['{{x}}', '[ANSWER]\\n']", "'a\\'b {% raw %}'"];

function contents(): Contents {
  const records = results.map((repr, number) =>
    exampleRecord({
      probe: exampleProbe({
        id: `probe-${number}`,
        code: `def total(xs):\n    return f"{{xs}} ${number}"  # {% if %}\n`,
      }),
      run: exampleRun({ outcome: { kind: 'returned', repr, type: 'builtins.object', value: repr } }),
    }),
  );
  return { records, probes: [], remarks: [], broken: [] };
}

function write(format: ExportFormat): string {
  const { files, written } = exportCorpus(contents(), format);
  expect(written).toBe(results.length);
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return folder;
}

test.skipIf(python === undefined)(
  `Inspect AI reads the samples and scores answers by the task (${why})`,
  () => {
    const program = `
import importlib.util, json, os, sys
os.chdir(sys.argv[1])
from inspect_ai import eval as evaluate
from inspect_ai.dataset import json_dataset
from inspect_ai.model import ModelOutput, ModelUsage, get_model
samples = json_dataset("samples.jsonl")
spec = importlib.util.spec_from_file_location("task_file", "task.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
replies = {sample.input: f"I think so. [ANSWER]{sample.target if index != 1 else '7'}[/ANSWER]" for index, sample in enumerate(samples)}
def told(input, tools, tool_choice, config):
    output = ModelOutput.from_content("mockllm/model", replies[input[-1].text])
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output
model = get_model("mockllm/model", custom_outputs=told)
[log] = evaluate(module.called_it(), model=model, log_dir="logs", display="none", max_connections=1, max_samples=1)
print(json.dumps([[s.id for s in samples], [s.target for s in samples], samples[0].metadata["expression"], log.status, [list(s.scores.values())[0].value for s in sorted(log.samples, key=lambda s: s.id)]]))`;
    const [ids, targets, expression, status, scores] = JSON.parse(runPython(python ?? '', program, [write('inspect')]));
    expect(ids).toEqual(['called-it-probe-0', 'called-it-probe-1', 'called-it-probe-2']);
    expect(targets).toEqual(results);
    expect([expression, status]).toEqual(['total([1, 2], k=3)', 'success']);
    expect(scores).toEqual(['C', 'I', 'C']);
  },
  300_000,
);

test.skipIf(python === undefined)(
  `lm-evaluation-harness runs the task over the rows (${why})`,
  () => {
    const program = `
import json, os, sys
os.chdir(sys.argv[1])
from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager
rows = [json.loads(line) for line in open("called_it.jsonl", encoding="utf-8")]
class Told(LM):
    def generate_until(self, requests, disable_tqdm=False):
        replies = {row["prompt"]: row["reply"].replace("[/ANSWER]", "") for row in rows}
        return [replies[request.args[0]] if row["id"][-1] != "1" else "[ANSWER]7" for request, row in zip(requests, rows)]
    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError
    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        raise NotImplementedError
found = simple_evaluate(model=Told(), tasks=["called_it"], task_manager=TaskManager(include_path="."), bootstrap_iters=0, log_samples=True)
print(json.dumps([found["results"]["called_it"]["exact_match,answer"], [s["filtered_resps"] for s in found["samples"]["called_it"]]]))`;
    const output = runPython(python ?? '', program, [write('lm-eval')]);
    const [accuracy, answers] = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(answers.flat()).toEqual([results[0], '7', results[2]]);
    expect(accuracy).toBeCloseTo(2 / 3, 9);
  },
  300_000,
);
