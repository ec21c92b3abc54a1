/** Every format that a corpus goes out in, by the name that the command line gives it, and the manifest that goes with each export. */
import { toolVersion } from '../../core/version.ts';
import type { Contents } from '../corpus.ts';
import { type Case, casesOf } from './cases.ts';
import { exportCruxeval } from './cruxeval.ts';
import { type Exported, type ExportedFile, jsonText } from './exported.ts';
import { exportInspect } from './inspect.ts';
import { exportLmEval } from './lmEval.ts';
import { exportHuggingFace, exportNative } from './native.ts';
import { exportFineTuning, exportOpenaiEvals, exportPreferences } from './openai.ts';
import { exportPromptfoo } from './promptfoo.ts';
import { exportReval, exportSweFlux } from './reval.ts';
import { taskPromptVersion } from './task.ts';

const ofCases = (make: (cases: readonly Case[]) => Exported) => (contents: Contents) => make(casesOf(contents));

const exporters = {
  native: exportNative,
  cruxeval: ofCases(exportCruxeval),
  inspect: ofCases(exportInspect),
  'lm-eval': ofCases(exportLmEval),
  'openai-evals': ofCases(exportOpenaiEvals),
  'openai-finetune': ofCases(exportFineTuning),
  dpo: ofCases(exportPreferences),
  promptfoo: ofCases(exportPromptfoo),
  huggingface: exportHuggingFace,
  reval: ofCases(exportReval),
  'swe-flux': ofCases(exportSweFlux),
} as const satisfies Record<string, (contents: Contents) => Exported>;

export type ExportFormat = keyof typeof exporters;
export const exportFormats: readonly string[] = Object.keys(exporters);

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exporters, name);
}

/** The files of the export, its manifest among them. The same corpus gives the same bytes. */
export function exportCorpus(contents: Contents, format: ExportFormat): Exported {
  const exported = exporters[format](contents);
  return { ...exported, files: [...exported.files, manifestOf(exported, format)] };
}

function manifestOf({ files, written, skipped }: Exported, format: ExportFormat): ExportedFile {
  const manifest = {
    tool: `called-it ${toolVersion}`,
    format,
    prompt: taskPromptVersion,
    written,
    skipped,
    files: files.map(({ name }) => name),
    redaction:
      'Secrets and home folders are replaced by placeholders; such cases are left out of everything but our own format.',
    licence: 'The code belongs to the repositories that it came from, and its licence is theirs.',
  };
  return { name: 'manifest.json', text: `${jsonText(manifest, 2)}\n` };
}
