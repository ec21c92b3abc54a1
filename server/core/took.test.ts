import { describe, expect, test } from 'vitest';
import { type Exchange, noConfidence, type Prediction, type Sample, type Usage } from './prediction.ts';
import { examplePrediction, exampleUsage } from './testing/examples.ts';
import { costText, samplesText } from './took.ts';

const exchange: Exchange = {
  end: 'stop',
  rung: 'plain',
  degraded: [],
  latency: { queueMs: 0, firstByteMs: 200, firstContentMs: 210, totalMs: 1200, attempts: 1 },
  servedModel: '',
  fingerprint: '',
  requestId: '',
};

function took(usage: Partial<Usage>, route: string, exchanges: readonly Exchange[] = [exchange]): Prediction {
  const { asked, ...rest } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  return {
    ...rest,
    predictor: { kind: 'model', name: 'm', route },
    usage: { ...exampleUsage, ...usage },
    asked: { ...asked, exchanges: [...exchanges] },
  };
}

describe('the cost', () => {
  test.each([
    ['is what is known', took({ cost: 0.00123 }, 'api.example.com'), '$0.0012'],
    ['is small where it is', took({ cost: 0.00000012 }, 'api.example.com'), '$0.00000012'],
    ['is large where it is', took({ cost: 123.456 }, 'api.example.com'), '$123.46'],
    ['is nothing where a price says so', took({ cost: 0 }, 'api.example.com'), '$0.00'],
    ['is told to be estimated', took({ cost: 0.00123, estimated: true }, 'api.example.com'), 'about $0.0012'],
    ['is never nothing where no price is known', took({ cost: null }, 'api.example.com'), ''],
    ['on this machine is how fast it was', took({ completionTokens: 23 }, '127.0.0.1:8080'), 'local, 23 tokens/s'],
    ['on this machine is told by its name', took({ completionTokens: 4 }, 'localhost:1234'), 'local, 4 tokens/s'],
    [
      'on this machine is about so fast where tokens are estimated',
      took({ completionTokens: 23, estimated: true }, '[::1]:8080'),
      'local, about 23 tokens/s',
    ],
    [
      'on this machine is local where nobody saw the time',
      took({ completionTokens: 23 }, '127.0.0.1:8080', []),
      'local',
    ],
    ['on this machine is a price where people set one', took({ cost: 0.5 }, '127.0.0.1:8080'), '$0.50'],
    ['of a host that only looks local is unknown', took({}, '127.example.com'), ''],
  ])('%s', (_, prediction, text) => {
    expect(costText(prediction)).toBe(text);
  });
});

describe('samples', () => {
  const sample = (reason: Sample['reason']): Sample => ({
    raw: '',
    reasoning: '',
    claims: reason === null ? { state: [] } : null,
    reason,
    confidence: noConfidence,
  });

  test.each([
    [[], ''],
    [[null], ''],
    [[null, 'refusal', null], '2 of 3 samples have an answer'],
    [[null, 'refusal', 'network'], '1 of 2 samples have an answer, 1 not asked'],
  ] as const)('%j', (reasons, text) => {
    expect(samplesText(examplePrediction({ samples: reasons.map(sample) }))).toBe(text);
  });
});
