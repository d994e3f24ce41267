/** What an answer means for the game that was asked for: its new state, the body that is kept, who was seen in it. Pure. */
import { isBot } from '#/domain/riot/riot-ids.ts';
import { nextStep } from '#/sources/retry-policy.ts';
import type { Outcome } from '#/sources/outcome.ts';
import type { TftMatch } from '#/sources/riot/schema/tft-match.ts';
import type { Settlement, WantedMatch } from '#/stores/postgres/match.ts';
import type { SeenPlayer } from '#/stores/postgres/player.ts';
import { toStorableText } from '../storable-payload.ts';
import { describeFailure } from './call-failure.ts';

export interface MatchOutcome {
  readonly settlement: Settlement;
  /** To be kept, whether it can be read or not. */
  readonly body: { readonly bytes: Uint8Array; readonly fetchedAt: Date } | null;
  readonly seen: readonly SeenPlayer[];
}

/** The end of the year 9999: what is later is no time, and no column could hold it. */
const END_OF_TIME = 253_402_300_799_000;

export function toMatchOutcome(
  outcome: Outcome<TftMatch>,
  { id, attempts }: Pick<WantedMatch, 'id' | 'attempts'>,
  random: number,
): MatchOutcome {
  const unsettled = { id, attempts, retryAfterMs: null, reason: null, endedAt: null };
  if (outcome.outcome === 'ok') {
    const { metadata, info } = outcome.body;
    if (metadata.match_id !== id) {
      const reason = toStorableText(`the body is that of ${metadata.match_id}; expected ${id}`);
      return { settlement: { ...unsettled, state: 'quarantined', reason }, body: outcome, seen: [] };
    }
    const endedAt = info.game_datetime <= END_OF_TIME ? new Date(info.game_datetime) : null;
    const settlement = { ...unsettled, state: 'stored', endedAt } as const;
    return { settlement, body: outcome, seen: endedAt === null ? [] : seenIn(outcome.body, endedAt) };
  }
  const step = nextStep(outcome, attempts + 1, random);
  if (step.step === 'use') throw new Error(`the outcome ${outcome.outcome} of ${id} has no body to use`);
  const reason = toStorableText(describeFailure(outcome));
  if (step.step === 'retry') {
    const spent = attempts + (step.spendsAttempt ? 1 : 0);
    const settlement = { ...unsettled, attempts: spent, retryAfterMs: step.afterMs, reason };
    return { settlement: { ...settlement, state: 'wanted' }, body: null, seen: [] };
  }
  const state = step.as === 'gone' ? 'gone' : 'quarantined';
  const body = outcome.outcome === 'malformed' ? outcome : null;
  return { settlement: { ...unsettled, attempts: attempts + 1, state, reason }, body, seen: [] };
}

function seenIn({ info }: TftMatch, lastGameAt: Date): SeenPlayer[] {
  return info.participants
    .filter(({ puuid }) => !isBot(puuid))
    .map(({ puuid, riotIdGameName, riotIdTagline }) => ({
      puuid: toStorableText(puuid),
      games: 1,
      lastGameAt,
      gameName: nameOf(riotIdGameName),
      tagLine: nameOf(riotIdTagline),
    }));
}

function nameOf(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : toStorableText(text);
}
