import { expect, test } from 'vitest';
import { createFaults, type AddressedCall } from './faults.ts';

const CALL: AddressedCall = { keyName: 'tft', host: 'europe', method: 'tft-match-v1.getMatch' };

function hits(rule: object, calls: readonly AddressedCall[], seed = 1): boolean[] {
  const faults = createFaults(seed);
  faults.set([rule]);
  return calls.map((call) => faults.plan(call).instead !== null);
}

const times = (count: number, call: AddressedCall = CALL): AddressedCall[] =>
  Array.from({ length: count }, () => call);

test('the same seed hits the same calls again, another seed others', () => {
  const rule = { kind: 'bare-429', share: 0.3 };

  expect(hits(rule, times(500))).toEqual(hits(rule, times(500)));
  expect(hits(rule, times(500), 2)).not.toEqual(hits(rule, times(500)));
});

test('a share is the share of the calls that are hit', () => {
  const hit = hits({ kind: 'bare-429', share: 0.3 }, times(10_000)).filter(Boolean).length;

  // Five standard deviations of a fair draw: 5 × √(10,000 × 0.3 × 0.7).
  expect(Math.abs(hit - 3000)).toBeLessThan(230);
});

test('a run of calls shares one fate', () => {
  const fates = hits({ kind: 'bare-429', share: 0.5, run: 20 }, times(2000));
  const runs = Array.from({ length: 100 }, (_, run) => new Set(fates.slice(run * 20, run * 20 + 20)));

  expect(runs.every((run) => run.size === 1)).toBe(true);
  expect(new Set(fates).size).toBe(2);
});

test.each<[object, Partial<AddressedCall>]>([
  [{ methods: ['tft-match-v1.getMatch'] }, { method: 'match-v5.getMatch' }],
  [{ hosts: ['europe', 'asia'] }, { host: 'americas' }],
  [{ keys: ['tft'] }, { keyName: 'lol' }],
])('%j spares calls with %j, and they do not count', (address, other) => {
  const rule = { kind: 'bare-429', ...address, fromCall: 1, untilCall: 2 };
  const spared = { ...CALL, ...other };

  expect(hits(rule, [CALL, spared, spared, CALL, CALL])).toEqual([false, false, false, true, false]);
});

test('a match that is missing is missing for ever, whatever is asked in between', () => {
  const ids = Array.from({ length: 2000 }, (_, number) => `EUW1_${number}`);
  const missing = (order: readonly string[]): string[] => {
    const faults = createFaults(1);
    faults.set([{ kind: 'missing-match', share: 0.1 }]);
    return order.filter((id) => faults.plan(CALL).isMissing(id));
  };

  expect(missing(ids.toReversed()).toReversed()).toEqual(missing(ids));
  // Five standard deviations: 5 × √(2000 × 0.1 × 0.9).
  expect(Math.abs(missing(ids).length - 200)).toBeLessThan(67);
});

test('of two rules for the same thing the first wins, and delays add up', () => {
  const faults = createFaults(1);
  const delay = { minMs: 40, maxMs: 40 };
  faults.set([
    { kind: 'server-error', share: 0 },
    { kind: 'bare-429' },
    { kind: 'cut-connection' },
    { kind: 'delay-before-counting', ...delay },
    { kind: 'delay-before-counting', ...delay },
    { kind: 'delay-after-counting', minMs: 1, maxMs: 1, tailShare: 1, tailMs: 9000 },
  ]);
  const plan = faults.plan(CALL);

  expect(plan.instead).toMatchObject({ answer: { status: 429 }, limitType: 'none' });
  expect(plan.delayBeforeMs).toBe(80);
  expect(plan.delayAfterMs).toBe(9000);
});

test('delays stay between their bounds and use the room', () => {
  const faults = createFaults(1);
  faults.set([{ kind: 'delay-after-counting', minMs: 20, maxMs: 60 }]);
  const delays = times(500).map((call) => faults.plan(call).delayAfterMs);

  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...delays)).toBeLessThanOrEqual(60);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(35);
});

test('a report says how often each rule spoke', () => {
  const faults = createFaults(9);
  faults.set([{ kind: 'bare-429', untilCall: 3, methods: [CALL.method] }]);
  for (const call of times(5)) faults.plan(call);
  faults.plan({ ...CALL, method: 'match-v5.getMatch' });

  expect(faults.report()).toMatchObject({
    seed: 9,
    rules: [{ rule: { kind: 'bare-429', untilCall: 3, methods: [CALL.method] }, calls: 5, hits: 3 }],
  });
});

test.each([
  [{ kind: 'meteor' }, /rule 0\/kind: expected one of bare-429/],
  [null, /rule 0: /],
  [{ kind: 'bare-429', share: 2 }, /rule 0\/share/],
  [{ kind: 'bare-429', shares: 1 }, /rule 0\/shares: there is no such field/],
  [{ kind: 'late-match' }, /rule 0 \(late-match\): there has to be withinMs/],
  [{ kind: 'delay-after-counting', minMs: 5 }, /there has to be maxMs/],
  [{ kind: 'delay-after-counting', minMs: 5, maxMs: 1 }, /minMs 5 is above maxMs 1/],
  [{ kind: 'bare-429', methods: ['tft-match-v1.getMatches'] }, /\/methods\/0: expected one of account-v1/],
  [{ kind: 'bare-429', hosts: ['euw'] }, /\/hosts\/0: expected one of br1/],
  [{ kind: 'other-limits' }, /neither application nor method/],
  [{ kind: 'other-limits', method: '5' }, /expected calls:seconds/],
])('the rule %j is refused with a reason', (rule, reason) => {
  expect(() => createFaults(1).set([rule])).toThrow(reason);
});

test('a refused list of rules changes nothing', () => {
  const faults = createFaults(1);
  faults.set([{ kind: 'bare-429' }]);
  expect(() => faults.set([{ kind: 'meteor' }], 5)).toThrow(/kind: expected one of/);

  expect(faults.report()).toMatchObject({ seed: 1, rules: [{ rule: { kind: 'bare-429' } }] });
});
