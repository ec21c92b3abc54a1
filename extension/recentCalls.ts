/** The calls that were checked last in this workspace, by the definition they were chosen for. */
import type * as vscode from 'vscode';
import * as z from 'zod';
import { CallCandidate } from '../server/core/messages.ts';

const Kept = z.record(z.string(), z.array(CallCandidate));
const memoryKey = 'recentCalls';
const perDefinition = 5;
const definitions = 200;

export class RecentCalls {
  constructor(private readonly memory: vscode.Memento) {}

  of(uri: string, name: string): readonly CallCandidate[] {
    return this.read()[keyOf(uri, name)] ?? [];
  }

  async add(uri: string, name: string, { expression, setup }: { expression: string; setup: string }): Promise<void> {
    const kept = this.read();
    const key = keyOf(uri, name);
    const call: CallCandidate = { expression, setup, from: 'recent', literal: true, file: '', line: 0 };
    const others = (kept[key] ?? []).filter(each => each.expression !== expression || each.setup !== setup);
    const { [key]: _, ...rest } = kept;
    const entries = [[key, [call, ...others].slice(0, perDefinition)] as const, ...Object.entries(rest)];
    await this.memory.update(memoryKey, Object.fromEntries(entries.slice(0, definitions)));
  }

  /** What an older version kept in another shape is forgotten. */
  private read(): z.infer<typeof Kept> {
    const kept = Kept.safeParse(this.memory.get<unknown>(memoryKey));
    return kept.success ? kept.data : {};
  }
}

function keyOf(uri: string, name: string): string {
  return `${uri}#${name}`;
}
