/** What of the post-state is asked about, where an answer has no list of its own: arguments that can change, attributes, globals. */
import type { Probe } from './probe.ts';
import { callParts, parametersOf } from './pythonText.ts';

/** A target by the name the record gives it. `before` is its text before the call where the call itself says it; else empty. */
export interface StateTarget {
  readonly target: string;
  readonly before: string;
}

const most = 4;
const unchangeable = /^([-+]?[\d.]|[rbuf]{0,2}['"]|None$|True$|False$|lambda\b|\.\.\.$)/i;
const changing =
  /\bself\.(\w+)(?:\[[^\]\n]*\])?(?:\s*(?:[-+*/%&|^@]|\/\/|\*\*|<<|>>)?=(?!=)|\.(?:append|extend|insert|remove|pop|popitem|popleft|appendleft|clear|update|add|discard|sort|reverse|setdefault)\()/g;

/** The targets of an `outcome` question whose scope has the state; none elsewhere. */
export function stateTargets(probe: Probe): readonly StateTarget[] {
  if (probe.question.kind !== 'outcome' || !probe.question.scope.state) return [];
  const { source } = probe.target;
  const attributes = [...source.matchAll(changing)].map(match => `self.${match[1]}`);
  const globals = [...source.matchAll(/^\s*global\s+([\w, ]+)/gm)].flatMap(match =>
    (match[1] ?? '').split(',').map(name => name.trim()),
  );
  const named = [...new Set([...attributes, ...globals])].map(target => ({ target, before: '' }));
  return [...argumentTargets(probe), ...named].slice(0, most);
}

function argumentTargets(probe: Probe): readonly StateTarget[] {
  const parts = callParts(probe.call.expression);
  if (parts === null || parts.args.some(arg => arg.startsWith('*'))) return [];
  const all = probe.target.parameters ?? parametersOf(probe.target.source);
  const names = all[0] === 'self' || all[0] === 'cls' ? all.slice(1) : all;
  return parts.args.flatMap((arg, index) => {
    const keyword = /^([A-Za-z_]\w*)\s*=(?!=)\s*(.*)$/s.exec(arg);
    const target = keyword?.[1] ?? names[index] ?? '';
    const text = keyword?.[2] ?? arg;
    if (target === '' || unchangeable.test(text)) return [];
    return text.startsWith('(') && !/[[{]/.test(text) ? [] : [{ target, before: beforeOf(text, probe.call.setup) }];
  });
}

/** The text of a displayed container, or of the name's only assignment in the set-up lines. */
function beforeOf(text: string, setup: string): string {
  if (/^[[{(]/.test(text)) return text;
  if (!/^\w+$/.test(text)) return '';
  const assigned = setup.split('\n').flatMap(line => {
    const match = /^(\w+)\s*=(?!=)\s*(.+)$/.exec(line);
    return match?.[1] === text ? [match[2] ?? ''] : [];
  });
  const mentions = setup.split('\n').filter(line => new RegExp(`\\b${text}\\b`).test(line)).length;
  return assigned.length === 1 && mentions === 1 ? (assigned[0] ?? '') : '';
}
