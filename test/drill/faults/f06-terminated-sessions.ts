/** F6: every session with PostgreSQL is cut, five times a second, as a failover or a nervous operator does. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectTo } from '../../support/acknowledged-rows.ts';
import { createCrawlFault, untilUnderWay, type MakeTrouble } from '../crawl-fault.ts';

const EVERY_MS = 200;
const SECONDS = { short: 5, long: 30 } as const;
/** Also where a question takes longer than the pause between two. */
const LEAST_TIMES = 12;

export const terminateSessions: MakeTrouble = async (crawl, { size, signal }) => {
  await untilUnderWay(crawl);
  const client = await connectTo(crawl.directory);
  let times = 0;
  let sessions = 0;
  try {
    const until = performance.now() + SECONDS[size] * 1_000;
    while (performance.now() < until || times < LEAST_TIMES) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      times++;
      sessions += rowCount ?? 0;
      await delay(EVERY_MS, undefined, { signal });
    }
  } finally {
    await client.end();
  }
  const recovery = await crawl.untilProgress('a game is stored after the storm');
  return {
    times,
    recoveriesMs: recovery === null ? [] : [recovery],
    detail: `${sessions} sessions cut`,
  };
};

export const terminatedSessions = createCrawlFault({
  id: 'F6',
  name: 'sessions with PostgreSQL terminated',
  trouble: terminateSessions,
});
