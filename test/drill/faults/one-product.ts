/** F4, F6, F7 and F13 in one crawl: the stores of one product are killed, cut off and damaged under it, and it continues without a restart. */
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectTo } from '../../support/acknowledged-rows.ts';
import { clickhouseOf, parentOf } from '../../support/processes.ts';
import { readStatus, runCommand } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { untilUnderWay, type Crawl } from '../crawl.ts';
import { CRAWLS, createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';
import { onlyOnLinux, type FaultSetting } from '../fault.ts';
import { openLiveFeed } from '../live-feed-client.ts';
import { askQuestions } from '../question-asker.ts';

/** Log lines of the supervisors, and of an engine that reads a damaged part. */
export const RESTARTED = [
  /"msg":"PostgreSQL died"/,
  /"msg":"ClickHouse process ended, restarting"/,
  /Checksum doesn't match|ClickHouse lost rows|dropping unreadable parts/,
];
const BACK_WITHIN_MS = 60_000;
/** Every minute all parts are checked. */
const NOTICED_WITHIN_MS = 150_000;
const NOTICED = /ClickHouse lost rows|dropping unreadable parts|statistics are incomplete/;

const postgresKills: CrawlFault = {
  id: 'F4',
  name: 'kill -9 of PostgreSQL',
  async trouble(crawl, { size, chance, signal }) {
    await untilUnderWay(crawl);
    const kills = { short: 2, long: 12 }[size];
    const recoveriesMs: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      await delay(chance() * 1_500, undefined, { signal });
      const client = await connectTo(crawl.directory);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(parentOf(rows[0]?.pid ?? 0), 'SIGKILL');
      await client.end().catch(() => undefined); // It lost its server just now.
      const ms = await crawl.untilProgress('a match is stored after PostgreSQL was killed');
      if (ms === null) break;
      recoveriesMs.push(ms);
    }
    return { times: recoveriesMs.length, recoveriesMs };
  },
};

/** Five times a second, as during a failover. */
export const terminatedSessions: CrawlFault = {
  id: 'F6',
  name: 'sessions with PostgreSQL terminated',
  async trouble(crawl, { size, signal }) {
    await untilUnderWay(crawl);
    const { times, sessions } = await terminate(crawl, signal, {
      where: `backend_type = 'client backend' and pid <> pg_backend_pid()`,
      everyMs: 200,
      seconds: { short: 5, long: 30 }[size],
    });
    const recovery = await crawl.untilProgress('a match is stored after the sessions were cut');
    return {
      times,
      recoveriesMs: recovery === null ? [] : [recovery],
      detail: `${sessions} sessions cut`,
    };
  },
};

interface Cuts {
  readonly where: string;
  readonly everyMs: number;
  readonly seconds: number;
}

/** At least 12 times, also where a statement takes longer than the pause. */
async function terminate(crawl: Crawl, signal: AbortSignal, { where, everyMs, seconds }: Cuts) {
  const client = await connectTo(crawl.directory);
  let [times, sessions] = [0, 0];
  try {
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end || times < 12) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${where}`,
      );
      times++;
      sessions += rowCount ?? 0;
      await delay(everyMs, undefined, { signal });
    }
  } finally {
    await client.end();
  }
  return { times, sessions };
}

/**
 * Sessions that listen (live feed, new jobs, permits) are cut as soon as they are there, and part of the queue is deleted with them. What a
 * notice announced is found by looking, and what the queue lost is enqueued again from the tables.
 */
const cutNotices: CrawlFault = {
  id: 'F7',
  name: 'notices cut for seconds, waiting jobs deleted',
  async trouble(crawl, { size, signal }) {
    await untilUnderWay(crawl);
    const feed = await openLiveFeed(await crawl.url(), 'status');
    const before = crawl.acknowledged.count();
    const { sessions } = await terminate(crawl, signal, {
      where: `application_name in ('gamekeeper live', 'gamekeeper job notices', 'gamekeeper permits')`,
      everyMs: 25,
      seconds: { short: 5, long: 30 }[size],
    });
    const meanwhile = crawl.acknowledged.count() - before;
    const feedMs = await feed.untilTold('the live feed reports the state after the gap');
    feed.close();
    const forgotten = await forgetQueue(crawl);
    return {
      times: sessions,
      recoveriesMs: [feedMs],
      wrong: meanwhile === 0 ? ['nothing was stored while no notice came through'] : [],
      detail: `${meanwhile} matches stored meanwhile, ${forgotten} waiting jobs deleted`,
    };
  },
};

/** Matches and lists are rows, and a ladder whose job is lost is read in the next cycle. */
async function forgetQueue(crawl: Crawl): Promise<number> {
  const forgotten = await crawl.ask(
    `delete from pgboss.job where name like 'tft/%' and state < 'active' returning id`,
  );
  return forgotten.length;
}

/** Resolves with the ms until the engine answered again. */
async function crashEngine(crawl: Crawl, signal: 'SIGSEGV' | 'SIGKILL'): Promise<number> {
  const url = await crawl.url();
  const restarts = await readRestarts(url);
  const from = performance.now();
  process.kill(clickhouseOf(crawl.main().product.process.pid), signal);
  await until('the engine runs again', BACK_WITHIN_MS, async () => {
    const response = await fetch(`${url}/readyz`);
    return response.ok && (await readRestarts(url)) > restarts;
  });
  return performance.now() - from;
}

async function readRestarts(url: string): Promise<number> {
  return (await readStatus(url)).parts.find(({ id }) => id === 'clickhouse')?.restarts ?? 0;
}

/** Questions are answered or refused with 503 until it is back. */
export async function crashEngines(crawl: Crawl, times: number, { chance, signal }: FaultSetting) {
  await untilUnderWay(crawl);
  const questions = askQuestions(await crawl.url());
  const recoveriesMs: number[] = [];
  for (let crash = 0; crash < times; crash++) {
    await delay(chance() * 2_000, undefined, { signal });
    recoveriesMs.push(await crashEngine(crawl, 'SIGSEGV'));
  }
  const { wrong, answers } = await questions.stop();
  return { times, recoveriesMs, wrong, detail: `questions answered: ${JSON.stringify(answers)}` };
}

/** Changes some bytes in the largest file of columns of the table. */
function damageOnePart(directory: string, name: string): string {
  const table = join(directory, 'clickhouse/engine/data/gamekeeper', name);
  const [largest] = readdirSync(table, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.bin'))
    .map((file) => ({ file, bytes: statSync(join(table, file)).size }))
    .sort((one, other) => other.bytes - one.bytes);
  if (largest === undefined) throw new Error(`${name} has no part that could be damaged`);
  const handle = openSync(join(table, largest.file), 'r+');
  writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, Math.floor(largest.bytes / 2));
  closeSync(handle);
  return `${name}/${largest.file}`;
}

/** A damaged part is noticed while the product runs, and restored from PostgreSQL. */
async function damageAndRepair(crawl: Crawl, { directory }: FaultSetting) {
  while ((await crawl.untilProgress('the crawl continues')) !== null) {
    // Until everything is collected: later inserts must not hide the damage.
  }
  const damaged = damageOnePart(directory, 'tft_board');
  const backMs = await crashEngine(crawl, 'SIGKILL');
  const { product } = crawl.main();
  await until('the damage is noticed', NOTICED_WITHIN_MS, () => NOTICED.test(product.log()));
  const steps: string[] = [];
  for (const command of ['verify', 'rebuild', 'verify']) {
    const { code } = await runCommand(directory, [command], crawl.settings);
    steps.push(`${command} ${code}`);
    if (command === 'verify' && code === 0) break;
  }
  const wrong = steps.at(-1) === 'verify 0' ? [] : [`a damaged part was not repaired: ${steps.join(', ')}`];
  return { backMs, wrong, detail: `${damaged} damaged: ${steps.join(', ')}` };
}

/** SIGSEGV in the middle of questions and inserts, and at last a damaged file. */
const engineCrashes: CrawlFault = {
  id: 'F13',
  name: 'the ClickHouse engine crashes, a part is damaged',
  async trouble(crawl, setting) {
    const crashed = await crashEngines(crawl, { short: 2, long: 12 }[setting.size], setting);
    const damaged = await damageAndRepair(crawl, setting);
    return {
      times: crashed.times + 1,
      recoveriesMs: [...crashed.recoveriesMs, damaged.backMs],
      wrong: [...crashed.wrong, ...damaged.wrong],
      detail: `${crashed.detail}; ${damaged.detail}`,
    };
  },
};

export const oneProduct = createCrawlGroup({
  faults: [postgresKills, terminatedSessions, cutNotices, engineCrashes],
  plan: ({ size }, chosen) =>
    onlyOnLinux({
      historyDays: CRAWLS[size].historyDays * Math.ceil(chosen.length / 2),
      restMs: 400_000,
      expectedErrors: RESTARTED,
    }),
});
