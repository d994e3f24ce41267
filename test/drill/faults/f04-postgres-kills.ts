/** F4: PostgreSQL gets `kill -9` under the working product, which starts it again and goes on; Linux only. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectTo } from '../../support/acknowledged-rows.ts';
import { parentOf } from '../../support/processes.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { onlyOnLinux } from '../fault.ts';

const KILLS = { short: 3, long: 12 } as const;

export const postgresKills = createCrawlFault({
  id: 'F4',
  name: 'kill -9 of PostgreSQL',
  plan: () => onlyOnLinux({ expectedErrors: [/"msg":"PostgreSQL died"/] }),
  async trouble(crawl, { size, chance, signal }) {
    await untilUnderWay(crawl);
    const recoveriesMs: number[] = [];
    let times = 0;
    for (; times < KILLS[size]; times++) {
      await delay(chance() * 1_500, undefined, { signal });
      const client = await connectTo(crawl.directory);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(parentOf(rows[0]?.pid ?? 0), 'SIGKILL');
      await client.end().catch(() => undefined); // It lost its server just now.
      const ms = await crawl.untilProgress('a game is stored after PostgreSQL was killed');
      if (ms === null) break;
      recoveriesMs.push(ms);
    }
    return { times, recoveriesMs };
  },
});
