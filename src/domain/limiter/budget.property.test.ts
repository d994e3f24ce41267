/** The limiter's promise: whatever happens, the server never counts more than its limit in a window, and what it allows is used. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEASE_MS, LOOK_ANYWAY_MS, createBudget, syncBudget, type Settlement, type Want } from './budget.ts';
import { LANES, type Lane, type LimitReading } from './limiter.ts';
import type { WindowLimit } from './window.ts';

interface Limits {
  readonly app: readonly WindowLimit[];
  readonly method: readonly WindowLimit[];
}

/** Counts every call that arrives, in windows that open with the first call after the last one was over. */
function createServer(limits: Limits, stretch = 1) {
  const windows = new Map<string, { closesAt: number; count: number; opened: number }>();
  const seen = { calls: 0, refused: 0, opened: (name: string) => windows.get(name)?.opened ?? 0 };
  const count = (name: string, { spanMs }: WindowLimit, now: number): number => {
    const window = windows.get(name) ?? { closesAt: Number.NEGATIVE_INFINITY, count: 0, opened: 0 };
    windows.set(name, window);
    if (now >= window.closesAt) {
      window.closesAt = now + spanMs * stretch;
      window.count = 0;
      window.opened += 1;
    }
    return (window.count += 1);
  };
  const read = (scope: string, scopeLimits: readonly WindowLimit[], now: number) => {
    const counts = new Map(
      scopeLimits.map((limit) => [limit.spanMs, count(`${scope} ${limit.spanMs}`, limit, now)]),
    );
    const over = scopeLimits.some((limit) => (counts.get(limit.spanMs) ?? 0) > limit.limit);
    return { limits: scopeLimits, counts, over };
  };
  return {
    seen,
    arrive(method: string, now: number): LimitReading {
      const app = read('app', limits.app, now);
      const ofMethod = read(method, limits.method, now);
      seen.calls += 1;
      if (!app.over && !ofMethod.over) return { app, method: ofMethod };
      seen.refused += 1;
      const by = app.over ? 'application' : 'method';
      return { app, method: ofMethod, refusal: { by, retryAfterMs: 1_000 } };
    },
  };
}

/** What happens on the way, drawn in turn from each list. */
interface Course {
  readonly outMs: readonly number[];
  readonly backMs: readonly number[];
  /** Every so manieth answer is lost; 0: none. */
  readonly loseEvery: number;
  /** Between a permit and the call that uses it. */
  readonly dawdleMs: readonly number[];
  /** How long until a hint from another process is heard; null when it never is. */
  readonly hintMs: readonly (number | null)[];
  /** How long an answer without a waiting call is held before it is reported. */
  readonly tellMs: readonly number[];
}

interface Fleet {
  readonly limits: Limits;
  readonly processes: number;
  /** Calls that each process has to make; endless backlog when undefined. */
  readonly calls?: number | undefined;
  readonly methods?: readonly string[];
  readonly course: Course;
  readonly deaths?: readonly { readonly at: number; readonly process: number; readonly backAfter: number }[];
  readonly clockStep?: { readonly at: number; readonly ms: number };
  /** How many times as long as it says the server's windows last. */
  readonly stretch?: number;
  /** Go on after a refusal. */
  readonly isForgiving?: boolean;
  readonly untilMs: number;
}

function runFleet(fleet: Fleet) {
  const server = createServer(fleet.limits, fleet.stretch);
  const budget = createBudget();
  const methods = fleet.methods ?? ['m'];
  const events = createAgenda();
  const out = cycle(fleet.course.outMs);
  const back = cycle(fleet.course.backMs);
  const dawdle = cycle(fleet.course.dawdleMs);
  const hint = cycle(fleet.course.hintMs.map((ms) => ms ?? Number.POSITIVE_INFINITY));
  const tell = cycle(fleet.course.tellMs);
  let answers = 0;
  let lastAnswerAt = 0;
  let lives = 0;
  const born: Member[] = [];
  const clockAt = (now: number): number =>
    1_000_000 + now + (fleet.clockStep !== undefined && fleet.clockStep.at <= now ? fleet.clockStep.ms : 0);

  // A limit that no answer has named cannot be kept: nothing gets lost before the first answers are there.
  const isWarm = (): boolean =>
    budget.app.isLearned && methods.every((method) => budget.methods[method]?.isLearned === true);

  interface Member {
    readonly name: string;
    isAlive: boolean;
    left: number;
    held: number;
    settlements: Settlement[];
    lastLook: { now: number; clock: number } | undefined;
    nextLook: number;
    turn: number;
  }
  const wantsOf = (member: Member): Want[] => {
    const count = Math.min(member.left, 400);
    return methods.map((method, index) => ({
      method,
      lane: LANES[(index + member.turn) % LANES.length] as Lane,
      count: Math.ceil(count / methods.length),
    }));
  };
  const lookAt = (member: Member, at: number): void => {
    if (!(at < member.nextLook)) return;
    member.nextLook = at;
    events.add(at, (now) => {
      if (member.nextLook !== at || !member.isAlive) return;
      member.nextLook = Number.POSITIVE_INFINITY;
      look(member, now);
    });
  };
  const look = (member: Member, now: number): void => {
    const clock = clockAt(now);
    const { lastLook } = member;
    const clockJumpMs = lastLook ? Math.max(0, clock - lastLook.clock - (now - lastLook.now)) : 0;
    member.turn += 1;
    const settlements = member.settlements;
    member.settlements = [];
    const answer = syncBudget(budget, {
      owner: member.name,
      now: clock,
      clockJumpMs,
      settlements,
      wants: wantsOf(member).filter((want) => want.count > 0),
    });
    // What is kept must survive being written as JSON.
    Object.assign(budget, JSON.parse(JSON.stringify(budget)));
    member.lastLook = { now, clock };
    for (const grant of answer.grants) {
      member.left -= grant.lanes.length;
      member.held += grant.lanes.length;
      for (const index of grant.lanes.keys()) launch(member, grant, index, now);
    }
    if (answer.othersShouldLook) for (const other of born) if (other !== member) lookAt(other, now + hint());
    if (answer.retryAt !== null) {
      const waitMs = Number.isFinite(answer.retryAt) ? answer.retryAt - clock : LOOK_ANYWAY_MS;
      lookAt(member, now + Math.max(0, waitMs));
    }
    if (member.held > 0) lookAt(member, now + LEASE_MS / 3);
  };
  const launch = (
    member: Member,
    grant: { id: string; method: string; isAwaited: boolean },
    index: number,
    now: number,
  ): void => {
    const leaseEnds = now + LEASE_MS;
    events.add(now + dawdle(), (sentAt) => {
      if (!member.isAlive || sentAt >= leaseEnds) return;
      events.add(sentAt + out(), (arrivedAt) => {
        const reading = server.arrive(grant.method, arrivedAt);
        events.add(arrivedAt + back(), (answeredAt) => {
          if (!member.isAlive) return;
          answers += 1;
          lastAnswerAt = answeredAt;
          const isLost = isWarm() && fleet.course.loseEvery > 0 && answers % fleet.course.loseEvery === 0;
          member.held -= 1;
          member.settlements.push({ grant: grant.id, index, result: isLost ? 'lost' : reading });
          lookAt(member, grant.isAwaited || reading.refusal ? answeredAt : answeredAt + tell());
        });
      });
    });
  };
  const start = (left: number, now: number): Member => {
    lives += 1;
    const member: Member = {
      name: `p${lives}`,
      isAlive: true,
      left,
      held: 0,
      settlements: [],
      lastLook: undefined,
      nextLook: Number.POSITIVE_INFINITY,
      turn: 0,
    };
    born.push(member);
    lookAt(member, now);
    return member;
  };
  const seats = Array.from({ length: fleet.processes }, () =>
    start(fleet.calls ?? Number.POSITIVE_INFINITY, 0),
  );
  for (const death of fleet.deaths ?? [])
    events.add(death.at, (now) => {
      const seat = death.process % fleet.processes;
      const victim = seats[seat];
      if (victim === undefined || !victim.isAlive || !isWarm()) return;
      victim.isAlive = false;
      events.add(now + death.backAfter, (at) => void (seats[seat] = start(victim.left + victim.held, at)));
    });
  // The first refusal is proof enough; going on would only take longer to say so.
  events.run(fleet.untilMs, () => server.seen.refused > 0 && fleet.isForgiving !== true);
  return { ...server.seen, lastAnswerAt, left: seats.map((member) => member.left) };
}

/** Events in order of time; those of one moment in the order in which they were planned. */
function createAgenda() {
  const events: { at: number; run: (now: number) => void }[] = [];
  return {
    add(at: number, run: (now: number) => void): void {
      if (!Number.isFinite(at)) return;
      let [low, high] = [0, events.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((events[middle]?.at ?? 0) <= at) low = middle + 1;
        else high = middle;
      }
      events.splice(low, 0, { at, run });
    },
    run(until: number, isOver: () => boolean): void {
      for (let event = events[0]; event !== undefined && event.at <= until && !isOver(); event = events[0]) {
        events.shift();
        event.run(event.at);
      }
    },
  };
}

/** Numbers drawn in a fixed order from a list, again and again. */
function cycle(values: readonly number[]): () => number {
  let next = 0;
  return () => values[next++ % values.length] ?? 0;
}

const steady = (latencyMs: number): Course => ({
  outMs: [latencyMs / 2],
  backMs: [latencyMs / 2],
  loseEvery: 0,
  dawdleMs: [1],
  hintMs: [2],
  tellMs: [50],
});

const someLimits = fc.array(
  fc.record({
    limit: fc.integer({ min: 1, max: 30 }),
    spanMs: fc.constantFrom(100, 500, 1_000, 2_000, 5_000),
  }),
  { minLength: 1, maxLength: 3 },
);
const uniqueSpans = (limits: readonly WindowLimit[]): WindowLimit[] =>
  [...new Map(limits.map((limit) => [limit.spanMs, limit])).values()].sort((a, b) => a.spanMs - b.spanMs);
const latency = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 }));
const latencies = fc.array(latency, { minLength: 1, maxLength: 40 });
const short = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 10 });

const fleets = fc.record({
  limits: fc.record({ app: someLimits.map(uniqueSpans), method: someLimits.map(uniqueSpans) }),
  processes: fc.integer({ min: 1, max: 5 }),
  calls: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  methods: fc.constantFrom(['m'], ['m', 'n'], ['m', 'n', 'o']),
  course: fc.record({
    outMs: latencies,
    backMs: latencies,
    loseEvery: fc.constantFrom(0, 2, 3, 7, 20),
    dawdleMs: short,
    hintMs: fc.array(fc.option(fc.integer({ min: 0, max: 200 })), { minLength: 1, maxLength: 10 }),
    tellMs: short,
  }),
  untilMs: fc.constant(20_000),
});
const deaths = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 15_000 }),
    process: fc.integer({ min: 0, max: 4 }),
    backAfter: fc.integer({ min: 0, max: 3_000 }),
  }),
  { maxLength: 6 },
);
/** One: a clock that is set twice between two looks of a process cannot be found out by anybody. */
const clockStep = fc.record({
  at: fc.integer({ min: 0, max: 15_000 }),
  ms: fc.integer({ min: -20_000, max: 20_000 }),
});

describe('a fleet that shares a budget', { timeout: 60_000 }, () => {
  test.each<[string, fc.Arbitrary<Partial<Fleet>>]>([
    ['whatever the limits, latencies, losses and process counts', fc.constant({})],
    ['when processes die in mid-window and come back', fc.record({ deaths })],
    ['when the clock is set, forward or back, by any amount', fc.record({ clockStep })],
  ])('is never refused %s', (_, troubles) => {
    fc.assert(
      fc.property(fleets, troubles, (fleet, trouble) => runFleet({ ...fleet, ...trouble }).refused === 0),
      { numRuns: 60 },
    );
  });

  test('finishes all its calls, even when answers get lost, hints go unheard and processes die', () => {
    fc.assert(
      fc.property(fleets, deaths, (fleet, theirDeaths) => {
        const { left } = runFleet({ ...fleet, calls: 9, deaths: theirDeaths, untilMs: 3_600_000 });
        return left.every((calls) => calls <= 0);
      }),
      { numRuns: 25 },
    );
  });
});

const PERSONAL = [
  { limit: 20, spanMs: 1_000 },
  { limit: 100, spanMs: 120_000 },
];
const PRODUCTION = [
  { limit: 500, spanMs: 10_000 },
  { limit: 30_000, spanMs: 600_000 },
];

test('a server whose windows last longer than it says is found out after a few refusals', () => {
  const { calls, refused } = runFleet({
    limits: { app: [{ limit: 20, spanMs: 1_000 }], method: [{ limit: 2_000, spanMs: 10_000 }] },
    processes: 2,
    course: steady(20),
    stretch: 1.15,
    isForgiving: true,
    untilMs: 600_000,
  });

  expect(refused).toBeLessThanOrEqual(4);
  expect(calls).toBeGreaterThan(0.9 * 20 * (600_000 / 1_170));
});

describe('under backlog', { timeout: 60_000 }, () => {
  test.each([
    { minutes: 60, key: 'personal', app: PERSONAL, limit: 100, spanMs: 120_000 },
    { minutes: 20, key: 'production', app: PRODUCTION, limit: 500, spanMs: 10_000 },
  ])('$minutes minutes on a $key key use at least 97 % of what the windows allow', (given) => {
    const { minutes, app, limit, spanMs } = given;
    const limits = { app, method: [{ limit: 2_000, spanMs: 10_000 }] };
    for (const processes of [1, 4]) {
      const untilMs = minutes * 60_000;
      const { calls, refused } = runFleet({ limits, processes, course: steady(60), untilMs });
      expect(refused).toBe(0);
      expect(calls / (limit * (untilMs / spanMs))).toBeGreaterThanOrEqual(0.97);
    }
  });

  test.each([1, 4])('300 calls at once from cold by %i processes take 26 s at most', (processes) => {
    const limits = {
      app: [
        { limit: 20, spanMs: 1_000 },
        { limit: 100, spanMs: 10_000 },
      ],
      method: [{ limit: 250, spanMs: 10_000 }],
    };
    const { calls, refused, lastAnswerAt } = runFleet({
      limits,
      processes,
      calls: 300 / processes,
      course: { ...steady(0), outMs: [10, 30, 20], backMs: [10, 15, 30] },
      untilMs: 60_000,
    });

    expect({ calls, refused }).toEqual({ calls: 300, refused: 0 });
    expect(lastAnswerAt).toBeLessThan(26_000);
  });
});
