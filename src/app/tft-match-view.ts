/**
 * One game as the page shows it: read from its stored body by the same readers that the statistics are made with, with the
 * players' nearest ranks and the patch by the calendar. Who played is left out.
 */
import type { TftMatchView } from '#/contract/tft-reference.ts';
import { queueName } from '#/domain/tft/explore/question-words.ts';
import type { TftBoard, TftGame } from '#/domain/tft/game.ts';
import { ladderPoints } from '#/domain/tft/ladder-points.ts';
import { ladderOf, startOf } from '#/domain/tft/match-rank.ts';
import { createPatchCalendar } from '#/domain/tft/patch-calendar.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';
import { unitCost } from '#/domain/tft/unit-cost.ts';
import type { FoundTftMatch } from '#/http/tft/match-route.ts';
import { type NearestRank, readNearestRanks } from '#/match/ranks.ts';
import { readStoredMatch } from '#/match/stored.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { createGameReader } from '#/tft/flatten.ts';
import { listPatches } from '#/tft/patch.ts';

export interface TftMatchReaderDependencies {
  readonly database: Queryable;
  readonly names: () => Promise<TftNames>;
}

const SOURCE = 'tft';

export function createTftMatchReader({
  database,
  names,
}: TftMatchReaderDependencies): (id: string) => Promise<FoundTftMatch> {
  const readGame = createGameReader();
  return async (id) => {
    const stored = await readStoredMatch(database, SOURCE, id);
    if (stored === undefined) return { type: 'unknown' };
    if (stored.state !== 'stored' || stored.body === null) {
      return { type: 'not-stored', state: stored.state === 'stored' ? 'wanted' : stored.state };
    }
    const read = readGame(id, stored.body);
    // Rules became stricter since it was stored; the projector will say so of it too.
    if (read.type === 'fault') return { type: 'not-stored', state: 'quarantined' };
    const { game } = read;
    const [rows, ranks, known] = await Promise.all([
      listPatches(database),
      readRanks(database, game),
      names(),
    ]);
    const patch = createPatchCalendar(rows).patchOf(game).partition;
    return { type: 'match', match: toView(game, patch, ranks, known) };
  };
}

async function readRanks(database: Queryable, game: TftGame): Promise<ReadonlyMap<string, NearestRank>> {
  const [queue, at] = [ladderOf(game.queue), startOf(game)];
  const players = game.boards.flatMap(({ puuid }) => puuid ?? []);
  const answers = await readNearestRanks(
    database,
    SOURCE,
    players.map((puuid) => ({ puuid, queue, at })),
  );
  return new Map(players.flatMap((puuid, place) => (answers[place] ? [[puuid, answers[place]]] : [])));
}

function toView(
  game: TftGame,
  patch: string,
  ranks: ReadonlyMap<string, NearestRank>,
  names: TftNames,
): TftMatchView {
  const { id, platform, queue, endedAt, lengthSeconds } = game;
  const boards = game.boards
    .map((board) => toBoard(board, game.setNumber, ranks, names))
    .sort((left, right) => left.placement - right.placement || left.seat - right.seat);
  return {
    id,
    platform,
    patch,
    queue,
    queueName: queueName(queue),
    endedAt: new Date(endedAt).toISOString(),
    lengthSeconds,
    boards,
  };
}

function toBoard(
  { seat, placement, level, puuid, units, traits }: TftBoard,
  setNumber: number | null,
  ranks: ReadonlyMap<string, NearestRank>,
  names: TftNames,
): TftMatchView['boards'][number] {
  const rank = puuid === null ? undefined : ranks.get(puuid);
  const lp = rank === undefined ? null : ladderPoints(rank);
  return {
    seat,
    placement,
    level,
    lp,
    tier: rank === undefined || lp === null ? null : rank.tier.toLowerCase(),
    isBot: puuid === null,
    units: units.map(({ id, stars, rarity, items }) => ({
      id,
      stars,
      cost: names.unit(id).cost ?? (unitCost(rarity, setNumber) || null),
      items: [...items],
    })),
    traits: traits
      .filter(({ tier }) => tier > 0)
      .map(({ id, tier, units: count }) => ({ id, tier, units: count })),
  };
}
