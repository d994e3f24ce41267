/** The live feed of a process: its topics, the notices that reach it from all processes, and those that it sends. */
import { footballTopics } from '#/http/football/football-topics.ts';
import { createLiveHub, type LiveHub } from '#/http/live/hub.ts';
import { accountTopics } from '#/http/lol/accounts-topics.ts';
import { historyTopics } from '#/http/lol/history-topics.ts';
import { accountTopicsOf } from '#/lol/account-rows.ts';
import { createHistoryNotices, type HistoryNotices } from '#/lol/progress.ts';
import {
  createNoticeListener,
  type NoticeListener,
  type NoticeListenerOptions,
  publishNotice,
} from '#/runtime/postgres/session.ts';
import { coalesce } from '#/runtime/supervise.ts';
import type { App, OpenedApp } from './context.ts';
import { liveLimits } from './settings-of-parts.ts';

const TOPIC_STATUS = 'status';
const STATUS_EVERY_MS = 2_000;
/** A thousand job ends a second are one notice a second: NOTIFY takes a lock that all commits share. */
const STATUS_NOTICE_MS = 1_000;

export function openLiveFeed(
  app: OpenedApp & Pick<App, 'lol' | 'football' | 'readStatus'>,
): Pick<App, 'live' | 'listener'> {
  const { config, log, shutdown, partChanges, postgresConnection: connection, lol } = app;
  const live: LiveHub = createLiveHub({
    topics: [
      { name: TOPIC_STATUS, snapshot: app.readStatus, minIntervalMs: 500, refreshEveryMs: STATUS_EVERY_MS },
      ...historyTopics(lol.collections, lol.lookups),
      ...accountTopics(lol.accounts),
      ...footballTopics(app.football),
    ],
    log,
    limits: liveLimits(config),
  });
  const listener: NoticeListener = createNoticeListener({ connection, log, ...noticesTo(live) });
  partChanges.addEventListener('change', () => live.notice({ topic: TOPIC_STATUS }));
  shutdown.onStop('live notices', () => listener.stop());
  return { live, listener };
}

/** After a gap in the notices, every subscriber needs a new snapshot. */
export function noticesTo(live: LiveHub): Pick<NoticeListenerOptions, 'onNotice' | 'onGap'> {
  return { onNotice: (notice) => live.notice(notice), onGap: () => live.gap() };
}

export function createHistoryChanges({ database, log, shutdown }: OpenedApp): HistoryNotices {
  const moreTopics = (puuids: readonly string[]) => accountTopicsOf(database, puuids);
  const notices = createHistoryNotices({ database, log, moreTopics });
  shutdown.onStop('notices of histories', () => notices.flush());
  return notices;
}

export function createStatusNotices({ database, log, shutdown }: OpenedApp): () => void {
  const notices = coalesce(() => {
    publishNotice(database, { topic: TOPIC_STATUS }).catch((error: unknown) =>
      log.debug({ err: error }, 'notice not sent'),
    );
  }, STATUS_NOTICE_MS);
  shutdown.onStop('status notices', () => notices.stop());
  return () => notices.ask();
}
