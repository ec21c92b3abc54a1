/**
 * What looks like a key, a token or a password, and texts without it: nothing of the kind goes into a prompt or a record. A secret
 * becomes a placeholder that is the same for the same secret, so that prompt, prediction and outcome still agree with one another.
 */
import { fingerprint } from './fingerprint.ts';

/** One look at `text` that tells nearly all apart: where it is false, `withoutSecrets` changes nothing. */
export function mayHoldSecret(text: string): boolean {
  return anyHint.test(text);
}

/** `text` with placeholders for all that looks like a key, a token or a password. */
export function withoutSecrets(text: string): string {
  let result = text;
  for (const { kind, hint, pattern } of shapes) {
    if (hint.test(result)) result = result.replace(pattern, secret => placeholder(kind, secret));
  }
  result = withoutTokens(result);
  return assignmentHint.test(result) ? withoutAssigned(result) : result;
}

function placeholder(kind: string, secret: string): string {
  return `«secret:${kind}:${digestOf(secret)}»`;
}

function digestOf(secret: string): string {
  return fingerprint(secret).slice(0, 6);
}

/** The secrets whose placeholders stand in `text`, by their digests. */
export function hiddenIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/«secret:\w+:([0-9a-f]{6})»/g)].map(([, digest = '']) => digest));
}

/** Whether `text` holds what looks like a secret, a placeholder, or as a word or in quotes a secret that is one of `hidden`. */
export function holdsHidden(text: string, hidden: ReadonlySet<string>): boolean {
  if (hiddenIn(withoutSecrets(text)).size > 0) return true;
  const quoted = [...text.matchAll(/(["'])((?:(?!\1)[^\n]){1,512}?)\1/g)].map(([, , inner = '']) => inner);
  return [...quoted, ...text.split(/[\s"'=,;()[\]{}]+/)].some(word => hidden.has(digestOf(word)));
}

interface Shape {
  readonly kind: string;
  /** A quick look whether the pattern is worth a try. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
}

/** Keys that are known by their shape. */
const shapes: readonly Shape[] = [
  {
    kind: 'pem',
    hint: /-----BEGIN/,
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  },
  { kind: 'apiKey', hint: /sk-/, pattern: /\bsk-(?:ant-|or-|proj-|svcacct-)?[A-Za-z0-9_-]{16,}/g },
  { kind: 'google', hint: /AIza/, pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  {
    kind: 'github',
    hint: /gh[pousr]_|github_pat_/,
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  { kind: 'gitlab', hint: /glpat-/, pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { kind: 'huggingFace', hint: /hf_/, pattern: /\bhf_[A-Za-z0-9]{24,}/g },
  { kind: 'slack', hint: /xox/, pattern: /\bxox[baprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'aws', hint: /AKIA|ASIA/, pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'bearer', hint: /[Bb]earer /, pattern: /(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,}=*/g },
  {
    kind: 'login',
    hint: /:\/\/[^/\s]*@/,
    pattern: /(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^\s:/@'"]+:[^\s/@'"]+(?=@)/gi,
  },
];

const tokenHint = /eyJ/;

/**
 * Without JSON web tokens. Each run of dotted words is looked at once, by its first word that can begin a token: a pattern that began
 * anew at each `eyJ` within a word would read the rest of the word again and again.
 */
function withoutTokens(text: string): string {
  if (!tokenHint.test(text)) return text;
  return text.replace(/[A-Za-z0-9_.-]+/g, run => (tokenHint.test(run) ? withoutTokenIn(run) : run));
}

function withoutTokenIn(run: string): string {
  const words = run.split('.');
  const clean: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [head = '', claims, signature] = words.slice(at, at + 3);
    const start = head.search(/\beyJ/);
    if (start < 0 || head.length - start < 11 || claims === undefined || claims.length < 8 || signature === undefined) {
      clean.push(head);
      continue;
    }
    clean.push(head.slice(0, start) + placeholder('jwt', `${head.slice(start)}.${claims}.${signature}`));
    at += 2;
  }
  return clean.join('.');
}

const secretName =
  '(?:password|passwd|secret|api_?key|access_?key|private_?key|credential|auth_?token|access_?token|token)[A-Za-z0-9_]{0,64}';
const assignmentHint = /password|passwd|secret|api_?key|access_?key|private_?key|credential|token/i;
/** `password = "…"`, `"api_key": "…"`, `secret='…'`, `TOKEN: str = "…"`. Every part is bounded: the text may be a program's output. */
const assignment = new RegExp(
  String.raw`(?<name>${secretName})(?<between>\\?["']?\s{0,8}(?::\s{0,8}[A-Za-z_.]{1,64}\s{0,8})?[=:]\s{0,8}[bru]?)(?<quote>\\?["'])(?<value>(?:(?!\k<quote>)[^\n]){6,512}?)\k<quote>`,
  'gi',
);
const anyHint = new RegExp(
  [...shapes.map(({ hint }) => hint), tokenHint, assignmentHint].map(({ source }) => source).join('|'),
  'i',
);

function withoutAssigned(text: string): string {
  return text.replace(assignment, (whole: string, name: string, between: string, quote: string, value: string) =>
    isSecret(name, value) ? `${name}${between}${quote}${placeholder('assigned', value)}${quote}` : whole,
  );
}

/** A token in code is often a word of a language, so only what looks random counts there; a password need not look random. */
function isSecret(name: string, value: string): boolean {
  if (value.startsWith('«secret:') || /\s/.test(value)) return false;
  const strong = /password|passwd|secret|api_?key|access_?key|private_?key/i.test(name);
  return strong ? /\d|[^A-Za-z_]/.test(value) : value.length >= 20 && entropy(value) > 3.5;
}

/** Shannon's entropy of the characters of `text`, in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
}
