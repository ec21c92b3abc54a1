/** The code that a model is shown, as text: what the manifest holds, and nothing else. */
import { fingerprint } from '../core/fingerprint.ts';
import type { ContextManifest, Shown } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { withoutSecrets } from '../core/secrets.ts';
import { estimateTokens } from '../core/tokens.ts';

type Block = Pick<Shown, 'file' | 'firstLine' | 'source' | 'form' | 'membersLeftOut'>;

/** A manifest for a probe that brings its own code, such as a question of ours that measures a model: the target, and nothing else. */
export function targetAlone({ target }: Probe): ContextManifest {
  const source = withoutSecrets(target.source.trimEnd());
  const firstLine = (target.range?.start.line ?? 0) + 1;
  const tokens = estimateTokens(source);
  return {
    level: 'function',
    shown: [
      {
        file: target.file,
        name: target.name,
        firstLine,
        lastLine: firstLine + source.split('\n').length - 1,
        sha256: fingerprint(source),
        form: 'whole',
        source,
      },
    ],
    leftOut: [],
    estimatedTokens: tokens,
    budgetTokens: tokens,
    leaks: [],
    stripped: [],
  };
}

/** With the line numbers of the files. */
export function numberedCode({ shown }: ContextManifest): string {
  const blocks = shown.map(block => {
    const lines = linesOf(block);
    const width = String(block.firstLine + lines.length).length;
    const numbered = lines.map((line, index) => `${String(block.firstLine + index).padStart(width)}| ${line}`);
    const rest = leftOut(block).map(line => `${' '.repeat(width)}| ${line}`);
    const last = block.firstLine + lines.length - 1;
    const range = last === block.firstLine ? `line ${last}` : `lines ${block.firstLine}-${last}`;
    return [...(block.file === '' ? [] : [`${block.file}, ${range}:`]), ...numbered, ...rest].join('\n');
  });
  return blocks.join('\n\n');
}

function linesOf(block: Block): readonly string[] {
  return block.source.trimEnd().split('\n');
}

/** What stands for the body of a function, or for the members of a class that are not among the blocks that follow its head. */
function leftOut({ source, form, membersLeftOut }: Block): readonly string[] {
  const head = form === 'signature' ? /^([ \t]*)(?:(?:async\s+)?def|class)\b/m.exec(source) : null;
  if (head === null) return [];
  const indent = `${head[1] ?? ''}    `;
  if (!/class$/.test(head[0])) return [`${indent}...  # body left out`];
  if (membersLeftOut === undefined) return [];
  const count = membersLeftOut === 1 ? '1 member' : `${membersLeftOut} members`;
  return [membersLeftOut === 0 ? `${indent}...` : `${indent}...  # ${count} left out`];
}
