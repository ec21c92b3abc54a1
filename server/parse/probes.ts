/** From an expression and the module in which it is evaluated to a probe. */
import { relative, sep } from 'node:path';
import type { Module } from '../core/module.ts';
import {
  type Call,
  fullScope,
  type Probe,
  probeId,
  type Question,
  type QuestionKind,
  type Target,
} from '../core/probe.ts';

/** Our own questions ask for the result and the post-state. */
export function questionOf(kind: QuestionKind): Question {
  return { kind, scope: fullScope };
}

export function makeProbe(
  target: Target,
  call: Call,
  question: Question,
  module: Module,
  chosen: Probe['chosen'],
): Probe {
  return { id: probeId(target, call, question), target, call, question, code: module.text, chosen };
}

/** A path as probes keep it: relative to the workspace, with forward slashes. */
export function relativePath(workspace: string, file: string): string {
  return relative(workspace, file).split(sep).join('/');
}
