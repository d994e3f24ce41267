/**
 * A player's history as an answer: the rows of ClickHouse and the ranks of PostgreSQL, read once and analysed whole. Nothing is stored and
 * nothing is kept: an analysis is about what is there at this moment, also while games are still being collected.
 */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { LolAnalysis } from '#/contract/lol-history.ts';
import { analyseHistory } from '#/domain/lol/history/analyse-history.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { historyWords } from '#/domain/lol/history/history-words.ts';
import { mostFrequentMates, nameMates } from '#/domain/lol/history/mates.ts';
import type { PlayedGame } from '#/domain/lol/history/played-game.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { readGames } from './read-games.ts';
import { readMateNames } from './read-mate-names.ts';
import { readRanks } from './read-ranks.ts';

/** Twice as many as are told: with a filter they come in another order. */
const MOST_NAMES = 40;

export interface LolHistoryAnswer {
  readonly analysis: LolAnalysis;
  /** The options in sentences. */
  readonly words: string;
}

export interface LolAnalytics {
  /** Newest first; of all standings. */
  readGames(puuid: string, signal?: AbortSignal): Promise<PlayedGame[]>;
  /** Of a player without games it is whole, and empty. */
  analyse(puuid: string, options: HistoryOptions, signal?: AbortSignal): Promise<LolHistoryAnswer>;
}

export interface LolAnalyticsDependencies {
  /** The account that may only read. */
  readonly clickhouse: ClickHouseReader;
  readonly database: Queryable;
}

export function createLolAnalytics({ clickhouse, database }: LolAnalyticsDependencies): LolAnalytics {
  return {
    readGames: (puuid, signal) => readGames(clickhouse, puuid, signal),
    async analyse(puuid, options, signal) {
      const [games, ranks] = await Promise.all([
        readGames(clickhouse, puuid, signal),
        readRanks(database, puuid),
      ]);
      const mates = mostFrequentMates(games).slice(0, MOST_NAMES);
      const names = await readMateNames(
        clickhouse,
        mates.map(({ mate }) => mate),
        signal,
      );
      const analysis = analyseHistory(games, options, { ranks });
      return {
        analysis: { ...analysis, mates: nameMates(analysis.mates, names) },
        words: historyWords(options, championNames(games)),
      };
    },
  };
}

/** Of all games, so that a champion is called by name also when the filter leaves none of its games. */
function championNames(games: readonly PlayedGame[]): (champion: number) => string | undefined {
  const names = new Map(
    games.filter(({ championName }) => championName !== '').map((game) => [game.champion, game.championName]),
  );
  return (champion) => names.get(champion);
}
