/** Puts the pieces of one answer together. */
import { Chunk, type Piece, pieceOf, usageOf } from './chunk.ts';
import type { Finish, Reply, TokenLog, WireUsage } from './reply.ts';
import { splitThinking } from './thinking.ts';

/** Lives as long as one answer comes in. */
export class Collector {
  text = '';
  /** An error that came inside an answer; `null` where none did. */
  problem: unknown = null;
  sawChoice = false;
  /** A body that was no completion. */
  unread = '';
  /** A piece that cannot be understood, so that what came is not the answer. */
  garbled = '';
  /** Whether the server said that this is all. */
  isDone = false;
  firstByteMs: number | null = null;
  requestId = '';
  readonly #begun = performance.now();
  readonly #tools = new Map<number, string>();
  readonly #tokens: TokenLog[] = [];
  #reasoning = '';
  #refusal = '';
  #finish: Finish | null = null;
  #usage: WireUsage | null = null;
  #model = '';
  #provider = '';
  #fingerprint = '';
  #isLogged = true;
  #firstContentMs: number | null = null;

  /** The server began to answer. */
  started(headers: Headers): void {
    this.firstByteMs = performance.now() - this.#begun;
    this.requestId = headers.get('x-request-id') ?? headers.get('request-id') ?? '';
  }

  /** The model has begun: with an answer, a tool's arguments, a refusal or its thinking. */
  get hasContent(): boolean {
    return this.text !== '' || this.#tools.size > 0 || this.#refusal !== '' || this.#reasoning !== '';
  }

  /** What may be an answer or the beginning of one, wherever it stands. */
  get said(): string {
    return this.text === '' ? (this.#tools.get(0) ?? this.#refusal) : this.text;
  }

  get reasoning(): string {
    return this.#reasoning;
  }

  /** A piece of a stream. */
  piece(data: unknown): void {
    const chunk = Chunk.safeParse(data);
    if (chunk.success) this.#add(chunk.data);
    else this.garbled = JSON.stringify(data);
  }

  #add(chunk: Chunk): void {
    this.problem = problemOf(chunk) ?? this.problem;
    if ((chunk.choices?.length ?? 0) > 0) this.sawChoice = true;
    this.requestId ||= chunk.id ?? '';
    this.#model = chunk.model ?? this.#model;
    this.#provider = chunk.provider ?? this.#provider;
    this.#fingerprint = chunk.system_fingerprint ?? this.#fingerprint;
    this.#usage = usageOf(chunk.usage) ?? this.#usage;
    this.#take(pieceOf(chunk));
  }

  /** A body that came at once instead of in pieces. */
  whole(body: string): void {
    const chunk = Chunk.safeParse(jsonOf(body));
    if (chunk.success) this.#add(chunk.data);
    this.isDone = true;
    if (!this.sawChoice) this.unread = body;
  }

  reply(): Reply {
    const { text, thinking } = splitThinking(this.text);
    return {
      text,
      reasoning: [this.#reasoning, thinking].filter(part => part !== '').join('\n'),
      toolArguments: this.#tools.get(0) ?? null,
      toolCalls: this.#tools.size,
      refusal: this.#refusal,
      finish: this.#finish ?? (this.isDone ? 'done' : 'missing'),
      usage: this.#usage,
      servedModel: this.#model,
      provider: this.#provider,
      fingerprint: this.#fingerprint,
      requestId: this.requestId,
      tokens: text === this.text && this.#isLogged ? this.#tokens : [],
      firstByteMs: this.firstByteMs,
      firstContentMs: this.#firstContentMs,
      totalMs: performance.now() - this.#begun,
    };
  }

  #take(piece: Piece): void {
    if (piece.text !== '' || piece.tools.length > 0) this.#firstContentMs ??= performance.now() - this.#begun;
    this.text += piece.text;
    this.#reasoning += piece.reasoning;
    this.#refusal += piece.refusal;
    this.#finish = piece.finish ?? this.#finish;
    this.#tokens.push(...piece.tokens);
    // With a piece left out, the others would stand at the wrong places of the text.
    if (piece.text !== '' && piece.tokens.length === 0) this.#isLogged = false;
    for (const { index, text } of piece.tools) this.#tools.set(index, (this.#tools.get(index) ?? '') + text);
  }
}

/** An error that came in place of a piece, under `error` or by itself. */
function problemOf(chunk: Chunk): unknown {
  if (chunk.error !== undefined && chunk.error !== null) return { error: chunk.error };
  return chunk.choices == null && (chunk.object === 'error' || chunk.type === 'error') ? chunk : null;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
