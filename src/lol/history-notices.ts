/**
 * Publishes changes of players' histories to live subscribers and ends collections without wanted matches. At most two NOTIFY a second in
 * total, because NOTIFY takes a lock that all commits share. Notices lost with a killed process do no harm: pages read the rows, and
 * `refetch-wanted` ends open collections.
 */
import type { Logger } from 'pino';
import { endFinishedCollections } from './collection.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import { findPlayersOfGames } from './player-match.ts';
import { SOURCE } from './lol-kinds.ts';

export interface HistoryNotices {
  changed(puuids: readonly string[]): void;
  /** Players with one of these matches in their history. */
  settled(gameIds: readonly string[]): void;
  /** Resolves after all earlier changes have been published. */
  flush(): Promise<void>;
}

export interface HistoryNoticesOptions {
  readonly database: Database;
  readonly log: Pick<Logger, 'debug'>;
  readonly everyMs?: number | undefined;
  /** Further topics that a change of these players concerns. */
  readonly moreTopics?: ((puuids: readonly string[]) => Promise<readonly string[]>) | undefined;
}

const EVERY_MS = 500;

export function createHistoryNotices(options: HistoryNoticesOptions): HistoryNotices {
  const { database, log, everyMs = EVERY_MS } = options;
  let puuids = new Set<string>();
  let games = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(): Promise<void> {
    const players = puuids;
    const ids = [...games];
    puuids = new Set();
    games = new Set();
    try {
      if (ids.length > 0)
        for (const puuid of await findPlayersOfGames(database, SOURCE, ids)) players.add(puuid);
      if (players.size === 0) return;
      const changed = [...players];
      await endFinishedCollections(database, SOURCE, changed);
      const more = (await options.moreTopics?.(changed)) ?? [];
      for (const topic of [...changed.map(playerTopic), ...more]) await publishNotice(database, { topic });
    } catch (error) {
      log.debug({ err: error }, 'history notices not published');
    }
  }
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      publishing = publishing.then(publish);
    }, everyMs).unref();
  };
  return {
    changed(players) {
      for (const puuid of players) puuids.add(puuid);
      soon();
    },
    settled(gameIds) {
      for (const id of gameIds) games.add(id);
      soon();
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      publishing = publishing.then(publish);
      await publishing;
    },
  };
}

export function playerTopic(puuid: string): `lol-player/${string}` {
  return `lol-player/${puuid}`;
}
