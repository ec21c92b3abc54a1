/** The form of a person's prediction: shows what is asked, tells the editor what is filled in, and shows what that cannot read. It decides nothing. */
import type { Guess, GuessAsked, GuessField, GuessSaid, GuessTold, GuessTroubles } from '../server/core/guess.ts';

declare function acquireVsCodeApi(): { postMessage(message: GuessSaid): void };

/** After the last key, so that nobody is told off while typing. */
const quietMs = 400;

const editor = acquireVsCodeApi();
const form = part('form', HTMLFormElement);
const confidence = part('confidence', HTMLInputElement);
const percent = part('percent', HTMLOutputElement);
const inputs = new Map<GuessField, HTMLInputElement>([
  ['value', part('value', HTMLInputElement)],
  ['exception', part('exception', HTMLInputElement)],
  ['others', part('others', HTMLInputElement)],
]);
/** What the person has written in: only there trouble is told before the form is submitted. */
const touched = new Set<EventTarget>();
let isSure = false;
let timer: number | undefined;

for (const [field, input] of inputs) prepare(field, input);
window.addEventListener('message', ({ data }: MessageEvent<GuessTold>) => {
  if (data.kind === 'asked') show(data);
  else tell(data);
});
form.addEventListener('input', ({ target }) => {
  if (target !== null) touched.add(target);
  if (target === confidence) sayConfidence();
  showParts();
  clearTimeout(timer);
  timer = window.setTimeout(() => editor.postMessage({ kind: 'changed', guess: guess() }), quietMs);
});
form.addEventListener('submit', event => {
  event.preventDefault();
  clearTimeout(timer);
  editor.postMessage({ kind: 'submitted', guess: guess() });
});
part('cancel', HTMLButtonElement).addEventListener('click', cancel);
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') cancel();
});
editor.postMessage({ kind: 'ready' });

function cancel(): void {
  editor.postMessage({ kind: 'cancelled' });
}

function show({ call, setup, targets }: GuessAsked): void {
  part('call', HTMLPreElement).textContent = setup === '' ? call : `${setup.trimEnd()}\n${call}`;
  const state = part('state', HTMLDivElement);
  for (const [index, { target, before, text }] of targets.entries()) {
    const input = document.createElement('input');
    input.type = 'text';
    input.id = `state-${index}`;
    input.value = text;
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.dataset['target'] = target;
    input.addEventListener('focus', () => input.select());
    const label = document.createElement('label');
    label.htmlFor = input.id;
    label.append(`${target}, after the call`);
    if (before !== '') {
      const was = document.createElement('span');
      was.className = 'before';
      was.textContent = ` (before: ${before})`;
      label.append(was);
    }
    const row = document.createElement('div');
    row.append(label, input);
    state.append(row);
    inputs.set(`state:${target}`, input);
    prepare(`state:${target}`, input);
  }
  inputs.get('value')?.focus();
}

/** Gives a field its place for what is wrong with it, which a screen reader says when it comes. */
function prepare(field: GuessField, input: HTMLInputElement): void {
  const trouble = document.createElement('p');
  trouble.id = `${input.id}-trouble`;
  trouble.className = 'trouble';
  trouble.setAttribute('aria-live', 'polite');
  trouble.dataset['field'] = field;
  input.setAttribute('aria-describedby', trouble.id);
  input.after(trouble);
}

function tell({ troubles, isFinal }: GuessTroubles): void {
  const reasons = new Map(troubles.map(({ field, reason }) => [field, reason]));
  for (const [field, input] of inputs) {
    if (isFinal) touched.add(input);
    const reason = touched.has(input) ? (reasons.get(field) ?? '') : '';
    const place = part(`${input.id}-trouble`, HTMLParagraphElement);
    if (place.textContent !== reason) place.textContent = reason;
    input.setAttribute('aria-invalid', String(reason !== ''));
  }
  const [first] = troubles;
  if (isFinal && first !== undefined) inputs.get(first.field)?.focus();
}

function showParts(): void {
  const { result } = guess();
  part('returns', HTMLDivElement).hidden = result !== 'returns';
  part('raises', HTMLDivElement).hidden = result !== 'raises';
  part('more', HTMLDivElement).hidden = result === 'unknown';
}

function sayConfidence(): void {
  isSure = true;
  percent.value = `${confidence.value} %`;
  confidence.setAttribute('aria-valuetext', `${confidence.value} percent`);
}

function guess(): Guess {
  const chosen = new FormData(form).get('result');
  const targets = [...document.querySelectorAll<HTMLInputElement>('[data-target]')];
  return {
    result: chosen === 'raises' || chosen === 'unknown' ? chosen : 'returns',
    value: part('value', HTMLInputElement).value,
    exception: part('exception', HTMLInputElement).value,
    message: part('message', HTMLInputElement).value,
    state: targets.map(({ dataset, value }) => ({ target: dataset['target'] ?? '', text: value })),
    others: part('others', HTMLInputElement).value,
    printed: part('printed', HTMLTextAreaElement).value,
    confidence: isSure ? Number(confidence.value) : null,
  };
}

/** The element of the page with this id. */
function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${id}`);
}
