/** The door for error bodies: objects, strings, arrays, FastAPI's `detail`, HTML. Each server has a shape of its own. */

/** An error body, whatever its shape was. */
export interface Detail {
  /** The status that counts: the server's own, or what an error inside an answer of status 200 stands for. */
  readonly status: number;
  /** Whether it came inside an answer of status 200. */
  readonly isInAnswer: boolean;
  readonly message: string;
  /** All words that are there for programs: code, type, status, the quota that was passed. */
  readonly words: string;
  readonly parameter: string;
}

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
const word = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export function readErrorBody(status: number, body: unknown): Detail {
  const outer = Array.isArray(body) ? body[0] : body;
  const whole = record(outer) ?? {};
  const inner = typeof outer === 'string' ? outer : whole['error'];
  if (typeof inner === 'string') return counted({ status, message: plain(inner), words: '', parameter: '' });
  const error = record(inner) ?? whole;
  const detail = record(Array.isArray(error['detail']) ? error['detail'][0] : error['detail']);
  const message = [error['message'], error['detail'], detail?.['msg'], detail?.['message'], error['title']].map(word);
  // What a router says of a provider's refusal is in the provider's words alone.
  const raw = word(record(error['metadata'])?.['raw']);
  const words = [error['code'], error['type'], error['status']].map(word).concat(reasonsIn(error['details']));
  const place = Array.isArray(detail?.['loc']) ? word(detail['loc'].at(-1)) : '';
  return counted({
    status,
    message: plain([message.find(text => text !== '') ?? '', raw].join(' ')),
    words: words.filter(text => text !== '').join(' '),
    parameter: word(error['param']) || place,
  });
}

/** What Gemini names in the details of an error: which quota, and what is wrong with a key. */
function reasonsIn(details: unknown): readonly string[] {
  const text = JSON.stringify(details ?? null);
  return [...text.matchAll(/"(?:quotaId|reason)":"([^"]*)"/g)].map(match => match[1] ?? '');
}

function plain(text: string): string {
  const bare = /^\s*</.test(text)
    ? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
    : text;
  return bare.replace(/\s+/g, ' ').trim().slice(0, 500);
}

/** What the well-known words stand for. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/quota|rate.?limit|too.?many.?requests|resource.?exhausted/i, 429],
  [/overloaded|unavailable/i, 503],
  [/authentication|invalid.?api.?key|unauthenticated|unauthorized/i, 401],
  [/permission|forbidden/i, 403],
  [/not.?found/i, 404],
  [/invalid.?(request|argument)|bad.?request/i, 400],
  [/server.?error|internal|api_error/i, 500],
];

function counted(detail: Omit<Detail, 'isInAnswer'>): Detail {
  const isInAnswer = detail.status === 200;
  if (!isInAnswer) return { ...detail, isInAnswer };
  const told = /(?:^| )([45]\d\d)(?: |$)/.exec(detail.words)?.[1];
  const stood = [detail.words, detail.message].map(text => statuses.find(([means]) => means.test(text))?.[1]);
  return { ...detail, isInAnswer, status: told === undefined ? (stood[0] ?? stood[1] ?? 200) : Number(told) };
}
