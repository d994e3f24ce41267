/**
 * What a caller of a rate-limited upstream sees of the limiter: a permit is waited for before the call, and told afterwards how
 * the call went. Whoever holds a permit and sends nothing gives it back.
 */
import type { WindowLimit } from './window.ts';

/** Who goes first when there is not room for all; nobody is starved. */
export const LANES = ['person', 'live', 'backfill'] as const;
export type Lane = (typeof LANES)[number];

export interface LimitedCall {
  /** Names the API key without revealing it. */
  readonly keyId: string;
  /** The routing host: limits are counted apart for each. */
  readonly host: string;
  readonly method: string;
  readonly lane: Lane;
  /** Ends the wait: `acquire` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What an answer says of one scope; `limits` is empty when it did not say. */
export interface ScopeReading {
  readonly limits: readonly WindowLimit[];
  /** Calls counted by the server, by the span of their window. */
  readonly counts: ReadonlyMap<number, number>;
}

/** What an answer says of limits, whatever its headers were called. */
export interface LimitReading {
  readonly app: ScopeReading;
  readonly method: ScopeReading;
  /**
   * Set for a 429. `application` and `method`: we were over a limit of ours. `service`: whatever is behind the method asks for
   * a pause, and it is nobody's fault of ours (also for types that nobody has heard of, and for none).
   */
  readonly refusal?: {
    readonly by: 'application' | 'method' | 'service';
    /** Undefined when it was missing or made no sense. */
    readonly retryAfterMs: number | undefined;
  };
}

export interface Permit {
  answered(reading: LimitReading): void;
  /** The call was sent, but no answer will come: a timeout, a broken connection. It may still be counted. */
  lost(): void;
  /** Nothing was sent after all. */
  giveBack(): void;
}

export interface Limiter {
  acquire(call: LimitedCall): Promise<Permit>;
}
