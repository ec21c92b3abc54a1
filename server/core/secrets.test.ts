import { describe, expect, test } from 'vitest';
import { withoutSecrets } from './secrets.ts';

/** Made of parts, so that no scanner of repositories takes a test for a leak. */
const key = (...parts: readonly string[]) => parts.join('');
const filler = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';

describe('what looks like a key is hidden, whatever stands around it', () => {
  test.each([
    ['OpenAI', key('sk-', filler)],
    ['OpenAI, of a project', key('sk-', 'proj-', filler)],
    ['Anthropic', key('sk-', 'ant-', filler)],
    ['OpenRouter', key('sk-', 'or-', filler)],
    ['Google', key('AI', 'za', filler.slice(0, 35))],
    ['GitHub', key('gh', 'p_', filler.slice(0, 36))],
    ['GitHub, fine-grained', key('github', '_pat_', filler)],
    ['Slack', key('xo', 'xb-', '123456789012-abcdefGHIJKL')],
    ['AWS', key('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
    ['JWT', key('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.', 'abcDEF123_-x')],
    ['PEM', key('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA ', 'PRIVATE KEY-----')],
  ])('%s', (_, secret) => {
    const text = `client = Client("${secret}")  # and ${secret}`;
    const clean = withoutSecrets(text);
    expect(clean).not.toContain(secret);
    expect(clean).toMatch(/^client = Client\("«secret:\w+:[0-9a-f]{6}»"\) {2}# and «secret:\w+:[0-9a-f]{6}»$/);
  });

  test('a password in an address', () => {
    const clean = withoutSecrets(key('postgres://', 'me:', 'hunter2x', '@db.example:5432/shop'));
    expect(clean).toMatch(/^postgres:\/\/«secret:login:[0-9a-f]{6}»@db\.example:5432\/shop$/);
  });

  test.each([
    ['a name for passwords', `password = "hunter2!"`],
    ['a dictionary', `{"api_key": "q8Zt77Lmn0"}`],
    ['an annotated name', `DB_PASSWORD: str = 'c0rrect-horse'`],
    ['a keyword argument', `connect(secret='x9y8z7w6')`],
    ['a token that looks random', `TOKEN = "a8f5f167f44f4964e6c998dee827110c"`],
    ['JSON within JSON', String.raw`{\"password\": \"hunter2!\"}`],
  ])('%s', (_, text) => expect(withoutSecrets(text)).toMatch(/«secret:assigned:[0-9a-f]{6}»/));
});

describe('what is no secret stays', () => {
  test.each([
    'token = "identifier"',
    "tokens = ['if', 'else', 'while']",
    'password = input("Password: ")',
    'password = ""',
    'def check(password: str) -> bool:',
    'secret = get_secret("database")',
    'PASSWORD_FIELD = "password"',
    "sk = 'sk-1'",
    'https://example.org/a:b@c',
    'ghp_short',
    'total([1, 2], k=3)',
  ])('%s', text => expect(withoutSecrets(text)).toBe(text));
});

test('one secret has one placeholder, another one another, and a placeholder is left alone', () => {
  const [first, second] = [key('sk-', filler), key('sk-', filler.slice(1), 'Z')];
  const clean = withoutSecrets(`${first} ${second} ${first}`);
  const [a, b, c] = clean.split(' ');
  expect([a === c, a === b]).toEqual([true, false]);
  expect(withoutSecrets(clean)).toBe(clean);
  expect(withoutSecrets(`password = "${a}"`)).toBe(`password = "${a}"`);
});

test('a token is found in any run of words, and what only begins like one stays', () => {
  const token = key('ey', 'JhbGciOiJIUzI1NiJ9.', 'ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', 'abcDEF123_-x');
  const hidden = /^«secret:jwt:[0-9a-f]{6}»$/.exec(withoutSecrets(token))?.[0] ?? '';
  expect(withoutSecrets(`a.b-${token}.c ${token}`)).toBe(`a.b-${hidden}.c ${hidden}`);
  expect(withoutSecrets(`${token}.${token}`)).toBe(`${hidden}.${hidden}`);
  const long = key('ey', `J${'a1'.repeat(5000)}.`, 'b2'.repeat(5000), '.c3');
  expect(withoutSecrets(long)).toMatch(/^«secret:jwt:[0-9a-f]{6}»$/);
  for (const text of [
    'eyJ-eyJ-eyJ-.eyJ',
    'xeyJabcdefghijk.abcdefghijk.a',
    'eyJabcdefgh.short.a',
    'eyJabcdefgh.abcdefgh',
  ]) {
    expect(withoutSecrets(text)).toBe(text);
  }
});

/** Where a pattern read the rest of such a text again at each of its beginnings, this would not end within the time of a test. */
test.each([
  ['a', 2_000_000],
  ['token', 400_000],
  ['eyJ-', 2_000_000],
  ['eyJabcdefgh.', 100_000],
  ['token="', 200_000],
  ['token=\'"', 200_000],
  ['sk-.', 500_000],
  ['://a:', 300_000],
  ['password: ', 200_000],
])('a secret behind many times %j is found, and the rest stays', (text, times) => {
  const before = ` ${text.repeat(times)} `;
  const secret = key('gh', 'p_', filler.slice(0, 36));
  const clean = withoutSecrets(`${before}${secret}`);
  expect(clean.slice(-24)).toMatch(/ «secret:github:[0-9a-f]{6}»$/);
  if (!/eyJ\w/.test(text)) expect(clean.startsWith(before)).toBe(true);
});
