/** A prompt file: its version, and its turns by section. Sections are `## system`, `## user`, `## assistant`, then `## question`, `## tagged`, `## state`, `## confidence`. */
import { fingerprint } from '../core/fingerprint.ts';
import type { Turn } from './body.ts';

/** A prompt with places to fill, as its file has it. */
export interface Template {
  /** The file's name without its ending: `session.direct`. */
  readonly name: string;
  readonly version: string;
  /** Of the file's text. */
  readonly sha256: string;
  /** What stands before the question: instructions and examples. */
  readonly opening: readonly Turn[];
  readonly question: string;
  /** Added to the question where the server takes no form for the answer; empty where it needs none. */
  readonly tagged: string;
  /** Asked once for each state target; empty where the answer itself has the state. */
  readonly state: string;
  /** Asked last; empty where the answer itself has the confidence. */
  readonly confidence: string;
}

/** Reads a prompt file. Its form is a matter of the build, so that a broken one is a bug. */
export function readTemplate(name: string, text: string): Template {
  const [head = '', ...sections] = text.replaceAll('\r\n', '\n').split(/^## /m);
  const parts = sections.map(section => {
    const [title = '', ...lines] = section.split('\n');
    return { title: title.trim(), body: lines.join('\n').trim() };
  });
  const last = (title: string): string => parts.findLast(part => part.title === title)?.body ?? '';
  const opening = parts.flatMap(({ title, body }): Turn[] =>
    title === 'system' || title === 'user' || title === 'assistant' ? [{ role: title, text: body }] : [],
  );
  const version = /^version:\s*(\S+)/m.exec(head)?.[1] ?? '';
  if (version === '' || last('question') === '')
    throw new Error(`The prompt file ${name} has no version or no question.`);
  return {
    name,
    version,
    sha256: fingerprint(text),
    opening,
    question: last('question'),
    tagged: last('tagged'),
    state: last('state'),
    confidence: last('confidence'),
  };
}

/** Puts `values` into the places `{{name}}` of a text; what is filled in is not looked at again. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}
