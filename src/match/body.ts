/** What an answer means for the requested body: its new state, the bytes to store, the players in it. Pure. */
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import { describeFailure, nextStep } from '#/upstream/retry.ts';
import type { SeenPlayer } from './people.ts';
import type { Kept, Settlement } from './rows.ts';

export interface BodyOutcome {
  readonly kind: Kept['kind'];
  readonly settlement: Settlement;
  /** Stored whether it can be parsed or not. */
  readonly body: { readonly bytes: Uint8Array; readonly fetchedAt: Date } | null;
  readonly seen: readonly SeenPlayer[];
}

/** What is extracted from a body before it is stored. */
interface BodyFacts {
  readonly id: string;
  /** Null if missing or invalid. */
  readonly endedAt: Date | null;
  readonly seen: readonly SeenPlayer[];
}

export interface BodyRules<Body> {
  readonly kind: Kept['kind'];
  /** Delays before the next attempts after a 404. Default: the retry policy of the source. */
  readonly missingWaitsMs?: readonly number[];
  readFacts(body: Body): BodyFacts;
}

/** The end of the year 9999; no column can hold a later time. */
const END_OF_TIME = 253_402_300_799_000;

export function toBodyOutcome<Body>(
  outcome: Outcome<Body>,
  { id, attempts }: { readonly id: string; readonly attempts: number },
  random: number,
  rules: BodyRules<Body>,
): BodyOutcome {
  const { kind } = rules;
  const unsettled = { id, attempts, retryAfterMs: null, reason: null, endedAt: null };
  if (outcome.outcome === 'ok') {
    const facts = rules.readFacts(outcome.body);
    if (facts.id !== id) {
      const reason = toStorableText(`the body is that of ${facts.id}; expected ${id}`);
      return { kind, settlement: { ...unsettled, state: 'quarantined', reason }, body: outcome, seen: [] };
    }
    const { endedAt, seen } = facts;
    return { kind, settlement: { ...unsettled, state: 'stored', endedAt }, body: outcome, seen };
  }
  const step = stepAfter(outcome, attempts + 1, random, rules.missingWaitsMs);
  if (step.step === 'use') throw new Error(`the outcome ${outcome.outcome} of ${id} has no body to use`);
  const reason = toStorableText(describeFailure(outcome));
  if (step.step === 'retry') {
    const spent = attempts + (step.spendsAttempt ? 1 : 0);
    const settlement = { ...unsettled, attempts: spent, retryAfterMs: step.afterMs, reason };
    return { kind, settlement: { ...settlement, state: 'wanted' }, body: null, seen: [] };
  }
  const state = step.as === 'gone' ? 'gone' : 'quarantined';
  const body = outcome.outcome === 'malformed' ? outcome : null;
  return { kind, settlement: { ...unsettled, attempts: attempts + 1, state, reason }, body, seen: [] };
}

function stepAfter(
  outcome: Outcome<unknown>,
  attempt: number,
  random: number,
  missingWaitsMs: readonly number[] | undefined,
): ReturnType<typeof nextStep> {
  if (outcome.outcome !== 'notFound' || missingWaitsMs === undefined)
    return nextStep(outcome, attempt, random);
  const afterMs = missingWaitsMs[attempt - 1];
  if (afterMs === undefined) return { step: 'giveUp', as: 'gone', reason: outcome.message };
  return { step: 'retry', afterMs, spendsAttempt: true };
}

export function toTime(ms: number): Date | null {
  return ms <= END_OF_TIME ? new Date(ms) : null;
}

/** A name from a body; null if empty. */
export function toName(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : toStorableText(text);
}
