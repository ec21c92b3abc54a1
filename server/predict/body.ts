/** What is sent: the request's wishes as far as the profile allows them, and nothing else. */

import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Rung } from '../core/profile.ts';
import type { Profile } from './profile.ts';
import { estimateTurns } from './tokens.ts';

export type Body = ChatCompletionCreateParamsStreaming | ChatCompletionCreateParamsNonStreaming;
type Fields = Readonly<Record<string, unknown>>;

/** One message of a prompt. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** What an asker wants of one request, before the profile is looked at. */
export interface Wish {
  readonly model: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
  readonly temperature: number;
  /** `null`: no seed is wanted. */
  readonly seed: number | null;
  /** Log-probabilities of the tokens, where the server gives them. */
  readonly logprobs: boolean;
  /** The answer is JSON of this form, asked for at the profile's rung; `null` for plain text. */
  readonly json: JsonForm | null;
}

/** What an answer in JSON looks like. */
export interface JsonForm {
  readonly name: string;
  /** In the strictest dialect that servers share. */
  readonly strict: Readonly<Record<string, unknown>>;
  /** For servers that refuse the words they do not know. */
  readonly plain: Readonly<Record<string, unknown>>;
  /** Added to the last turn where nothing but words asks for the form; may be empty. */
  readonly tagged: string;
}

/** The turns of a wish, as they are sent at a rung. */
export function turnsAt({ turns, json }: Wish, rung: Rung | null): readonly Turn[] {
  const last = turns.at(-1);
  if (last === undefined || rung !== 'tagged' || json === null || json.tagged === '') return turns;
  return [...turns.slice(0, -1), { ...last, text: `${last.text}\n\n${json.tagged}` }];
}

/** Hidden thinking counts as output; a smaller limit would cut it off before the answer begins. */
export const thinkingTokens = 16_384;
/** So much more than we estimate may a prompt be. */
export const promptMargin = 1.1;

/** The rung in force for this wish; `null` for plain text. */
export function rungOf(wish: Wish, profile: Profile): Rung | null {
  return wish.json === null ? null : profile.rung;
}

/** What a window leaves for the answer, where one is known: servers refuse a limit that does not fit. */
function roomBeside({ turns }: Wish, { windowTokens, tokenRatio }: Profile): number {
  const isKnown = windowTokens !== null && windowTokens > 0;
  return isKnown ? Math.floor(windowTokens - promptMargin * tokenRatio * estimateTurns(turns)) : thinkingTokens;
}

/** The limit of tokens that is sent; `null` where the server takes none. */
export function tokenLimitOf(wish: Wish, profile: Profile): number | null {
  if (profile.tokenLimit === 'none') return null;
  if (!profile.thinks) return wish.maxTokens;
  return Math.max(wish.maxTokens, Math.min(thinkingTokens, roomBeside(wish, profile)));
}

export function bodyOf(wish: Wish, profile: Profile): Body {
  const limit = tokenLimitOf(wish, profile);
  const rung = rungOf(wish, profile);
  const body = {
    ...profile.extraBody,
    ...thinkingOff[profile.thinkingOff],
    model: wish.model,
    messages: messagesOf(turnsAt(wish, rung), profile),
    ...(limit === null || profile.tokenLimit === 'none' ? {} : { [profile.tokenLimit]: limit }),
    ...(profile.temperature === 'fixed' ? {} : { temperature: wish.temperature }),
    ...(wish.seed === null || !profile.seed ? {} : { seed: wish.seed }),
    ...(wish.logprobs && profile.logprobs && rung !== 'tool' ? { logprobs: true } : {}),
    ...(wish.json === null ? {} : fieldsOf(wish.json, profile.rung)),
  };
  if (!profile.stream) return { ...body, stream: false };
  return { ...body, stream: true, ...(profile.streamUsage ? { stream_options: { include_usage: true } } : {}) };
}

/** How servers are told that a model need not think. */
const thinkingOff: Readonly<Record<Profile['thinkingOff'], Fields>> = {
  no: {},
  reasoning_effort: { reasoning_effort: 'none' },
  chat_template_kwargs: { chat_template_kwargs: { enable_thinking: false } },
  reasoning: { reasoning: { effort: 'none' } },
  thinking: { thinking: { type: 'disabled' } },
};

function fieldsOf({ name, strict, plain }: JsonForm, rung: Rung): Partial<ChatCompletionCreateParamsNonStreaming> {
  switch (rung) {
    case 'jsonSchema':
      return {
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: strict } },
      };
    case 'jsonSchemaPlain':
      return { response_format: { type: 'json_schema', json_schema: { name, schema: plain } } };
    case 'jsonObject':
      return { response_format: { type: 'json_object' } };
    case 'tool':
      return {
        tools: [{ type: 'function', function: { name, parameters: plain } }],
        tool_choice: { type: 'function', function: { name } },
      };
    case 'tagged':
      return {};
  }
}

/** Templates that know no system turn get its text at the head of the first user turn. */
function messagesOf(turns: readonly Turn[], profile: Profile): ChatCompletionMessageParam[] {
  const system = turns.filter(turn => turn.role === 'system').map(turn => turn.text);
  const others = turns.filter(turn => turn.role !== 'system');
  const head = system.join('\n\n');
  if (profile.roles === 'merged') {
    return others.map((turn, index) =>
      messageOf(index === 0 && head !== '' ? { ...turn, text: `${head}\n\n${turn.text}` } : turn),
    );
  }
  const first: ChatCompletionMessageParam[] = head === '' ? [] : [{ role: profile.roles, content: head }];
  return [...first, ...others.map(messageOf)];
}

function messageOf(turn: Turn): ChatCompletionMessageParam {
  return { role: turn.role, content: turn.text };
}
