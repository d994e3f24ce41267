/**
 * Asks for one game of a batch, and for its timeline where that is wanted. The timeline comes first: what is made of a game is made when
 * the game is there, so it is made once. Each body is written down when it has come, and waits for no other.
 *
 * Right before each call the row is claimed: whether it is still this batch's to ask for, and how much of a hurry it is in, is
 * what it says then and not what it said when the batch was read.
 */
import type { Outcome } from '#/sources/outcome.ts';
import { claimMatch } from '#/stores/postgres/match-wish.ts';
import type { Kept } from '#/stores/postgres/match.ts';
import { toBodyOutcome, type BodyOutcome, type BodyRules } from '../games/body-outcome.ts';
import type { BodyWriter } from '../games/body-writer.ts';
import { laneOf } from '../games/priority.ts';
import type { AgedGames } from './aged-games.ts';
import type { LolCollectOptions } from './collect-options.ts';
import { matchRules, timelineRules } from './game-outcome.ts';
import { MATCHES, TIMELINES } from './lol-kinds.ts';

export interface GameOfBatch {
  readonly id: string;
  readonly batch: string;
  readonly isMatchDue: boolean;
  readonly isTimelineDue: boolean;
}

export type FetchGame = (game: GameOfBatch, signal: AbortSignal) => Promise<void>;

const TOO_OLD = 'timelines are kept for a year, and the game is older';

export function createFetchGame(options: LolCollectOptions, writer: BodyWriter, aged: AgedGames): FetchGame {
  const { database, riot, random = Math.random } = options;
  const rules = {
    match: matchRules(options.missingWaitsMs),
    timeline: timelineRules(options.missingWaitsMs),
  };

  async function ask<Body>(
    game: GameOfBatch,
    kept: Kept,
    bodyRules: BodyRules<Body>,
    call: (id: string, lane: ReturnType<typeof laneOf>) => Promise<Outcome<Body>>,
  ): Promise<BodyOutcome | null> {
    const claim = await claimMatch(database, kept, game);
    if (claim === undefined) return null;
    const answer = await call(game.id, laneOf(claim.priority));
    return toBodyOutcome(answer, { id: game.id, attempts: claim.attempts }, random(), bodyRules);
  }

  const askForTimeline = async (game: GameOfBatch, signal: AbortSignal): Promise<BodyOutcome | null> => {
    if (!game.isTimelineDue) return null;
    if (aged.hasNoTimeline(game.id)) return tooOld(game.id);
    return ask(game, TIMELINES, rules.timeline, (matchId, lane) =>
      riot.lolTimeline({ matchId }, { lane, signal }),
    );
  };

  return async (game, signal) => {
    const timeline = await askForTimeline(game, signal);
    if (timeline !== null && timeline.body !== null) await writer.write(timeline);
    if (game.isMatchDue) {
      const match = await ask(game, MATCHES, rules.match, (matchId, lane) =>
        riot.lolMatch({ matchId }, { lane, signal }),
      );
      if (match !== null) {
        if (match.settlement.endedAt !== null) aged.note(game.id, match.settlement.endedAt);
        await writer.write(match);
      }
    }
    // The game itself may just have told why there is no timeline.
    if (timeline !== null && timeline.body === null)
      await writer.write(aged.hasNoTimeline(game.id) ? tooOld(game.id) : timeline);
  };
}

function tooOld(id: string): BodyOutcome {
  const settlement = {
    id,
    state: 'gone',
    attempts: 0,
    retryAfterMs: null,
    reason: TOO_OLD,
    endedAt: null,
  } as const;
  return { kind: 'timeline', settlement, body: null, seen: [] };
}
