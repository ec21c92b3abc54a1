/** Which paths a `.gitignore` names, as far as Git's own rules go. */

interface Rule {
  readonly pattern: RegExp;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** The rules of one `.gitignore`, which stands in the folder `folder` (relative, empty for the root). */
export interface IgnoreRules {
  readonly folder: string;
  readonly rules: readonly Rule[];
}

export function readIgnoreRules(folder: string, text: string): IgnoreRules {
  return { folder, rules: text.split(/\r?\n/).flatMap(line => ruleOf(line) ?? []) };
}

/** Whether a path is ignored: the last rule that fits decides, inner files after outer ones. */
export function isIgnored(all: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, rules } of all) {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (!path.startsWith(prefix)) continue;
    const inside = path.slice(prefix.length);
    for (const rule of rules) {
      if ((isFolder || !rule.foldersOnly) && rule.pattern.test(inside)) ignored = !rule.negated;
    }
  }
  return ignored;
}

function ruleOf(line: string): Rule | undefined {
  const text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const negated = text.startsWith('!');
  const body = text.slice(negated ? 1 : 0).replace(/^\\(?=[#!])/, '');
  const foldersOnly = body.endsWith('/');
  const path = foldersOnly ? body.slice(0, -1) : body;
  const anchored = path.includes('/');
  const source = path
    .replace(/^\//, '')
    .split('/')
    .map(part => (part === '**' ? '**' : globOf(part)))
    .join('/')
    .replaceAll(/(^|\/)\*\*(\/|$)/g, (_, before, after) => (after === '' ? `${before}.*` : `${before}(?:.*/)?`));
  return { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`), negated, foldersOnly };
}

function globOf(part: string): string {
  return part
    .replaceAll(/[.+^${}()|]/g, '\\$&')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^');
}
