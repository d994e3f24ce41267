/**
 * F7: nobody is told of anything: the sessions that listen (live feed, new jobs, permits) are cut as soon as they are there, and part of
 * the queue is lost with them. What was announced by a notice is found by looking, and what the queue forgot is sent again from the
 * tables.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connectTo } from '../../support/acknowledged-rows.ts';
import { createCrawlFault, untilUnderWay, type MakeTrouble } from '../crawl-fault.ts';
import type { Crawl } from '../crawl-stage.ts';
import { openLiveFeed } from '../live-feed-client.ts';

const EVERY_MS = 25;
const SECONDS = { short: 8, long: 30 } as const;
const LISTENERS = `('gamekeeper live', 'gamekeeper job notices', 'gamekeeper permits')`;

const cutNotices: MakeTrouble = async (crawl, { size, signal }) => {
  await untilUnderWay(crawl);
  const feed = await openLiveFeed(await crawl.url(), 'status');
  const client = await connectTo(crawl.directory);
  const wrong: string[] = [];
  const before = crawl.acknowledged.count();
  let times = 0;
  try {
    const until = performance.now() + SECONDS[size] * 1_000;
    while (performance.now() < until) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ${LISTENERS}`,
      );
      times += rowCount ?? 0;
      await delay(EVERY_MS, undefined, { signal });
    }
  } finally {
    await client.end();
  }
  const meanwhile = crawl.acknowledged.count() - before;
  if (meanwhile === 0) wrong.push('nothing was stored while no notice came through');
  const feedMs = await feed.untilTold('the live feed tells what is true after the gap');
  feed.close();
  return { times, recoveriesMs: [feedMs], wrong, detail: `${meanwhile} games stored meanwhile` };
};

/**
 * What has waited for a minute without a job is sent again, every two minutes and at every start. The short form lets the minute pass and
 * starts the product anew; the long one waits for the schedule.
 */
async function forgetQueue(crawl: Crawl, size: 'short' | 'long'): Promise<string> {
  const forgotten = await crawl.ask<{ id: string }>(
    `delete from pgboss.job where name like 'tft/%-matches/%' and state < 'active' returning id`,
  );
  if (size === 'short') {
    await crawl.ask(
      `update gamekeeper.match set changed_at = changed_at - interval '2 minutes' where state = 'wanted'`,
    );
    await crawl.ask(
      `update gamekeeper.player set listing_since = listing_since - interval '2 minutes'
       where listing_since is not null`,
    );
    await crawl.end(crawl.main(), 'SIGTERM');
    await crawl.begin().untilReady();
  }
  return `${forgotten.length} waiting jobs deleted and found again`;
}

export const cutNoticesFault = createCrawlFault({
  id: 'F7',
  name: 'notices cut for seconds, waiting jobs deleted',
  plan: () => ({ restMs: 400_000 }),
  async trouble(crawl, setting) {
    const cut = await cutNotices(crawl, setting);
    return { ...cut, detail: `${cut.detail}, ${await forgetQueue(crawl, setting.size)}` };
  },
});
