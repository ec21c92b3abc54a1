/** CRUXEval's rows as probes: each carries its own code, so that no file of the user is needed. */
import * as z from 'zod';
import { receive } from '../../core/door.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import { type Call, type Probe, probeId, type Question, resultScope, type Target } from '../../core/probe.ts';
import type { ProbeRecord, Provenance } from '../../core/record.ts';
import { buildProbeRecord } from '../build.ts';

/** Fields beyond these four are passed over: other sets of the same shape have some. */
const Row = z.object({ code: z.string(), input: z.string(), output: z.string(), id: z.union([z.string(), z.int()]) });

export const cruxevalFormat = 'cruxeval';

/** The record of one row. It asks for the outcome; `askedFor` in `question.ts` turns it into the other question. */
export function fromCruxeval(data: unknown, provenance: Provenance): ProbeRecord {
  const { code, input, output, id } = receive(Row, data, 'a row of CRUXEval');
  const target: Target = {
    file: '',
    name: 'f',
    form: 'function',
    isAsync: false,
    isGenerator: false,
    source: code,
    fingerprint: fingerprint(code),
  };
  const call: Call = { expression: `f(${input})`, setup: '' };
  const question: Question = { kind: 'outcome', scope: resultScope };
  const probe: Probe = {
    id: probeId(target, call, question),
    target,
    call,
    question,
    code,
    source: { format: cruxevalFormat, id: String(id) },
    chosen: 'import',
  };
  return buildProbeRecord(probe, output, null, provenance);
}
