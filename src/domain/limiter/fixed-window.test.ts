import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFixedWindow, type FixedWindow, type WindowLimit } from './fixed-window.ts';

const LIMIT = { limit: 20, spanMs: 1_000 };

describe('one window', () => {
  test('the first call goes alone; its answer lets the rest of the window go at once', () => {
    const window = createFixedWindow(LIMIT);
    const probe = window.send(0);
    expect([window.room(10), window.nextRoomAt(10)]).toEqual([0, Infinity]);

    window.answer(probe, 50, 1);

    expect(window.room(50)).toBe(19);
    expect(() => createFixedWindow({ limit: 0, spanMs: 1 }).send(0)).toThrow(
      'no room in a window of 0 calls',
    );
  });

  test('a full window has room again a whole span after the answer that opened it, and no earlier', () => {
    const window = createFixedWindow(LIMIT);
    window.answer(window.send(0), 50, 1);
    const calls = Array.from({ length: 19 }, () => window.send(60));
    expect([window.room(60), window.nextRoomAt(60)]).toEqual([0, 1_050]);
    for (const [index, call] of calls.entries()) window.answer(call, 100, index + 2);

    expect([window.room(1_049), window.room(1_050)]).toEqual([0, 1]);
  });

  test('calls still under way count against the next window', () => {
    const window = createFixedWindow({ limit: 2, spanMs: 100 });
    window.answer(window.send(0), 10, 1);
    const late = window.send(20);
    const probe = window.send(200);
    window.answer(probe, 210, 1);
    expect(window.room(210)).toBe(0);

    window.answer(late, 220, 2);
    expect(window.room(310)).toBe(1);
  });

  test('a probe that is lost may have opened a window, which is used with what is left of it', () => {
    const window = createFixedWindow(LIMIT);
    window.lose(window.send(0), 30);
    expect(window.room(30)).toBe(19);
    window.answer(window.send(40), 50, 1);
    expect(window.room(50)).toBe(18);
    const single = createFixedWindow({ limit: 1, spanMs: 100 });
    single.lose(single.send(0), 30);

    expect([single.room(129), single.room(130)]).toEqual([0, 1]);
  });

  test('an answer without a count changes nothing but that it came', () => {
    const window = createFixedWindow(LIMIT);
    window.answer(window.send(0), 50, undefined);
    window.answer(window.send(60), 90, undefined);

    expect(window.room(100)).toBe(18);
  });

  test('calls of a stranger with the same key are seen in the counts', () => {
    const window = createFixedWindow(LIMIT);
    window.answer(window.send(0), 50, 1);
    window.answer(window.send(60), 90, 12);

    expect(window.room(100)).toBe(8);
  });

  test('a count that lacks calls answered earlier tells of a new window, which opens for us too', () => {
    const window = createFixedWindow(LIMIT);
    window.answer(window.send(0), 300, 1);
    for (let call = 0; call < 10; call++) window.answer(window.send(310), 320, call + 2);
    window.answer(window.send(1_100), 1_110, 1);

    expect(window.room(1_110)).toBe(19);
    expect(window.nextRoomAt(1_110)).toBe(1_110);
    window.answer(window.send(1_120), 1_130, 1);
    expect(window.room(1_130)).toBe(19);
  });

  test('an answer from before the new window says nothing about it', () => {
    const window = createFixedWindow({ limit: 5, spanMs: 100 });
    window.answer(window.send(0), 10, 1);
    const old = window.send(20);
    window.answer(window.send(200), 210, 1);
    window.answer(old, 220, 2);

    expect(window.room(220)).toBe(3);
  });
});

test('a late answer from the last window does not make the next call look like the first of a new one', () => {
  const window = createFixedWindow({ limit: 5, spanMs: 100 });
  window.answer(window.send(0), 10, 1);
  for (const count of [2, 3]) window.answer(window.send(20), 30, count);
  const late = window.send(40);
  window.answer(window.send(200), 210, 1);
  window.answer(late, 220, 4);
  window.answer(window.send(230), 240, 2);
  window.send(240);
  window.send(240);

  expect([window.room(240), window.nextRoomAt(240)]).toEqual([0, 310]);
});

/** Counts as the servers of this field do: a window opens with the first call to arrive after the last one was over. */
function createServer({ limit, spanMs }: WindowLimit) {
  let closesAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  const seen = { worst: 0, counted: 0, refused: 0 };
  return {
    seen,
    arrive(now: number): number {
      if (now >= closesAt) {
        closesAt = now + spanMs;
        count = 0;
      }
      count += 1;
      seen.counted += 1;
      seen.worst = Math.max(seen.worst, count);
      if (count > limit) seen.refused += 1;
      return count;
    },
  };
}

interface Call {
  readonly outMs: number;
  readonly backMs: number;
  /** Its answer never comes; the caller gives up when it would have. */
  readonly isLost: boolean;
}

/** Runs events in order of time; sends whenever there is room and work. */
function simulate(
  limit: WindowLimit,
  calls: readonly Call[],
  untilMs: number,
  idleMs: (call: number) => number,
) {
  const server = createServer(limit);
  const window: FixedWindow = createFixedWindow(limit);
  const events: { at: number; run: (now: number) => void }[] = [];
  let next = 0;
  const schedule = (at: number, run: (now: number) => void): void => {
    const place = events.findIndex((event) => event.at > at);
    events.splice(place === -1 ? events.length : place, 0, { at, run });
  };
  const pump = (now: number): void => {
    // At most a window's worth at one moment: a fault in the window must fail the test, not hang it.
    for (let burst = 0; burst <= limit.limit && window.room(now) > 0; burst++) {
      const call = calls[next % calls.length];
      const idle = idleMs(next);
      if (call === undefined) return;
      next += 1;
      if (idle > 0 && !events.some((event) => event.run === resume)) return schedule(now + idle, resume);
      launch(call, now);
    }
    const at = window.nextRoomAt(now);
    const hasPlan = events.some((event) => event.run === resume);
    if (at < Number.POSITIVE_INFINITY && at > now && !hasPlan) schedule(at, resume);
  };
  const resume = (now: number): void => pump(now);
  const launch = (call: Call, now: number): void => {
    const ticket = window.send(now);
    schedule(now + call.outMs, (arrived) => {
      const count = server.arrive(arrived);
      schedule(arrived + call.backMs, (answered) => {
        if (call.isLost) window.lose(ticket, answered);
        else window.answer(ticket, answered, count);
        pump(answered);
      });
    });
  };
  pump(0);
  // The first refusal is proof enough; going on would only take longer to say so.
  for (let event = events.shift(); event !== undefined && event.at <= untilMs; event = events.shift()) {
    event.run(event.at);
    if (server.seen.refused > 0) break;
  }
  return server.seen;
}

const limits = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  spanMs: fc.integer({ min: 50, max: 2_000 }),
});
const latency = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 }));
const calls = fc.array(
  fc.record({ outMs: latency, backMs: latency, isLost: fc.oneof(fc.constant(false), fc.boolean()) }),
  { minLength: 1, maxLength: 60 },
);
const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 })), {
  minLength: 1,
  maxLength: 20,
});

describe('against a server that counts', () => {
  test('for any limit, latency, loss and pause, no window of the server sees more than its limit', () => {
    fc.assert(
      fc.property(limits, calls, pauses, (limit, mix, idle) => {
        const seen = simulate(limit, mix, 30_000, (call) => idle[call % idle.length] ?? 0);
        return seen.refused === 0 && seen.worst <= limit.limit;
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [{ limit: 100, spanMs: 120_000 }, 60],
    [{ limit: 500, spanMs: 10_000 }, 60],
    [{ limit: 20, spanMs: 10_000 }, 200],
  ])('under backlog %o is used to at least 97 %, with round trips of up to %d ms', (limit, roundTripMs) => {
    const mix = Array.from({ length: 97 }, (_, index) => ({
      outMs: ((index * 37) % roundTripMs) / 2,
      backMs: ((index * 53) % roundTripMs) / 2,
      isLost: false,
    }));
    const windows = 30;
    const seen = simulate(limit, mix, windows * limit.spanMs - 1, () => 0);

    expect(seen.refused).toBe(0);
    expect(seen.counted / (windows * limit.limit)).toBeGreaterThanOrEqual(0.97);
  });
});
