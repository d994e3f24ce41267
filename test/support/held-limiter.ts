/** A limiter that gives permits when the test says so, to the first lanes first. */
import { LANES, type Lane, type LimitedCall, type Limiter, type Permit } from '#/domain/limiter/limiter.ts';

export interface HeldLimiter extends Limiter {
  /** How many calls wait, of one lane or of all. */
  waiting(lane?: Lane): number;
  /** Lets so many of the calls go that wait now. */
  grant(calls: number): void;
  /** From now on no call waits. */
  open(): void;
}

/** Calls of other methods than these do not wait. */
export function createHeldLimiter(methods: readonly string[]): HeldLimiter {
  const line: { readonly call: LimitedCall; readonly go: (permit: Permit) => void }[] = [];
  let isOpen = false;
  const nothing = (): void => undefined;
  const permit: Permit = { answered: nothing, lost: nothing, giveBack: nothing };
  const grant = (calls: number): void => {
    line.sort((one, other) => LANES.indexOf(one.call.lane) - LANES.indexOf(other.call.lane));
    for (const { go } of line.splice(0, calls)) go(permit);
  };
  return {
    acquire(call) {
      if (isOpen || !methods.includes(call.method)) return Promise.resolve(permit);
      return new Promise((go) => line.push({ call, go }));
    },
    waiting: (lane) => line.filter(({ call }) => lane === undefined || call.lane === lane).length,
    grant,
    open() {
      isOpen = true;
      grant(line.length);
    },
  };
}
