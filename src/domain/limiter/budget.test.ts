import { describe, expect, test } from 'vitest';
import {
  LEASE_MS,
  createBudget,
  describeBudget,
  syncBudget,
  type Budget,
  type Grant,
  type Settlement,
  type SyncAnswer,
  type Want,
} from './budget.ts';
import type { LimitReading, ScopeReading } from './limiter.ts';
import { createScope, takeFromScope } from './scope.ts';

const SILENT: ScopeReading = { limits: [], counts: new Map() };

/** `says('20:1', 3)`: a limit of 20 calls a second, of which 3 are counted. */
function says(limit?: string, count?: number): ScopeReading {
  if (limit === undefined) return SILENT;
  const [calls, seconds] = limit.split(':').map(Number);
  const spanMs = Number(seconds) * 1_000;
  return {
    limits: [{ limit: Number(calls), spanMs }],
    counts: new Map(count === undefined ? [] : [[spanMs, count]]),
  };
}

const live = (count: number, method = 'm'): Want => ({ lane: 'live', method, count });

interface Fixture {
  readonly budget: Budget;
  readonly sync: (now: number, more?: Partial<Parameters<typeof syncBudget>[1]>) => SyncAnswer;
  readonly want: (now: number, count: number, more?: Partial<Want>) => Grant[];
  readonly answer: (
    grant: Grant | undefined,
    now: number,
    reading: Partial<LimitReading>,
    index?: number,
  ) => SyncAnswer;
  /** One call that makes both scopes known. */
  readonly learn: (now: number, app: ScopeReading, method?: ScopeReading) => void;
}

/** With limits of the application, and of method `m`, they are learned at time 0 from a call that is counted. */
function begin(app?: string, method?: string): Fixture {
  const budget = createBudget();
  const fixture: Fixture = {
    budget,
    sync: (now, more) =>
      syncBudget(budget, { owner: 'a', now, clockJumpMs: 0, settlements: [], wants: [], ...more }),
    want: (now, count, more) => [
      ...fixture.sync(now, { wants: [{ lane: 'live', method: 'm', count, ...more }] }).grants,
    ],
    answer: (grant, now, reading, index = 0) =>
      fixture.sync(now, { settlements: [settle(grant, { app: SILENT, method: SILENT, ...reading }, index)] }),
    learn(now, app, method = SILENT) {
      fixture.answer(fixture.want(now, 1)[0], now, { app, method });
    },
  };
  if (app !== undefined) fixture.learn(0, says(app, 1), says(method, 1));
  return fixture;
}

function settle(grant: Grant | undefined, result: Settlement['result'], index = 0): Settlement {
  return { grant: grant?.id ?? 'none', index, result };
}

const permits = (grants: readonly Grant[]): number =>
  grants.reduce((sum, grant) => sum + grant.lanes.length, 0);

describe('cold', () => {
  test('one call goes, and the rest waits for its answer', () => {
    const { want, sync, answer } = begin();
    const [probe] = want(0, 300);
    expect(probe).toMatchObject({ method: 'm', lanes: ['live'], isAwaited: true });
    expect(sync(10, { wants: [live(299)] })).toMatchObject({
      grants: [],
      retryAt: Infinity,
    });
    answer(probe, 50, { app: says('20:1', 1), method: says('250:10', 1) });

    expect(permits(want(50, 299))).toBe(19);
  });

  test('a method that is new waits for its own first answer, and no other method does', () => {
    const { want, sync } = begin('20:1', '9:10');
    const grants = sync(10, { wants: [live(5, 'new'), live(5)] }).grants;

    expect(new Map(grants.map((grant) => [grant.method, grant.lanes.length]))).toEqual(
      new Map([
        ['new', 1],
        ['m', 5],
      ]),
    );
    expect(permits(want(20, 1, { method: 'new' }))).toBe(0);
  });

  test('an answer without any limits leaves it cold', () => {
    const { answer, want } = begin();
    answer(want(0, 1)[0], 10, {});

    expect(permits(want(10, 5))).toBe(1);
    expect(permits(want(10, 5))).toBe(0);
  });

  test('an answer without any limits leaves its method cold when the application is known', () => {
    const { answer, want } = begin('20:1');
    answer(want(10, 1, { method: 'new' })[0], 20, {});

    expect(permits(want(20, 5, { method: 'new' }))).toBe(1);
  });

  test('a refusal that names the limits of the application alone leaves the method cold', () => {
    const { answer, want } = begin('20:10');
    const refusal = { by: 'application', retryAfterMs: 0 } as const;
    answer(want(10, 1, { method: 'new' })[0], 20, { app: says('20:10', 2), refusal });
    answer(want(600, 1)[0], 610, { app: says('20:10', 3) });

    expect(permits(want(620, 5))).toBe(5);
    expect(permits(want(620, 5, { method: 'new' }))).toBe(1);
  });
});

describe('windows', () => {
  test('a full one has room again a span after the answer that opened it, for one call that opens the next', () => {
    const { learn, want, sync } = begin();
    learn(50, says('20:1', 1));
    want(60, 19);
    const { retryAt } = sync(60, { wants: [live(1)] });

    // The span, a thousandth of it and 10 ms: clocks are never quite the same.
    expect(retryAt).toBe(50 + 1_000 + 1 + 10);
    expect(permits(want(1_060, 5))).toBe(0);
    expect(permits(want(1_061, 5))).toBe(1);
  });

  test('calls of strangers with the same key are seen in the counts', () => {
    const { want, answer } = begin('20:1');
    answer(want(60, 1)[0], 90, { app: says('20:1', 12) });

    expect(permits(want(100, 50))).toBe(8);
  });

  test('a count that holds later calls of ours is no sign of strangers', () => {
    const { want, answer } = begin('20:10');
    const [first] = want(10, 1);
    want(20, 5);
    answer(first, 30, { app: says('20:10', 3) });

    expect(permits(want(40, 50))).toBe(13);
  });

  test('a count that lacks a single call is a sign of a new window too', () => {
    const { learn, want, answer } = begin();
    learn(300, says('20:1', 1));
    answer(want(310, 1)[0], 1_100, { app: says('20:1', 1) });

    expect(permits(want(1_110, 50))).toBe(19);
  });

  test('an answer without a count changes nothing but that it came', () => {
    const { want, answer } = begin('20:1');
    answer(want(60, 1)[0], 90, { app: says('20:1') });

    expect(permits(want(100, 50))).toBe(18);
  });

  test('calls still under way count against the next window', () => {
    const { want, answer } = begin('3:1');
    want(20, 1);
    const [probe] = want(2_000, 1);
    answer(probe, 2_010, { app: says('3:1', 1) });

    expect(permits(want(2_010, 5))).toBe(1);
  });

  test('a late answer from the last window does not make the next call look like the first of a new one', () => {
    const { want, answer } = begin('5:1');
    for (const count of [2, 3]) answer(want(20, 1)[0], 30, { app: says('5:1', count) });
    const [late] = want(40, 1);
    answer(want(2_000, 1)[0], 2_010, { app: says('5:1', 1) });
    answer(late, 2_020, { app: says('5:1', 4) });
    answer(want(2_030, 1)[0], 2_040, { app: says('5:1', 2) });

    expect(permits(want(2_040, 9))).toBe(2);
  });

  test('an answer to a call that was sent before the window was known says nothing about it', () => {
    const { want, answer } = begin('20:1');
    const [old, next] = [want(10, 1)[0], want(10, 1)[0]];
    answer(next, 20, { app: says('9:60', 3) });
    answer(old, 30, { app: says('9:60', 2) });

    expect(permits(want(30, 9))).toBe(9 - 3 - 1);
  });

  test('limits that change are followed: larger, smaller, new and gone', () => {
    const { want, answer } = begin('20:1');
    const [first, second, third] = [want(10, 1)[0], want(10, 1)[0], want(10, 1)[0]];
    answer(first, 20, { app: says('30:1', 2) });
    expect(permits(want(20, 50))).toBe(30 - 4);
    answer(second, 30, { app: says('10:1', 3) });
    expect(permits(want(30, 50))).toBe(0);
    answer(third, 40, { app: says('40:60') });
    // Of the new window nothing is counted yet, but everything that is under way may be.
    expect(permits(want(40, 50))).toBe(40 - 1 - 2 - 26);
  });
});

describe('a probe', () => {
  test('that is lost may have opened a window, which is used with what is left of it', () => {
    const { want, sync } = begin('20:1');
    const [probe] = want(5_000, 1);
    sync(5_030, { settlements: [settle(probe, 'lost')] });

    expect(permits(want(5_030, 50))).toBe(19);
  });

  test('that is lost was not answered: the next call may be the first that is counted', () => {
    const { want, sync, answer } = begin('20:1');
    sync(5_030, { settlements: [settle(want(5_000, 1)[0], 'lost')] });
    answer(want(5_040, 1)[0], 5_050, { app: says('20:1', 1) });

    expect(permits(want(5_060, 50))).toBe(18);
  });

  test('whose answer has no count may have been counted with every late call of the last window', () => {
    const { want, answer } = begin('20:1');
    want(900, 5);
    answer(want(1_020, 1)[0], 1_030, { app: says('20:1') });

    // Five late calls and the probe; the five are still under way and might come on top.
    expect(permits(want(1_030, 99))).toBe(20 - 6 - 5);
  });

  test('that is never sent leaves the window closed', () => {
    const { want, sync } = begin('20:1');
    const [probe] = want(5_000, 1);
    sync(5_030, { settlements: [settle(probe, 'unused')] });

    expect(permits(want(5_030, 50))).toBe(1);
  });

  test('that is silent for long is joined by another, and the first answer of either opens the window', () => {
    const { want, answer, sync } = begin('3:1');
    const [slow] = want(5_000, 1);
    const { retryAt } = sync(5_010, { wants: [live(1)] });
    expect(retryAt).toBe(5_500);
    const [second] = want(5_500, 1);
    answer(second, 5_550, { app: says('3:1', 1) });
    // The slow one may be counted yet.
    expect(permits(want(5_550, 9))).toBe(1);
    answer(slow, 5_560, { app: says('3:1', 2) });
    expect(permits(want(5_570, 9))).toBe(0);
  });

  test('that is refused shows that the server counts for longer than it says, which is remembered', () => {
    const { want, answer, sync } = begin('2:1');
    answer(want(10, 1)[0], 20, { app: says('2:1', 2) });
    const refusal = { by: 'application', retryAfterMs: 0 } as const;
    answer(want(1_011, 1)[0], 1_011, { app: says('2:1', 3), refusal });
    answer(want(2_200, 1)[0], 2_200, { app: says('2:1', 1) });
    want(2_200, 1);

    // A twentieth of the span more than before.
    expect(sync(2_200, { wants: [live(1)] }).retryAt).toBe(2_200 + 1_011 + 50);
  });

  test('that is given back leaves the window closed while its company is under way', () => {
    const { want, sync } = begin('20:1');
    want(5_000, 1);
    const [second] = want(5_500, 1);
    sync(5_600, { settlements: [settle(second, 'unused')] });

    expect(permits(want(5_600, 9))).toBe(0);
  });

  test('has no company while calls of the last window may be counted with it', () => {
    const { want, sync } = begin('2:1');
    want(900, 1);
    const [probe] = want(1_100, 1);
    const { retryAt } = sync(2_000, { wants: [live(1)] });

    expect([probe?.isAwaited, retryAt]).toEqual([true, Infinity]);
  });

  test('whose company is lost, and which is given back, leaves what the lost one may have opened', () => {
    const { want, sync } = begin('3:1');
    const [first, second] = [want(5_000, 1)[0], want(5_500, 1)[0]];
    sync(5_600, { settlements: [settle(first, 'lost')] });
    expect(permits(want(5_600, 9))).toBe(0);
    sync(5_700, { settlements: [settle(second, 'unused')] });

    expect(permits(want(5_700, 9))).toBe(1);
  });
});

describe('a refusal', () => {
  const refusedBy = (by: 'application' | 'method' | 'service', retryAfterMs?: number) => ({
    refusal: { by, retryAfterMs },
  });
  const wants: Want[] = [live(5)];

  test.each([
    ['whole seconds and half a second more', 3_000, 3_500],
    ['half a second when it is 0', 0, 500],
    ['a second when it is missing', undefined, 1_500],
    ['ten minutes when it is absurd', 3_600_000, 600_500],
  ])('rests for %s', (_what, retryAfterMs, restMs) => {
    const { want, answer, sync } = begin('20:1');
    answer(want(10, 1)[0], 100, refusedBy('application', retryAfterMs));

    expect(sync(100, { wants }).retryAt).toBe(100 + restMs);
  });

  test('without a time and without counts rests for a second', () => {
    const { want, answer, sync } = begin('20:10');
    answer(want(10, 1)[0], 100, { app: says('20:10'), ...refusedBy('application') });

    expect(sync(100, { wants }).retryAt).toBe(100 + 1_500);
  });

  test('without a time rests for the longest of the windows that are full', () => {
    const { want, answer, sync } = begin('20:1');
    const app: ScopeReading = {
      limits: [
        { limit: 20, spanMs: 1_000 },
        { limit: 100, spanMs: 120_000 },
      ],
      counts: new Map([
        [1_000, 21],
        [120_000, 101],
      ]),
    };
    answer(want(10, 1)[0], 100, { app, ...refusedBy('application') });

    expect(sync(100, { wants }).retryAt).toBe(100 + 120_500);
  });

  test('of a method or of what is behind it leaves other methods alone', () => {
    for (const by of ['method', 'service'] as const) {
      const { want, answer, budget } = begin('20:1');
      answer(want(10, 1)[0], 20, refusedBy(by, 5_000));

      expect(permits(want(30, 1))).toBe(0);
      expect(permits(want(30, 1, { method: 'other' }))).toBe(1);
      expect(describeBudget(budget, 20).map((scope) => [scope.method, scope.blockedForMs])).toEqual([
        [null, 0],
        ['m', 5_500],
        ['other', 0],
      ]);
    }
  });

  test('is followed by one call that tries, and by all when it is let through', () => {
    const { want, answer } = begin('20:10');
    answer(want(10, 1)[0], 20, refusedBy('service', 1_000));
    const grants = want(1_520, 9);
    expect(grants).toMatchObject([{ lanes: ['live'], isAwaited: true }]);
    expect(permits(want(1_530, 9))).toBe(0);
    answer(grants[0], 1_540, { app: says('20:10', 3) });

    expect(permits(want(1_550, 9))).toBe(9);
  });

  test('rests longer each time, but calls that were under way together count once', () => {
    const { want, sync, answer } = begin('20:10');
    const [both] = want(10, 2);
    const refused = { app: SILENT, method: SILENT, ...refusedBy('service') };
    sync(20, { settlements: [settle(both, refused, 0), settle(both, refused, 1)] });
    expect(sync(20, { wants }).retryAt).toBe(20 + 1_500);
    answer(want(1_520, 1)[0], 2_000, refusedBy('service'));

    expect(sync(2_000, { wants }).retryAt).toBe(2_000 + 2_500);
  });

  test('is not ended by an answer to a call that was sent before it', () => {
    const { want, sync } = begin('20:10');
    const [both] = want(10, 2);
    const fine = { app: says('20:10', 3), method: SILENT };
    const refused = { app: SILENT, method: SILENT, ...refusedBy('service', 1_000) };
    sync(20, { settlements: [settle(both, refused, 0)] });
    sync(30, { settlements: [settle(both, fine, 1)] });

    expect(permits(want(1_600, 9))).toBe(1);
  });
});

test('methods of one lane take turns, however many calls wait for each', () => {
  const { want, answer, sync } = begin('40:10');
  answer(want(0, 1, { method: 'few' })[0], 10, { app: says('40:10', 2) });
  const { grants } = sync(20, { wants: [live(500), live(10, 'few')] });

  expect(grants.map((grant) => [grant.method, grant.lanes.length])).toEqual([
    ['m', 28],
    ['few', 10],
  ]);
});

test('two lanes of one method share the room of the method', () => {
  const { sync } = begin('20:10', '5:10');
  const wants = (['person', 'live'] as const).map((lane) => ({ lane, method: 'm', count: 4 }));

  expect(permits(sync(10, { wants }).grants)).toBe(4);
});

describe('several processes', () => {
  test('leave no turns to one that has all that it asked for', () => {
    const { sync, want } = begin('20:10');
    const ofB = (count: number): Want[] => [live(count)];
    sync(10, { owner: 'b', wants: ofB(300) });
    const [probe] = sync(10_030, { owner: 'b', wants: ofB(1) }).grants;
    const settlements = [settle(probe, { app: says('20:10', 1), method: SILENT })];
    sync(10_040, { owner: 'b', settlements });

    expect(permits(want(10_041, 50))).toBe(19);
  });

  test('share what there is in proportion to what they wait for, and each is left its part', () => {
    const { sync } = begin('20:10');
    const wants = (count: number): Want[] => [live(count)];
    const [probe] = sync(10_020, { owner: 'b', wants: wants(301) }).grants;
    sync(10_020, { owner: 'a', wants: wants(100) });
    const settlements = [settle(probe, { app: says('40:10', 1), method: SILENT })];
    const few = sync(10_050, { owner: 'b', settlements, wants: wants(300) });

    expect(few.othersShouldLook).toBe(true);
    // 40 of a window less the probe: 39, of which three quarters are for b.
    expect(permits(few.grants)).toBe(29);
    expect(few.retryAt).toBe(10_060);
    expect(permits(sync(10_051, { owner: 'a', wants: wants(100) }).grants)).toBe(10);
  });

  test('leave the turns of a more urgent lane to the process that waits in it, and take them when it does not come', () => {
    const { sync } = begin('2:1');
    const person: Want[] = [{ lane: 'person', method: 'm', count: 1 }];
    const backfill: Want[] = [{ lane: 'backfill', method: 'm', count: 9 }];
    sync(0, { owner: 'b', wants: backfill });
    sync(10, { owner: 'a', wants: person });
    const first = sync(1_011, { owner: 'b', wants: backfill });
    expect([first.grants, first.retryAt]).toEqual([[], 1_021]);
    expect(permits(sync(1_070, { owner: 'b', wants: backfill }).grants)).toBe(1);
  });

  test('lose the permits of one that died, which count as calls that may have been made', () => {
    const { sync, want } = begin('20:60');
    sync(10, { owner: 'dead', wants: [live(15)] });
    const [mine] = want(LEASE_MS + 9, 9);
    expect(mine?.lanes.length).toBe(4);
    const late = sync(LEASE_MS + 10, { settlements: [{ grant: '2', index: 0, result: 'lost' }] });

    expect(late.grants).toEqual([]);
    expect(permits(want(LEASE_MS + 20, 9))).toBe(0);
  });

  test('forget the demand of one that waits for an answer and does not come back', () => {
    const { want, sync, answer } = begin();
    const [probe] = want(0, 1);
    sync(10, { owner: 'b', wants: [live(19)] });
    answer(probe, 400, { app: says('20:10', 1) });

    expect(permits(want(400, 19))).toBe(19);
  });

  test('probe a method again whose only call was held by one that died', () => {
    const { want, sync } = begin('20:100');
    sync(10, { owner: 'b', wants: [live(5, 'new')] });

    expect(permits(want(10_009, 5, { method: 'new' }))).toBe(0);
    expect(permits(want(10_010, 5, { method: 'new' }))).toBe(1);
  });

  test('keep their permits while they are heard of', () => {
    const { sync, budget } = begin('20:60');
    sync(10, { owner: 'b', wants: [live(3)] });
    for (let now = 0; now < 3 * LEASE_MS; now += LEASE_MS / 3) sync(now, { owner: 'b' });

    expect(Object.keys(budget.grants)).toHaveLength(1);
  });
});

describe('spare permits', () => {
  const spare = { method: 'm', count: 32 };

  test('are given of plenty, and of nothing less', () => {
    const plenty = begin();
    plenty.learn(0, says('500:10', 1));
    expect(plenty.sync(10, { spare }).grants).toMatchObject([
      { lanes: Array.from({ length: 24 }, () => null) },
    ]);
    const little = begin();
    little.learn(0, says('20:1', 1));
    expect(little.sync(10, { spare }).grants).toEqual([]);
  });

  test('that were not needed make room again', () => {
    const { sync, want } = begin('40:10');
    const [grant] = sync(10, { spare }).grants;
    expect(grant?.lanes).toEqual([null]);
    sync(20, { settlements: [settle(grant, 'unused')] });

    expect(permits(want(30, 99))).toBe(39);
  });

  test('that come back in another window change nothing in it', () => {
    const { sync, want, answer } = begin('40:1');
    const [grant] = sync(10, { spare }).grants;
    answer(want(1_500, 1)[0], 1_510, { app: says('40:1', 1) });
    sync(1_520, { settlements: [settle(grant, 'unused')] });

    expect(permits(want(1_530, 99))).toBe(38);
  });

  test('are not given while another process waits', () => {
    const { sync } = begin('500:10');
    sync(10, { owner: 'b', wants: [live(600)] });

    expect(sync(20, { spare }).grants).toEqual([]);
  });
});

describe('when the clock is set', () => {
  test('forward, an open window stays open for as long as it would have', () => {
    const { want, sync } = begin('2:1');
    want(10, 1);
    sync(3_600_500, { clockJumpMs: 3_600_000 });

    expect(permits(want(3_601_010, 1))).toBe(0);
    expect(permits(want(3_601_011, 1))).toBe(1);
  });

  test('back, nothing waits longer than a whole window', () => {
    const { learn, want } = begin();
    learn(3_600_000, says('2:1', 1));
    want(3_600_010, 1);

    expect(permits(want(1_000, 1))).toBe(0);
    expect(permits(want(2_011, 1))).toBe(1);
  });

  test.each([
    ['forward', 3_605_100, 3_600_000, 3_605_500],
    ['back', 2_000, 0, 2_500],
  ])('%s, a probe is waited for half a second', (_way, now, clockJumpMs, retryAt) => {
    const { want, sync } = begin('20:1');
    want(5_000, 1);
    const wants: Want[] = [live(1)];

    expect(sync(now, { clockJumpMs, wants })).toMatchObject({ grants: [], retryAt });
  });

  test('forward, a refusal and the permits that are held last as long as they would have', () => {
    const { want, answer, sync, budget } = begin('20:10');
    const [, grant] = [want(10, 1)[0], want(10, 1)[0]];
    answer(grant, 20, { refusal: { by: 'application', retryAfterMs: 3_000 } });
    sync(3_600_030, { owner: 'b', clockJumpMs: 3_600_000 });

    expect(describeBudget(budget, 3_600_030)[0]?.blockedForMs).toBe(3_490);
    expect(Object.values(budget.grants).map(({ expiresAt }) => expiresAt)).toEqual([3_610_020]);
  });
});

test('what is used of each window can be seen', () => {
  const { learn, want, budget } = begin();
  learn(0, says('20:1', 3), says('9:10', 1));
  want(10, 2);
  want(10, 1, { method: 'b' });

  expect(describeBudget(budget, 100)).toEqual([
    { method: null, blockedForMs: 0, windows: [{ limit: 20, spanMs: 1_000, used: 6, closesInMs: 911 }] },
    { method: 'b', blockedForMs: 0, windows: [] },
    { method: 'm', blockedForMs: 0, windows: [{ limit: 9, spanMs: 10_000, used: 3, closesInMs: 9_920 }] },
  ]);
  expect(describeBudget(budget, 2_000)[0]?.windows[0]).toMatchObject({ used: 0, closesInMs: 0 });
});

test('more calls than there is room for are a mistake of the caller', () => {
  const scope = createScope();

  expect(() => takeFromScope(scope, 0, 2)).toThrow('no room for 2 calls');
});
