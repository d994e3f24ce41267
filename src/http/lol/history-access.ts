/** What the routes of histories may do: find somebody, have their games collected, and have them analysed. */
import type { LolAnalytics, LolHistoryAnswer } from '#/analytics/lol/lol-analytics.ts';
import { GateFull, type QuestionGate } from '#/analytics/question-gate.ts';
import { TooMuchWork } from '#/analytics/too-much-work.ts';
import type { LolCollection } from '#/contract/lol-collection.ts';
import { analyseHistory } from '#/domain/lol/history/analyse-history.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { historyWords } from '#/domain/lol/history/history-words.ts';
import { printHistoryOptions } from '#/domain/lol/history/options-text.ts';
import type { PlayedGame } from '#/domain/lol/history/played-game.ts';
import { HttpProblem, unavailable } from '#/http/problems.ts';
import type { Collections } from '#/lol/collect.ts';
import {
  type FindPlayerDeps,
  type KnownName,
  locatePlayer,
  type Lookups,
  type WantedPlayer,
} from '#/lol/find.ts';
import { findNamesInGame, findPlayersByName, type NamedPlayer } from '#/match/people.ts';
import { singleFlightByKey } from '#/runtime/single-flight.ts';

export interface LolHistoryAccess {
  readonly isPractice: boolean;
  /** What is known of a Riot ID here, without an upstream call. */
  locate(wanted: WantedPlayer): Promise<KnownName>;
  readonly lookups: Lookups;
  search(begin: string, limit: number): Promise<readonly NamedPlayer[]>;
  readonly collections: Collections;
  /** Undefined: a player without matches. The answer includes every match that `player.collection` says is counted. */
  analyse(player: AnalysedPlayer | undefined, options: HistoryOptions): Promise<LolHistoryAnswer>;
  readGames(puuid: string): Promise<readonly PlayedGame[]>;
}

interface AnalysedPlayer {
  readonly puuid: string;
  readonly collection: Pick<LolCollection, 'progress' | 'uncounted'>;
}

export interface LolHistoryAccessDeps {
  readonly finder: FindPlayerDeps;
  readonly lookups: Lookups;
  readonly collections: Collections;
  readonly analytics: LolAnalytics;
  readonly gate: QuestionGate;
  readonly isPractice: boolean;
}

/** Above it, further requests for one history run on their own. */
const MAX_ANALYSES = 1_000;

export function createLolHistoryAccess(deps: LolHistoryAccessDeps): LolHistoryAccess {
  const { finder, collections, analytics, isPractice } = deps;
  const shared = singleFlightByKey<LolHistoryAnswer>({ maxAgeMs: 0, maxKeys: MAX_ANALYSES });
  return {
    isPractice,
    collections,
    lookups: deps.lookups,
    locate: (wanted) => locatePlayer(finder, wanted),
    async search(begin, limit) {
      const keyId = finder.keyId();
      if (keyId === undefined) return [];
      const stored = await findPlayersByName(finder.database, { source: 'lol', keyId }, begin, limit);
      if (stored.length === limit) return stored;
      const isStored = new Set(stored.map(nameOf));
      const elsewhere = await findNamesInGame(finder.database, 'tft', begin, limit);
      return [...stored, ...elsewhere.filter((one) => !isStored.has(nameOf(one)))].slice(0, limit);
    },
    /**
     * Requests for one history at the same moment share a run. The key holds what was stored and counted before the run started:
     * a run that started earlier may lack matches, and its answer would contradict the collection sent along with it.
     */
    analyse(player, options) {
      if (player === undefined) return Promise.resolve(emptyAnswer(options));
      const { puuid, collection } = player;
      const question = `${puuid} ${collection.progress.done} ${collection.uncounted} ${printHistoryOptions(options)}`;
      return shared(question, () => guarded(deps, () => analytics.analyse(puuid, options)));
    },
    readGames: (puuid) => guarded(deps, () => analytics.readGames(puuid)),
  };
}

function nameOf({ gameName, tagLine }: NamedPlayer): string {
  return `${gameName}#${tagLine}`.toLowerCase();
}

function emptyAnswer(options: HistoryOptions): LolHistoryAnswer {
  const analysis = analyseHistory([], options, { ranks: [] });
  return { analysis: { ...analysis, mates: [] }, words: historyWords(options, () => undefined) };
}

async function guarded<Answer>({ gate }: LolHistoryAccessDeps, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await gate.run(work, new AbortController().signal);
  } catch (error) {
    if (error instanceof TooMuchWork) throw new HttpProblem('too-much-work', error.message, { cause: error });
    if (error instanceof GateFull)
      throw unavailable('Too many questions are being answered. Try again in a moment.', { cause: error });
    throw error;
  }
}
