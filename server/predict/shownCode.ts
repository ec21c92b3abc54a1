/** The code that a model is shown, as text: what the manifest holds, and nothing else. */
import type { ContextManifest, Shown } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';

type Block = Pick<Shown, 'file' | 'firstLine' | 'source' | 'form'>;

/** What is shown; the target itself, or the whole code, where the manifest is empty. */
function blocksOf(probe: Probe, manifest: ContextManifest): readonly Block[] {
  if (manifest.shown.length > 0) return manifest.shown;
  const { file, source, range } = probe.target;
  const firstLine = source === '' ? 1 : (range?.start.line ?? 0) + 1;
  return [{ file, firstLine, source: source === '' ? probe.code : source, form: 'whole' }];
}

/** As it stands in the files, whose names are given where there are several. */
export function plainCode(probe: Probe, manifest: ContextManifest): string {
  const blocks = blocksOf(probe, manifest);
  const files = new Set(blocks.map(block => block.file));
  const texts = blocks.map((block, index) => {
    const isNew = files.size > 1 && block.file !== blocks[index - 1]?.file;
    return [...(isNew ? [`# ${block.file}`] : []), ...linesOf(block), ...leftOut(block)].join('\n');
  });
  return texts.join('\n\n');
}

/** With the line numbers of the files. */
export function numberedCode(probe: Probe, manifest: ContextManifest): string {
  const blocks = blocksOf(probe, manifest).map(block => {
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
