/** Lines of older versions as rows of the present one. What is newer than this program is left alone and reported. */
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import { CheckRecord, recordVersion } from '../core/record.ts';
import { flatten } from './flatten.ts';
import type { Cleaner } from './redact.ts';

const Versioned = z.looseObject({ version: z.int() });

/** The data of a line as data of the present version, not yet checked by the row's schema. */
export function upgraded(data: unknown): unknown {
  const { version } = receive(Versioned, data, 'the corpus');
  if (version > recordVersion) throw newer(version);
  return version === 1 ? fromNested(data) : data;
}

function newer(version: number): Failure {
  return new Failure(
    'corpusUnreadable',
    `The line has version ${version}, and this program knows ${recordVersion}`,
    'Update Called It.',
  );
}

/** Version 1: a check as nested JSON, without its kind and without the verdicts of its samples. */
const NestedCheck = CheckRecord.omit({ kind: true, sampleVerdicts: true });

/** The text was cleaned when the line was written. */
const asItIs: Cleaner = {
  clean: text => text,
  cleanPath: path => path,
  isClean: () => true,
  redacted: () => false,
};

function fromNested(data: unknown): unknown {
  const nested = receive(NestedCheck, data, 'the corpus');
  return flatten({ ...nested, kind: 'check', version: recordVersion, sampleVerdicts: [] }, asItIs);
}
