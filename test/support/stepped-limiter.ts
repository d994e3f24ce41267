/**
 * The limiter's arithmetic under a clock that stands still: when everybody waits and nothing is under way, the clock is moved to the
 * moment at which the budget says that there is room. An hour of waiting for limits takes as long as its calls.
 */
import { createBudget, syncBudget, type Grant, type Settlement } from '#/domain/limiter/budget.ts';
import type { LimitedCall, Limiter, Permit } from '#/domain/limiter/limiter.ts';

interface Waiter {
  readonly call: LimitedCall;
  readonly go: (permit: Permit) => void;
}

export interface SteppedLimiter extends Limiter {
  /** How far the clock has been moved. */
  elapsedMs(): number;
}

/** Whoever has been answered asks for the next thing soon; after so much silence it is believed that nobody will before time goes on. */
const QUIET_MS = 60;

/** All calls count in one budget: for a test that calls one host with one key. */
export function createSteppedLimiter(advance: (ms: number) => Promise<void>): SteppedLimiter {
  const budget = createBudget();
  const line: Waiter[] = [];
  let settlements: Settlement[] = [];
  let now = 1_000_000;
  const begun = now;
  let underWay = 0;
  let lastAskedAt = 0;
  let moving: Promise<void> | undefined;
  /** The server's clock goes on, and this one has not followed yet: a call of that moment would count in a window that is unknown here. */
  let isBetweenTimes = false;

  const permitOf = (grant: Grant, index: number): Permit => {
    const settle = (result: Settlement['result']): void => {
      underWay -= 1;
      settlements.push({ grant: grant.id, index, result });
      look();
    };
    return {
      answered: (reading) => settle(reading),
      lost: () => settle('lost'),
      giveBack: () => settle('unused'),
    };
  };
  function look(): void {
    if (isBetweenTimes) return; // It is looked again afterwards.
    const wants = line.map(({ call: { lane, method } }) => ({ lane, method, count: 1 }));
    const told = settlements;
    settlements = [];
    const { grants, retryAt } = syncBudget(budget, {
      owner: 'test',
      now,
      clockJumpMs: 0,
      settlements: told,
      wants,
    });
    for (const grant of grants)
      for (const [index, lane] of grant.lanes.entries()) {
        const at = line.findIndex(({ call }) => call.lane === lane && call.method === grant.method);
        const [waiter] = line.splice(at, 1);
        if (waiter === undefined) throw new Error('a permit was given that nobody waited for');
        underWay += 1;
        waiter.go(permitOf(grant, index));
      }
    if (underWay === 0 && line.length > 0 && retryAt !== null && Number.isFinite(retryAt))
      moving ??= moveTo(retryAt).finally(() => (moving = undefined));
  }
  async function moveTo(at: number): Promise<void> {
    while (performance.now() - lastAskedAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 5));
    if (underWay > 0) return;
    isBetweenTimes = true;
    try {
      await advance(Math.max(0, at - now));
      now = Math.max(now, at);
    } finally {
      isBetweenTimes = false;
      setImmediate(look);
    }
  }
  return {
    acquire: (call) =>
      new Promise((resolve) => {
        lastAskedAt = performance.now();
        line.push({ call, go: resolve });
        setImmediate(look);
      }),
    elapsedMs: () => now - begun,
  };
}
