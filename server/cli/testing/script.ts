/** What a scripted model says, by the last line of the last turn: enough to play an interpreter session. */
import * as z from 'zod';
import type { Reply } from './fakeModel.ts';

const Body = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** `answers` has the reply to each line such as `>>> f(1)`; the question about confidence gets `percent`. */
export function scripted(answers: Readonly<Record<string, Reply>>, percent = 90): (body: string) => Reply {
  return body => {
    const turn = Body.parse(JSON.parse(body)).messages.at(-1)?.content ?? '';
    if (turn.includes('How likely')) return `${percent}%`;
    const line = turn.trim().split('\n').at(-1) ?? '';
    return answers[line] ?? { status: 400, message: `nothing is scripted for ${line}` };
  };
}
