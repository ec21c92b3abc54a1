/** The prompt files, by what is asked, in which shape and style. */
import type { AnswerShape, Style } from '../core/prediction.ts';
import type { QuestionKind } from '../core/probe.ts';
import assertionCot from './prompts/assertion.cot.md';
import assertionDirect from './prompts/assertion.direct.md';
import assertionTable from './prompts/assertion.table.md';
import inputAssertion from './prompts/input.assertion.md';
import jsonCot from './prompts/json.cot.md';
import jsonDirect from './prompts/json.direct.md';
import jsonTable from './prompts/json.table.md';
import sessionCot from './prompts/session.cot.md';
import sessionDirect from './prompts/session.direct.md';
import sessionTable from './prompts/session.table.md';
import { readTemplate, type Template } from './template.ts';

const files: Readonly<Record<AnswerShape, Readonly<Record<Style, string>>>> = {
  assertion: { direct: assertionDirect, cot: assertionCot, table: assertionTable },
  json: { direct: jsonDirect, cot: jsonCot, table: jsonTable },
  session: { direct: sessionDirect, cot: sessionCot, table: sessionTable },
};

export function templateFor(question: QuestionKind, shape: AnswerShape, style: Style): Template {
  if (question === 'input') return readTemplate('input.assertion', inputAssertion);
  return readTemplate(`${shape}.${style}`, files[shape][style]);
}
