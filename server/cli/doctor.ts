/** What works here, and the remedy for what does not: Python, walls, parser, model, editor, corpus. */
import { join } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { settings } from '../core/settings.ts';
import { openCorpus } from '../corpus/corpus.ts';
import type { Answer, Surroundings } from './answer.ts';
import { editorFindings } from './doctor/editor.ts';
import { type Finding, findingText } from './doctor/finding.ts';
import { lookAtPythons, nodeFinding, parserFinding, wallsFinding } from './doctor/machine.ts';
import { forgetModel, localModelFinding, modelFinding, profileFindings, serverFindings } from './doctor/models.ts';
import { openProgress } from './progress.ts';
import { shownPath } from './sourceText.ts';

const Flags = z.object({ python: z.string().optional(), forget: z.boolean().optional() });

/** Ends with 3 where no call can run; the rest are remarks. */
export async function doctor(command: Command, around: Surroundings): Promise<Answer> {
  const flags = receive(Flags, command.opts(), 'the command line');
  const progress = openProgress(around.terminal);
  progress.show('looking around');
  try {
    if (flags.forget === true) await forgetModel(around);
    const pythons = await lookAtPythons(flags.python, around);
    const findings = (
      await Promise.all(
        [
          [nodeFinding(), pythons.finding],
          pythons.chosen === null ? [] : [wallsFinding(pythons.chosen, around.signal)],
          [parserFinding(), modelFinding(around)],
          profileFindings(around),
          serverFindings(around.signal),
          [localModelFinding()],
          editorFindings(around.signal),
          [corpusFinding(around)],
        ].map(async group => Promise.all(await group)),
      )
    ).flat();
    progress.end();
    return {
      status: pythons.chosen === null ? 3 : 0,
      document: { works: pythons.chosen !== null, findings },
      text: findings.map(finding => findingText(finding, around.terminal.paint)).join('\n'),
    };
  } finally {
    progress.end();
  }
}

async function corpusFinding({ folder }: Surroundings): Promise<Finding> {
  const corpus = openCorpus(join(folder, settings.corpus.default));
  const [{ records, broken }, pending] = await Promise.all([corpus.read(), corpus.pending()]);
  const where = shownPath(corpus.place.folder, folder);
  const amiss = [
    ...(broken.length === 0 ? [] : [`${broken.length} lines cannot be read`]),
    ...(pending.length === 0 ? [] : [`${pending.length} predictions were frozen and never checked`]),
  ];
  const what = [records.length === 0 ? `none yet in ${where}` : `${records.length} checks in ${where}`, ...amiss].join(
    ', ',
  );
  if (amiss.length === 0) return { about: 'corpus', state: 'works', what, remedy: '' };
  return {
    about: 'corpus',
    state: 'limited',
    what,
    remedy: `Broken lines are passed over; delete ${where}/pending/*.json to drop what was never checked.`,
  };
}
