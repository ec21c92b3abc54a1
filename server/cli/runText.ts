/** An outcome for people in a terminal: what came of the call, what it left changed and printed, and how far to trust it. */
import { exceptionText } from '../core/line.ts';
import { nextStepFor } from '../core/nextStep.ts';
import type { At, Outcome, Raised, Run, StateEntry, Walls } from '../core/outcome.ts';
import { visible } from '../core/visible.ts';
import { shownPath } from './sourceText.ts';
import type { Paint } from './terminal.ts';

const longest = 1000;
const labelWidth = 10;

/** Places are written as one would type them in `folder`. */
export function runText(run: Run, paint: Paint, folder: string): string {
  const at = placeIn(folder, paint);
  if (run.outcome.kind === 'notRun') return [...outcomeLines(run.outcome, paint, at), footLine(run, paint)].join('\n');
  return [
    ...outcomeLines(run.outcome, paint, at),
    ...withoutSecondNames(run).map(entry => stateLine(entry, paint)),
    ...run.aliases.map(({ result, target, other }) =>
      labelled('same', visible(result ? `the result is ${target} itself, not a copy` : `${other} is ${target}`), paint),
    ),
    ...stream('printed', run.stdout, run.cut.includes('stdout') ? run.stdoutBytes : null, paint),
    ...stream('stderr', run.stderr, run.cut.includes('stderr') ? run.stderrBytes : null, paint),
    ...run.notes.map(note => labelled('note', visible(note), paint)),
    ...run.walls.tried.map(what => labelled('tried', `${visible(what)} (refused)`, paint)),
    ...certificateLines(run, paint),
    footLine(run, paint),
  ].join('\n');
}

/** The state without what is the same object under a second name: its change is one change. */
function withoutSecondNames({ state, aliases }: Run): readonly StateEntry[] {
  const second = aliases.flatMap(({ result, other }) => (result || other === undefined ? [] : [other]));
  return state.filter(({ target }) => !second.some(other => target === other || target.startsWith(`${other}.`)));
}

function footLine({ durationMs, python, walls, outcome }: Run, paint: Paint): string {
  const parts = [
    ...(outcome.kind === 'notRun' ? [] : [duration(durationMs)]),
    `Python ${python.version}`,
    wallsText(walls),
  ];
  return labelled('', paint.faint(parts.join(' · ')), paint);
}

/** What is in force around the call, in a few words. */
export function wallsText(walls: Walls): string {
  const open = [
    ...(walls.network === 'open' ? ['network open'] : []),
    ...(walls.files === 'open' ? ['files open'] : []),
    ...(walls.secrets === 'open' ? ['secrets readable'] : []),
  ];
  return [`walls ${walls.level}`, ...open].join(', ');
}

/** Writes a place behind a line; nothing where there is none. */
type Place = (at: At | undefined) => string;

function placeIn(folder: string, paint: Paint): Place {
  return at => (at === undefined ? '' : paint.faint(`  at ${visible(shownPath(at.file, folder))}:${at.line}`));
}

function outcomeLines(outcome: Outcome, paint: Paint, place: Place): readonly string[] {
  const reason = (label: string, text: string, at?: At): string => labelled(label, visible(text) + place(at), paint);
  switch (outcome.kind) {
    case 'returned':
      return returnedLines(outcome, paint);
    case 'raised':
      return raisedLines('raised', outcome.exception, paint, place);
    case 'blocked': {
      const { exception } = outcome;
      const lines = exception === undefined ? [] : raisedLines('as', exception, paint, place);
      return [reason('blocked', outcome.reason, outcome.at), ...lines];
    }
    case 'timedOut':
      return [reason('timed out', outcome.reason, outcome.at)];
    case 'killed':
      return [reason('killed', outcome.reason, outcome.at)];
    case 'exited':
      return [
        reason('exited', `with code ${outcome.code}${outcome.reason === undefined ? '' : `: ${outcome.reason}`}`),
      ];
    case 'notRun':
      return [reason('not run', outcome.reason, outcome.at), labelled('', `→ ${nextStepFor(outcome)}`, paint)];
  }
}

function returnedLines(outcome: Extract<Outcome, { kind: 'returned' }>, paint: Paint): readonly string[] {
  const type = outcome.type.replace(/^builtins\./, '');
  const remarks = [
    type,
    ...(outcome.awaited === true ? ['awaited'] : []),
    ...(outcome.drawn === undefined ? [] : [`${outcome.drawn} items drawn`]),
    ...(outcome.reprFailed === undefined ? [] : [`repr fails: ${visible(outcome.reprFailed)}`]),
  ];
  return [labelled('returned', `${paint.strong(bounded(outcome.repr))}  ${paint.faint(remarks.join(', '))}`, paint)];
}

function raisedLines(label: string, raised: Raised, paint: Paint, place: Place): readonly string[] {
  const failed =
    raised.messageFailed === undefined ? '' : paint.faint(`  (its str fails: ${visible(raised.messageFailed)})`);
  return [
    labelled(label, `${paint.strong(bounded(exceptionText(raised)))}${failed}${place(raised.frames.at(-1))}`, paint),
    ...raised.chain.map(each =>
      labelled('', `${each.link === 'cause' ? 'because of' : 'while handling'} ${bounded(exceptionText(each))}`, paint),
    ),
    ...raised.notes.map(note => labelled('', visible(note), paint)),
  ];
}

function stateLine(entry: StateEntry, paint: Paint): string {
  const name = `${visible(entry.target)}${entry.role === 'argument' ? '' : paint.faint(` (${entry.role})`)}`;
  const before = entry.before === '' ? paint.faint('nothing') : bounded(entry.before);
  const after = entry.after === '' ? paint.faint('gone') : bounded(entry.after);
  return labelled(
    entry.changed ? 'changed' : 'unchanged',
    entry.changed ? `${name}: ${before} → ${paint.strong(after)}` : `${name}: ${before}`,
    paint,
  );
}

function stream(label: string, text: string, totalBytes: number | null, paint: Paint): readonly string[] {
  if (text === '') return [];
  const lines = bounded(text.replace(/\n$/, '')).split('\n');
  return [
    ...lines.map((line, index) => labelled(index === 0 ? label : '', `${paint.faint('│')} ${line}`, paint)),
    ...(totalBytes === null ? [] : [labelled('', paint.faint(`… cut, ${totalBytes} bytes in all`), paint)]),
  ];
}

function certificateLines({ certificate }: Run, paint: Paint): readonly string[] {
  if (certificate.notRepeated !== undefined)
    return [labelled('trust', `one run only: ${visible(certificate.notRepeated)}`, paint)];
  if (certificate.runs === 1) return [labelled('trust', 'one run, nothing compared', paint)];
  if (certificate.stable) return [labelled('trust', `the same in ${certificate.runs} runs`, paint)];
  const causes = certificate.causes.length === 0 ? '' : ` (${certificate.causes.join(', ')})`;
  return [labelled('trust', paint.doubtful(`differs between runs: ${certificate.varied.join(', ')}${causes}`), paint)];
}

/** A line with its label in a column of its own. */
export function labelled(label: string, text: string, paint: Paint): string {
  return `${paint.faint(label.padEnd(labelWidth - 1))} ${text}`;
}

function bounded(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return visible(text);
  const left = (characters.length - longest).toLocaleString('en');
  return `${visible(characters.slice(0, longest).join(''))}… (${left} more characters: see --json)`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
