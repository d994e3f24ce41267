/**
 * Fetches one match of a batch and its timeline if wanted. The timeline comes first, so that the rows of the match are made once. Each body
 * is written when it arrives.
 *
 * The row is claimed right before each call: only then does it say whether the match still belongs to this batch, and with which priority.
 */
import type { Outcome } from '#/upstream/outcome.ts';
import { claimMatch } from '#/match/match-wish.ts';
import type { Kept } from '#/match/match.ts';
import { toBodyOutcome, type BodyOutcome, type BodyRules } from '#/match/body-outcome.ts';
import type { BodyWriter } from '#/match/body-writer.ts';
import { laneOf } from '#/match/priority.ts';
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

interface Asked {
  readonly found: BodyOutcome;
  readonly isMissing: boolean;
}

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
  ): Promise<Asked | null> {
    const claim = await claimMatch(database, kept, game);
    if (claim === undefined) return null;
    const answer = await call(game.id, laneOf(claim.priority));
    const found = toBodyOutcome(answer, { id: game.id, attempts: claim.attempts }, random(), bodyRules);
    return { found, isMissing: answer.outcome === 'notFound' };
  }

  const askForTimeline = async (game: GameOfBatch, signal: AbortSignal): Promise<Asked | null> => {
    if (!game.isTimelineDue) return null;
    if (aged.hasNoTimeline(game.id)) return { found: tooOld(game.id), isMissing: true };
    return ask(game, TIMELINES, rules.timeline, (matchId, lane) =>
      riot.lolTimeline({ matchId }, { lane, signal }),
    );
  };

  return async (game, signal) => {
    const timeline = await askForTimeline(game, signal);
    if (timeline !== null && timeline.found.body !== null) await writer.write(timeline.found);
    if (game.isMatchDue) {
      const match = await ask(game, MATCHES, rules.match, (matchId, lane) =>
        riot.lolMatch({ matchId }, { lane, signal }),
      );
      if (match !== null) {
        const { endedAt } = match.found.settlement;
        if (endedAt !== null) aged.note(game.id, endedAt);
        await writer.write(match.found);
      }
    }
    if (timeline === null || timeline.found.body !== null) return;
    // The match itself may explain the missing timeline.
    const isTooOld = aged.hasNoTimeline(game.id) || (timeline.isMissing && aged.mayHaveNoTimeline(game.id));
    await writer.write(isTooOld ? tooOld(game.id) : timeline.found);
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
