/** The sample repository and the calls of it that the demo checks. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../core/failure.ts';
import calls from './calls.json' with { type: 'json' };

export interface DemoCall {
  /** Relative to the sample's folder. */
  readonly file: string;
  readonly expression: string;
  readonly setup: string;
}

export const demoCalls: readonly DemoCall[] = calls;

const place = join('test-fixtures', 'workspace');

/** The folder of the sample, in the checkout that this file or its bundle lies in. */
export function sampleFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    const sample = join(folder, place);
    if (existsSync(join(sample, 'shop', 'cart.py'))) return sample;
    folder = dirname(folder);
  }
  throw new Failure('fileMissing', 'The sample repository of the demo is not there.', 'Run the demo in a checkout.');
}
