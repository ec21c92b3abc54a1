/** The options of `eval`, received. */
import * as z from 'zod';
import { baselineNames } from '../../core/baseline.ts';
import { Policy } from '../../core/verdict.ts';
import { ModelFlags } from '../modelOptions.ts';
import { RunFlags } from '../runOptions.ts';

export const EvalFlags = z.object({
  ...RunFlags.shape,
  ...ModelFlags.shape,
  model: z.array(z.string()).optional(),
  replay: z.array(z.string()).optional(),
  baseline: z.array(z.enum(baselineNames)).optional(),
  question: z.enum(['outcome', 'input']).optional(),
  policy: Policy,
  resume: z.boolean().optional(),
  stale: z.boolean().optional(),
  limit: z.int().optional(),
  corpus: z.string().optional(),
  record: z.boolean(),
});
export type EvalFlags = Readonly<z.infer<typeof EvalFlags>>;
