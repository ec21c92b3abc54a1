/** The shape of an answer in JSON, in the strictest dialect that servers share. Every value is text, since JSON has no Python values. */
import * as z from 'zod';
import type { JsonForm } from './body.ts';

const text = { type: 'string' };

/** The form's own words for what a call does. The prompt has others, so that the word that comes tells whether the form has effect. */
export const formWords = ['returned', 'raised', 'abstained'] as const;
/** The prompt's words for the same. */
export const promptWords = ['returns', 'raises', 'unknown'] as const;

const properties = {
  reasoning: { type: 'string', description: 'Short working, or empty.' },
  outcome: { type: 'string', enum: [...formWords] },
  return_repr: {
    type: 'string',
    description: 'What repr() of the returned value prints, quotes of strings included; empty if it raises.',
  },
  exception_type: { type: 'string', description: 'Name of the exception class, or empty.' },
  exception_message: { type: 'string', description: 'What str() of the exception prints, or empty.' },
  stdout: { type: 'string', description: 'The printed text, or empty.' },
  post_state: {
    type: 'array',
    description:
      'Arguments, attributes and globals that the call changes, with repr() of their value afterwards; empty if none.',
    items: {
      type: 'object',
      properties: { target: text, repr: text },
      required: ['target', 'repr'],
      additionalProperties: false,
    },
  },
  confidence_percent: { type: 'integer', description: 'Of 100 such answers, how many would be exactly right.' },
};

/** Order of properties is order of writing: working first, then the answer, then how sure. */
const strict = {
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
};

const plain = {
  type: 'object',
  properties: {
    ...properties,
    post_state: {
      ...properties.post_state,
      items: { type: 'object', properties: { target: text, repr: text }, required: ['target', 'repr'] },
    },
  },
  required: Object.keys(properties),
};

export const answerForm: Omit<JsonForm, 'tagged'> = { name: 'prediction', strict, plain };

/** A reply by the schema, as it is received. */
export const JsonAnswer = z.object({
  reasoning: z.string().nullish(),
  outcome: z.enum([...promptWords, ...formWords]),
  return_repr: z.string().nullish(),
  exception_type: z.string().nullish(),
  exception_message: z.string().nullish(),
  stdout: z.string().nullish(),
  post_state: z.array(z.object({ target: z.string(), repr: z.string() })).nullish(),
  confidence_percent: z.unknown().optional(),
});
export type JsonAnswer = Readonly<z.infer<typeof JsonAnswer>>;
