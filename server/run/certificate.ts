/** How far an outcome can be trusted as gold: several runs under different hash seeds, compared. */
import type { Certificate } from '../core/outcome.ts';
import type { Single } from './report.ts';

/** Compares the runs with the first. */
export function certify(finished: readonly { readonly single: Single; readonly seed: number }[]): Certificate {
  const [first, ...others] = finished;
  const varied =
    first === undefined ? [] : [...new Set(others.flatMap(other => differences(first.single, other.single)))];
  return {
    runs: Math.max(1, finished.length),
    stable: varied.length === 0,
    varied,
    causes: [],
    hashSeeds: finished.map(({ seed }) => seed),
  };
}

function differences(a: Single, b: Single): readonly string[] {
  const varied: string[] = [];
  if (a.outcome.kind !== b.outcome.kind) varied.push('kind');
  else if (a.outcome.kind === 'returned' && b.outcome.kind === 'returned') {
    if (JSON.stringify(a.outcome.value) !== JSON.stringify(b.outcome.value)) varied.push('return');
  }
  if (a.ran.stdout !== b.ran.stdout) varied.push('stdout');
  return varied;
}
