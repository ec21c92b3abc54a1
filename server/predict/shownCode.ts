/** The code that a model is shown, as text: what the manifest holds, and nothing else. */
import { fingerprint } from '../core/fingerprint.ts';
import type { ContextManifest, Shown } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { withoutSecrets } from '../core/secrets.ts';
import { estimateTokens } from './tokens.ts';

type Block = Pick<Shown, 'file' | 'firstLine' | 'source' | 'form'>;

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

/** As it stands in the files, whose names are given where there are several. */
export function plainCode({ shown: blocks }: ContextManifest): string {
  const files = new Set(blocks.map(block => block.file));
  const texts = blocks.map((block, index) => {
    const isNew = files.size > 1 && block.file !== blocks[index - 1]?.file;
    return [...(isNew ? [`# ${block.file}`] : []), ...linesOf(block), ...leftOut(block)].join('\n');
  });
  return texts.join('\n\n');
}

/** With the line numbers of the files. */
export function numberedCode({ shown }: ContextManifest): string {
  const blocks = shown.map(block => {
    const lines = linesOf(block);
    const width = String(block.firstLine + lines.length).length;
    const numbered = lines.map((line, index) => `${String(block.firstLine + index).padStart(width)}| ${line}`);
    const rest = leftOut(block).map(line => `${' '.repeat(width)}| ${line}`);
    return [...(block.file === '' ? [] : [`${block.file}:`]), ...numbered, ...rest].join('\n');
  });
  return blocks.join('\n\n');
}

function linesOf(block: Block): readonly string[] {
  return block.source.trimEnd().split('\n');
}

/** A function whose head alone is shown; a class's head is followed by those members that are needed. */
function leftOut(block: Block): readonly string[] {
  const head = /^([ \t]*)(?:async\s+)?def\b/m.exec(block.source);
  return block.form === 'signature' && head !== null ? [`${head[1] ?? ''}    ...  # body left out`] : [];
}
