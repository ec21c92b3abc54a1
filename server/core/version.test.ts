import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { receiveJson } from './door.ts';
import { toolVersion } from './version.ts';

test('the tool has the version of its package', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  expect(receiveJson(z.object({ version: z.string() }), text, 'package.json').version).toBe(toolVersion);
});
