/** promptfoo: tests in JSON Lines and a configuration that reads them. */
import type { Case } from './cases.ts';
import { type Exported, jsonLines, line, linesOfCases, skip } from './exported.ts';
import { answerText, taskOf } from './task.ts';

export function exportPromptfoo(cases: readonly Case[]): Exported {
  const { data, skipped } = linesOfCases(cases, one => {
    const task = taskOf(one);
    if (typeof task === 'string') return skip(task);
    return line({
      description: `${task.id}: ${task.metadata['expression']}`,
      vars: { prompt: rawBlock(task.prompt) },
      assert: [{ type: 'contains', value: rawBlock(answerText(task.target)) }],
      metadata: task.metadata,
    });
  });
  return {
    files: [
      { name: 'tests.jsonl', text: jsonLines(data) },
      { name: 'promptfooconfig.yaml', text: configuration },
    ],
    written: data.length,
    skipped,
  };
}

/** Variables are templates themselves there: Python's `{{` and `{%` must be kept from being read as such. */
function rawBlock(text: string): string {
  if (!/\{\{|\{%|\{#/.test(text)) return text;
  const inner = text.replaceAll('{% endraw %}', '{% endraw %}{{ "{% endraw %}" }}{% raw %}');
  return `{% raw %}${inner}{% endraw %}`;
}

const configuration = `description: Called It
prompts:
  - "{{prompt}}"
providers: []
tests: file://tests.jsonl
defaultTest:
  options:
    disableVarExpansion: true
`;
