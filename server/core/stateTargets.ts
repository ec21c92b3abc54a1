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
const assigns = String.raw`\s*(?:[-+*/%&|^@]|\/\/|\*\*|<<|>>)?=(?!=)`;
const fills = String.raw`\.(?:append|extend|insert|remove|pop|popitem|popleft|appendleft|clear|update|add|discard|sort|reverse|setdefault)\(`;
const changing = new RegExp(String.raw`\bself\.(\w+)(?:\[[^\]\n]*\])?(?:${assigns}|${fills})`, 'g');
const filling = new RegExp(
  String.raw`(?<![\w.])([A-Za-z_]\w*)(?:\[[^\]\n]*\]${assigns}|(?:\[[^\]\n]*\])?${fills})`,
  'g',
);

/** The targets of an `outcome` question whose scope has the state; none elsewhere. */
export function stateTargets(probe: Probe): readonly StateTarget[] {
  if (probe.question.kind !== 'outcome' || !probe.question.scope.state) return [];
  const { source } = probe.target;
  const attributes = [...source.matchAll(changing)].map(match => `self.${match[1]}`);
  const globals = [...source.matchAll(/^\s*global\s+([\w, ]+)/gm)].flatMap(match =>
    (match[1] ?? '').split(',').map(name => name.trim()),
  );
  const named = [...new Set([...attributes, ...globals, ...filledGlobals(probe)])];
  const passed = argumentTargets(probe);
  const others = [...defaultTargets(probe), ...named].filter(name => !passed.some(({ target }) => target === name));
  return [...passed, ...others.map(target => ({ target, before: '' }))].slice(0, most);
}

/** Parameters that the call does not give, whose default is one object for all calls. */
function defaultTargets({ call, target: { source } }: Probe): readonly string[] {
  const parts = callParts(call.expression);
  if (parts === null || parts.args.some(arg => arg.startsWith('*'))) return [];
  const head = source.slice(0, source.search(/\)\s*(?:->[^:]*)?:\s*\n/) + 1);
  const shared = [...head.matchAll(/(\w+)\s*(?::[^=,()]+)?=\s*(?:[[{]|(?:list|dict|set)\()/g)].map(
    match => match[1] ?? '',
  );
  const keywords = parts.args.map(arg => /^([A-Za-z_]\w*)\s*=(?!=)/.exec(arg)?.[1] ?? '');
  const positional = keywords.filter(name => name === '').length;
  const names = parametersOf(source);
  return shared.filter(name => !keywords.includes(name) && names.indexOf(name) >= positional);
}

/** Names of the module whose objects the target changes in place. */
function filledGlobals({ code, target }: Probe): readonly string[] {
  const own = new Set([...(target.parameters ?? parametersOf(target.source)), ...localNames(target.source)]);
  const ofModule = new Set([...code.matchAll(/^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)/gm)].map(match => match[1]));
  return [...target.source.matchAll(filling)].flatMap(([, name = '']) =>
    ofModule.has(name) && !own.has(name) ? [name] : [],
  );
}

function localNames(source: string): readonly string[] {
  return [...source.matchAll(/^\s+([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)/gm)].map(match => match[1] ?? '');
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
