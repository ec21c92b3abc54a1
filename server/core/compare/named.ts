/** What is compared by its name: classes, functions, methods, modules, generators and coroutines. */

import { isSameName } from '../value/name.ts';
import type { ClassNode, FunctionNode, GeneratorNode, MethodNode, NamedNode } from '../value.ts';
import { differing, exact, exactUnequal, type Match } from './match.ts';
import type { Compare } from './walk.ts';

type Named = ClassNode | FunctionNode | NamedNode | GeneratorNode;

/** A class, function or module of the same name is the same object; a generator never is. */
export function compareNames(predicted: Named, actual: Named): Match {
  if (!isSameName(fullName(predicted), fullName(actual))) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another name' });
  }
  return isOnce(actual) ? exactUnequal : exact;
}

function fullName(node: Named | MethodNode): string {
  return 'module' in node && node.module !== '' ? `${node.module}.${node.name}` : node.name;
}

function isOnce(node: Named): boolean {
  return node.kind === 'generator' || node.kind === 'coroutine' || node.kind === 'asyncGenerator';
}

/** A bound method's text names its object's class at most: only another object is a difference. */
export function compareMethods(predicted: MethodNode, actual: MethodNode, parts: Compare): Match {
  if (!isSameName(fullName(predicted), fullName(actual))) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another method' });
  }
  const self = parts(predicted.self, actual.self);
  if (self.grade === 'partial') return exactUnequal;
  return { ...self, findings: self.findings.map(finding => ({ ...finding, path: `.__self__${finding.path}` })) };
}
