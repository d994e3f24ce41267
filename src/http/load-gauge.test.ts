import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLoadGauge, OVERLOAD_LIMITS, type LoadGauge, type OverloadLimits } from './load-gauge.ts';

const LIMITS: OverloadLimits = { ...OVERLOAD_LIMITS, delayMs: 100, memoryBytes: 1e9 };
const TICK_SECONDS = 0.1;
const MOST_WAITING = 2;
/** Of an answer. */
const REFUSAL_COST = 0.02;
const CALM = { rssBytes: 1, heapShare: 0.1 };

/**
 * A server that does one unit of work a second. Who is let in waits behind all before, and nobody is when `requestsAtOnce` wait: here, two
 * seconds' worth.
 */
function createQueue(gauge: LoadGauge) {
  let waiting = 0;
  let answered = 0;
  return {
    waitMs: () => waiting * 1000,
    answered: () => answered,
    /** `offered` 1 is as much as it can do. A refusal costs a little too. */
    tick(offered: number) {
      const refused = offered * gauge.share();
      const capacity = Math.max(0, 1 - REFUSAL_COST * refused) * TICK_SECONDS;
      const there = Math.min(MOST_WAITING, waiting + (offered - refused) * TICK_SECONDS);
      answered += Math.min(there, capacity);
      waiting = Math.max(0, there - capacity);
      gauge.late(waiting * 1000);
    },
  };
}

function runFor(seconds: number, step: (second: number) => void): void {
  for (let at = 0; at < seconds; at += TICK_SECONDS) step(at);
}

test('a server that keeps up refuses nobody', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 200 }), (lateMs) => {
      const gauge = createLoadGauge(LIMITS);
      for (const ms of lateMs) gauge.late(ms);
      expect(gauge.share()).toBe(0);
    }),
  );
});

test('one pause, however long garbage takes to collect, refuses nobody', () => {
  const gauge = createLoadGauge(LIMITS);
  const shares = [0, 2, 0, 250, 0, 1].map((ms) => {
    gauge.late(ms);
    return gauge.share();
  });
  expect(new Set(shares)).toEqual(new Set([0]));
});

test('whatever is asked, the excess is refused and the rest is answered in time', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.3, max: 30, noNaN: true }), (offered) => {
      const gauge = createLoadGauge(LIMITS);
      const queue = createQueue(gauge);
      runFor(20, () => queue.tick(offered));
      const answeredBefore = queue.answered();
      const waits: number[] = [];
      runFor(60, () => {
        queue.tick(offered);
        waits.push(queue.waitMs());
      });
      expect(Math.max(...waits)).toBeLessThan(3 * LIMITS.delayMs);
      // What refusals leave of a server that is asked for thirty times too much is less than half.
      const able = 1 - REFUSAL_COST * (offered - 1);
      expect(queue.answered() - answeredBefore).toBeGreaterThan(60 * able * 0.85);
    }),
  );
});

test('when the crowd has left, everybody is let in again within seconds', () => {
  const gauge = createLoadGauge(LIMITS);
  const queue = createQueue(gauge);
  runFor(20, () => queue.tick(10));
  expect(gauge.share()).toBeGreaterThan(0.5);
  let calmAfter = Number.POSITIVE_INFINITY;
  runFor(15, (second) => {
    queue.tick(0.3);
    if (gauge.share() === 0) calmAfter = Math.min(calmAfter, second);
  });
  expect(calmAfter).toBeLessThan(12);
});

test('beyond the bound of memory everything is refused, until it is well below', () => {
  const gauge = createLoadGauge(LIMITS);
  gauge.memory({ ...CALM, rssBytes: 1.01e9 });
  expect(gauge.share()).toBe(1);
  gauge.memory({ ...CALM, rssBytes: 0.97e9 });
  expect(gauge.share()).toBe(1);
  gauge.memory({ ...CALM, rssBytes: 0.9e9 });
  expect(gauge.share()).toBe(0);
});

test('so it is when the heap is nearly full', () => {
  const gauge = createLoadGauge(LIMITS);
  gauge.memory({ ...CALM, heapShare: 0.95 });
  expect(gauge.share()).toBe(1);
  gauge.memory(CALM);
  expect(gauge.share()).toBe(0);
});
