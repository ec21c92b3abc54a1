/** The requests about calls and definitions in a document: `probeAt`, `callsOf`, `probeOf`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { fileNotOpen } from '../core/failure.ts';
import type { callsOf, probeAt, probeOf } from '../core/messages.ts';
import type { Definition, Module } from '../core/module.ts';
import type { Position } from '../core/source.ts';
import { candidatesFor } from '../parse/candidates.ts';
import { readExpression } from '../parse/expressions.ts';
import type { Parser } from '../parse/parser.ts';
import { definitionAt, type Place, probeAt as placeAt, type Source } from '../parse/places.ts';
import { makeProbe, questionOf, relativePath } from '../parse/probes.ts';
import { targetOfExpression } from '../parse/targets.ts';
import { probeOf as probeOfTyped } from '../parse/typed.ts';
import { type OpenFiles, pathOf } from './openFiles.ts';
import type { Workspaces } from './workspaces.ts';

export interface Documents {
  readonly parser: Parser;
  readonly files: OpenFiles;
  readonly workspaces: Workspaces;
}

type Asked<M extends { readonly request: z.ZodType }> = z.infer<M['request']>;
type Reply<M extends { readonly reply: z.ZodType }> = z.infer<M['reply']>;

export async function answerProbeAt(
  documents: Documents,
  asked: Asked<typeof probeAt>,
): Promise<Reply<typeof probeAt>> {
  const source = sourceOf(documents, asked);
  return replyFor(await placeAt(source, asked.range), source.workspace.root, asked.uri);
}

function replyFor(place: Place, root: string, uri: string): Reply<typeof probeAt> {
  switch (place.kind) {
    case 'probe':
      return place;
    case 'definition':
      return { kind: 'definition', name: place.definition.name, position: place.definition.position };
    case 'nothing': {
      const { kind, reason, next, instead } = place;
      if (instead === undefined) return { kind, reason, next };
      const { name, position } = instead.definition;
      const isHere = join(root, instead.module.file) === pathOf(uri) || pathOf(uri) === '';
      const target = isHere ? uri : pathToFileURL(join(root, instead.module.file)).href;
      return { kind, reason, next, instead: { uri: target, name, position } };
    }
  }
}

export async function answerCallsOf(
  documents: Documents,
  asked: Asked<typeof callsOf>,
  signal: AbortSignal,
): Promise<Reply<typeof callsOf>> {
  const { parser, workspace, module } = sourceOf(documents, asked);
  const definition = callableAt(module, asked.position);
  if (definition === undefined) return { name: '', signature: '', uncallable: noDefinition, candidates: [] };
  const { name, uncallable } = definition;
  const candidates = uncallable === '' ? await candidatesFor(parser, workspace, module, definition, signal) : [];
  return { name, signature: signatureOf(module, definition), uncallable, candidates: [...candidates] };
}

const noDefinition = 'there is no definition here';

/** A class is called with what its `__init__` takes. */
function signatureOf(module: Module, definition: Definition): string {
  if (definition.kind !== 'class') return definition.signature;
  const init = module.definitions.findLast(one => one.name === `${definition.name}.__init__`);
  const parameters = init?.signature.replace(/^__init__\((?:self)?(?:, )?/, '').replace(/\)(?: -> None)?$/, '') ?? '…';
  return `${definition.name}(${parameters})`;
}

export async function answerProbeOf(
  documents: Documents,
  asked: Asked<typeof probeOf>,
): Promise<Reply<typeof probeOf>> {
  const source = sourceOf(documents, asked);
  if (asked.position === undefined) return await probeByName(source, asked);
  const { parser, workspace, module } = source;
  const definition = callableAt(module, asked.position);
  if (definition === undefined) return { kind: 'invalid', reason: 'The definition is not there any more.' };
  const { expression, setup, chosen } = asked;
  return await probeOfTyped(parser, workspace, module, definition, { expression, setup, chosen });
}

async function probeByName(
  { parser, workspace, module }: Source,
  { expression, setup, chosen }: Asked<typeof probeOf>,
): Promise<Reply<typeof probeOf>> {
  const reading = readExpression(parser, expression);
  if (reading.kind === 'unreadable') return { kind: 'invalid', reason: `\`${expression}\`: ${reading.reason}.` };
  const target = await targetOfExpression(parser, workspace, module, reading.text, setup);
  const call = { expression: reading.text, setup };
  return { kind: 'probe', probe: makeProbe(target, call, questionOf('outcome'), module, chosen) };
}

function callableAt(module: Module, position: Position): Definition | undefined {
  return definitionAt(module, { start: position, end: position });
}

/** Throws where the document is not open. */
function sourceOf(
  { parser, files, workspaces }: Documents,
  asked: { readonly uri: string; readonly workspace: string },
): Source {
  const open = files.get(asked.uri);
  if (open === undefined) throw fileNotOpen(asked.uri);
  const workspace = workspaces.of(asked.workspace, asked.uri);
  const path = pathOf(asked.uri);
  const module = open.module(path === '' ? '' : relativePath(workspace.root, path));
  return { parser, workspace, syntax: open.syntax(), module };
}
