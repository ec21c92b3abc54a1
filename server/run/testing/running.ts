/** Probes and options for tests of the real run. */
import { readFile } from 'node:fs/promises';
import { fingerprint } from '../../core/fingerprint.ts';
import type { RunOptions } from '../../core/messages.ts';
import { fullScope, type Probe } from '../../core/probe.ts';
import { findPython, type Interpreter } from '../python.ts';

const never = new AbortController().signal;

/** The interpreter that the tests run with: `CALLED_IT_TEST_PYTHON`, else the one on the path. */
export async function testPython(): Promise<Interpreter> {
  const named = process.env['CALLED_IT_TEST_PYTHON'];
  return findPython(named === undefined ? [['python3'], ['python'], ['/usr/bin/python3']] : [[named]], never);
}

/** A probe of `expression` in `code`, with its target left to the run to find. */
export function probeOf(code: string, expression: string, setup = ''): Probe {
  const target = {
    file: '',
    name: '',
    form: 'unresolved' as const,
    isAsync: false,
    isGenerator: false,
    source: '',
    fingerprint: fingerprint(''),
  };
  return {
    id: fingerprint(code + expression),
    target,
    call: { expression, setup },
    question: { kind: 'outcome', scope: fullScope },
    code,
    chosen: 'commandLine',
  };
}

/** A probe of a file as it is on disk. */
export async function probeOfFile(file: string, expression: string): Promise<Probe> {
  return probeOf(await readFile(file, 'utf8'), expression);
}

/** Options with the defaults of the command line, one run. */
export function optionsFor(python: Interpreter, cwd: string, more: Partial<RunOptions> = {}): RunOptions {
  return {
    python: [...python],
    cwd,
    file: '',
    env: {},
    hiddenVariable: '',
    timeoutMs: 5000,
    memoryMb: 1024,
    runs: 1,
    walls: 'auto',
    stdin: '',
    items: 0,
    allState: false,
    trace: false,
    ...more,
  };
}
