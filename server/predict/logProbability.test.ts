/** Which tokens a confidence is taken from. */
import { expect, test } from 'vitest';
import type { Claims } from '../core/prediction.ts';
import { logProbabilityOf } from './logProbability.ts';
import type { Reply } from './reply.ts';

const reply: Reply = {
  text: '',
  reasoning: '',
  toolArguments: null,
  toolCalls: 0,
  refusal: '',
  finish: 'stop',
  usage: null,
  servedModel: '',
  fingerprint: '',
  requestId: '',
  provider: '',
  tokens: [],
  firstByteMs: 0,
  firstContentMs: 0,
  totalMs: 0,
};

/** A reply in tokens of which the marked one has a probability of one half, the others of one. */
function probability(pieces: readonly string[], claims: Omit<Claims, 'state'>, call = "f('a')"): number | null {
  const tokens = pieces.map(piece => {
    const doubtful = piece.startsWith('«');
    return { token: doubtful ? piece.slice(1, -1) : piece, bytes: null, logprob: doubtful ? Math.log(0.5) : 0 };
  });
  const text = tokens.map(({ token }) => token).join('');
  return logProbabilityOf({ ...reply, text, tokens }, { state: [], ...claims }, call);
}

test.each([
  ['of a literal alone', ["«'a'»"], { returns: "'a'" }, 0.5],
  ['of the answer, not of the same text in the call', ["assert f('a') == ", "«'a'»"], { returns: "'a'" }, 0.5],
  ['of the first answer, not of one that follows', ["'a'", '\n>>> g()\n', "«'a'»"], { returns: "'a'" }, 1],
  [
    'of what follows the repeated prompt line',
    ["1. f('a') is «a»", "\n>>> f('a')\n", "«'a'»"],
    { returns: "'a'" },
    0.5,
  ],
  ['of a character in two tokens', ["'", '«é»', "'"], { returns: "'é'" }, 0.5],
  [
    'of the class that is raised',
    ['Traceback (most', '\n', '«KeyError»', ": 'b'"],
    { raises: { type: 'KeyError' } },
    0.5,
  ],
  ['of the class, not of its message', ['KeyError', "«: 'b'»"], { raises: { type: 'KeyError', message: "'b'" } }, 1],
  [
    'of an assertion that it raises',
    ['with raises(', '«KeyError»', "): f('a')"],
    { raises: { type: 'KeyError' } },
    0.5,
  ],
  ['of arguments', ['assert ', '«f(2)»', ' == 3'], { input: 'f(2)' }, 0.5],
  ['of what is not there', ['abc'], { returns: '2' }, null],
])('%s', (_, pieces, claims, expected) => {
  const found = probability(pieces, claims);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(expected, 9);
});
