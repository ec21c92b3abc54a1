/** The one way in which unknown data becomes ours. Each door of the product calls `receive` once and trusts the types inside. */
import type { z } from 'zod';
import { Failure } from './failure.ts';

/** The value of `data` by `schema`. Throws a failure that names the door and what is wrong where. */
export function receive<T>(schema: z.ZodType<T>, data: unknown, door: string): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new Failure(
    'unknownData',
    `What came from ${door} has not the expected shape: ${firstIssue(result.error)}`,
    'Both ends must be of the same version of Called It; if they are, please report it.',
  );
}

/** The value of JSON `text` by `schema`; text that is no JSON fails in the same way. */
export function receiveJson<T>(schema: z.ZodType<T>, text: string, door: string): T {
  return receive(schema, parseJson(text, door), door);
}

function parseJson(text: string, door: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure('unknownData', `What came from ${door} is not JSON.`, 'Please report it with the log.', {
      cause,
    });
  }
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.') || 'the whole'}: ${issue.message}`;
}
