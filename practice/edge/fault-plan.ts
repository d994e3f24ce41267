/** What is to go wrong with one call; nothing, for nearly all of them. */
import type { FaultRuleOf } from './fault-rules.ts';
import type { RateLimit } from './rate-windows.ts';

export type InsteadRule = FaultRuleOf<
  'service-429' | 'server-429' | 'unknown-429' | 'bare-429' | 'server-error' | 'cut-connection'
>;
export type HeaderRule = FaultRuleOf<'missing-headers' | 'garbage-headers'>;
export type BodyRule = FaultRuleOf<
  'truncated-body' | 'slow-body' | 'huge-body' | 'gzip-bomb' | 'invalid-json' | 'html-body'
>;

/** A rule that hit, and chance for its details: the same salt gives the same number. */
export interface Hit<Rule> {
  readonly rule: Rule;
  readonly roll: (salt: number) => number;
}

export interface MutableFaultPlan {
  delayBeforeMs: number;
  delayAfterMs: number;
  applicationLimits: readonly RateLimit[] | null;
  methodLimits: readonly RateLimit[] | null;
  /** What is answered instead of the true answer. */
  instead: Hit<InsteadRule> | null;
  retryAfter: FaultRuleOf<'retry-after'>['value'] | null;
  headers: Hit<HeaderRule> | null;
  body: BodyRule | null;
  /** Games that ended less than this ago are not found yet. */
  lateWithinMs: number;
  isMissing: (matchId: string) => boolean;
  /** Tiers whose lists are empty; `*` stands for all. */
  emptyTiers: readonly string[];
  /** Which player's ids of another platform are mixed in, as a share of all players. */
  foreignIds: number | null;
}

export type FaultPlan = Readonly<MutableFaultPlan>;

export const NO_FAULTS: FaultPlan = {
  delayBeforeMs: 0,
  delayAfterMs: 0,
  applicationLimits: null,
  methodLimits: null,
  instead: null,
  retryAfter: null,
  headers: null,
  body: null,
  lateWithinMs: 0,
  isMissing: () => false,
  emptyTiers: [],
  foreignIds: null,
};
