/**
 * F5, F18, F3, F1 and F16 in one crawl by a fleet on shared stores: it starts before PostgreSQL, shares one limit, its leaders and workers
 * are killed, and its processes are replaced. A client asks without a pause meanwhile, as a proxy would.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { applyLoad, type AppliedLoad } from '../../../bench/load/crowd.ts';
import { publishNotice } from '../../../src/runtime/postgres/session.ts';
import { until } from '../../support/until.ts';
import { untilUnderWay, type Crawl } from '../crawl.ts';
import { createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';
import type { FaultSetting } from '../fault.ts';
import { findOverlaps, readTerms, type LeadName, type Term } from '../leads.ts';
import { openLiveFeed } from '../live-feed-client.ts';
import { countRepeated } from '../prove-crawl.ts';
import { answers, type Life } from '../stage.ts';
import { startSteadyClient } from '../steady-client.ts';

/** Of the fleet, a process that answers comes first. */
const SIZES = {
  short: {
    fleet: ['api', 'api', 'worker', 'worker', 'projector,scheduler', 'projector,scheduler'],
    /** Replaced together, as an operator would: never all of one role. */
    waves: [['api', 'worker', 'projector,scheduler']],
    /** Undisturbed, at the very beginning, when players are still being listed. */
    measured: { seconds: 11, leastUse: 0.5 },
    randomKillsMs: 0,
    kills: 2,
    load: { seconds: 12, webSockets: 100, requestsPerSecond: 50 },
  },
  long: {
    fleet: 'api api worker worker worker projector projector scheduler scheduler'.split(' '),
    waves: [
      ['api', 'worker', 'projector', 'scheduler'],
      ['api', 'worker', 'projector', 'scheduler'],
      ['worker'],
    ],
    measured: { seconds: 21, leastUse: 0.9 },
    randomKillsMs: 600_000,
    kills: 25,
    load: { seconds: 120, webSockets: 1_000, requestsPerSecond: 100 },
  },
} as const;
/** Small enough for work to be left until the last fault. */
const CALLS_IN_FIVE_SECONDS = 60;
const HANDOVER_MS = 20_000;
const NOTICES = 5;
const NOTICE_MS = 5_000;
const REQUESTS_PER_SECOND = 20;
const LEAST_REQUESTS = 200;
/** So many calls the limits let go in two seconds; what a dead worker had in flight is requested once more. */
const MOST_REPEATED_PER_KILL = 40;
const MOST_REFUSED_SHARE = 0.05;
const LATE_MS = 3_000;
/** A few seconds where nothing else runs. */
const READY_WITHIN_MS = 30_000;

const latePostgres: CrawlFault = {
  id: 'F5',
  name: 'the product starts before PostgreSQL',
  async trouble(crawl, { signal }) {
    await delay(LATE_MS, undefined, { signal });
    const wrong = [...crawl.running].flatMap(({ roles, readyMs }) =>
      readyMs === null ? [] : [`${roles} was ready before PostgreSQL was there`],
    );
    await crawl.stores?.startPostgres();
    const from = performance.now();
    await untilAllReady(crawl);
    const readyMs = performance.now() - from;
    if (readyMs > READY_WITHIN_MS)
      wrong.push(`ready ${Math.round(readyMs)} ms after PostgreSQL; expected ${READY_WITHIN_MS}`);
    await untilUnderWay(crawl);
    return { times: 1, recoveriesMs: [readyMs], wrong };
  },
};

const untilAllReady = (crawl: Crawl): Promise<unknown> =>
  Promise.all([...crawl.running].map((life) => life.untilReady()));

const replacedFleet: CrawlFault = {
  id: 'F18',
  name: 'a fleet: leaders killed, processes replaced and killed at random',
  async trouble(crawl, setting) {
    const { size } = setting;
    await untilAllReady(crawl);
    await untilUnderWay(crawl);
    const client = startSteadyClient(() => urlsOf(crawl), REQUESTS_PER_SECOND);
    const calls = await countCalls(crawl, setting);
    const noticesMs = await measureNotices(crawl);
    const handoverMs = await killLeader(crawl, 'scheduler');
    let replaced = 0;
    for (const wave of SIZES[size].waves) {
      replaced += await replace(crawl, wave);
      await client.untilAllAreReady();
    }
    const { requests, failed } = await client.stop();
    const repeated = countRepeated(await crawl.upstream.seen());
    const kills = await killAtRandom(crawl, setting);
    const { seconds, leastUse } = SIZES[size].measured;
    const leastCalls = leastUse * Math.floor(seconds / 5) * CALLS_IN_FIVE_SECONDS;
    return {
      times: 1 + replaced + kills,
      recoveriesMs: [handoverMs],
      wrong: [
        ...failed.map((what) => `a request failed: ${what}`),
        ...noticesMs.filter((ms) => ms > NOTICE_MS).map((ms) => `a notice took ${Math.round(ms)} ms`),
        ...(handoverMs > HANDOVER_MS ? [`the scheduler was handed over after ${handoverMs} ms`] : []),
        ...(requests < LEAST_REQUESTS ? [`only ${requests} requests were sent`] : []),
        ...(calls < leastCalls ? [`${calls} calls in ${seconds} s; expected ${leastCalls}`] : []),
        ...(repeated > 0 ? [`${repeated} bodies were requested again though no worker was killed`] : []),
      ],
      detail:
        `${SIZES[size].fleet.length} processes: ${replaced} replaced, ${kills} killed at random, ` +
        `${calls} calls in ${seconds} s, ${failed.length} of ${requests} requests failed`,
    };
  },
  judge: (_proof, crawl) => ({
    wrong: (['projector', 'scheduler'] as const).flatMap((lead) =>
      findOverlaps(
        lead,
        crawl.lives.flatMap((life) => termsOf(life, lead)),
      ),
    ),
  }),
};

const urlsOf = ({ running }: Crawl): string[] => [...running].filter(answers).flatMap(({ url }) => url ?? []);

const termsOf = ({ product, roles, endedAt }: Life, lead: LeadName): Term[] =>
  readTerms(lead, `${roles} ${product.process.pid}`, product.log(), endedAt);

function leaderOf(crawl: Crawl, lead: LeadName): Life | undefined {
  return [...crawl.running].find((life) => termsOf(life, lead).at(-1)?.to === Infinity);
}

/** Of the whole fleet to the host of match bodies, undisturbed. */
async function countCalls({ upstream }: Crawl, { size, signal }: FaultSetting): Promise<number> {
  const count = async (): Promise<number> => (await upstream.seen()).callsByHost['europe'] ?? 0;
  const before = await count();
  await delay(SIZES[size].measured.seconds * 1_000, undefined, { signal });
  return (await count()) - before;
}

/** To a client of every API process: a match of today that only this drill knows gets another score. */
async function measureNotices(crawl: Crawl): Promise<number[]> {
  await crawl.ask(
    `insert into gamekeeper.fixture (id, league_id, league_name, home_id, home_name, away_id, away_name,
       kickoff_at, status, phase, completed_at)
     values (999999999, 1, 'Drill', 1, 'Home', 2, 'Away', now(), 'FT', 'completed', now()) on conflict do nothing`,
  );
  const feeds = await Promise.all(urlsOf(crawl).map((url) => openLiveFeed(url, 'football')));
  const tookMs: number[] = [];
  for (let notice = 1; notice <= NOTICES; notice++) {
    const received = Promise.all(feeds.map((feed) => feed.untilTold(`every client has notice ${notice}`)));
    await crawl.ask('update gamekeeper.fixture set home_goals = $1 where id = 999999999', [notice]);
    await publishNotice({ query: crawl.ask }, { topic: 'football' });
    tookMs.push(...(await received));
  }
  for (const feed of feeds) feed.close();
  return tookMs;
}

/** Resolves with the ms until another process led, by the clock of the logs. */
async function killLeader(crawl: Crawl, lead: LeadName): Promise<number> {
  const leader = await until(`a process leads as ${lead}`, 60_000, () => leaderOf(crawl, lead));
  const killedAt = Date.now();
  await crawl.end(leader, 'SIGKILL');
  await crawl.begin(leader.roles).untilReady();
  return until(`another process leads as ${lead}`, 60_000, () => {
    const begun = crawl.lives.flatMap((life) => termsOf(life, lead)).map(({ from }) => from);
    const next = Math.min(...begun.filter((from) => from >= killedAt));
    return next < Infinity && next - killedAt + 1;
  });
}

async function replace(crawl: Crawl, wave: readonly string[]): Promise<number> {
  await Promise.all(
    wave.map(async (roles) => {
      const oldest = [...crawl.running].find((life) => life.roles === roles);
      if (oldest === undefined) throw new Error(`no process with the roles ${roles} runs`);
      await crawl.end(oldest, 'SIGTERM');
      await crawl.begin(roles).untilReady();
    }),
  );
  return wave.length;
}

/** Each comes back after a while, as under a supervisor. */
async function killAtRandom(crawl: Crawl, { size, chance, signal }: FaultSetting): Promise<number> {
  const end = performance.now() + SIZES[size].randomKillsMs;
  let kills = 0;
  for (; performance.now() < end; kills++) {
    await delay(500 + chance() * 3_500, undefined, { signal });
    const victim = [...crawl.running][Math.floor(chance() * crawl.running.size)];
    if (victim === undefined) break;
    await crawl.end(victim, 'SIGKILL');
    await delay(chance() * 3_000, undefined, { signal });
    crawl.begin(victim.roles);
  }
  await untilAllReady(crawl);
  return kills;
}

const projectorKills: CrawlFault = {
  id: 'F3',
  name: 'kill -9 of the projector that leads',
  async trouble(crawl, { size, chance, signal }) {
    await untilUnderWay(crawl);
    const recoveriesMs: number[] = [];
    while (recoveriesMs.length < SIZES[size].kills) {
      await delay(chance() * 1_000, undefined, { signal });
      const before = await countBatches(crawl);
      const from = performance.now();
      await killLeader(crawl, 'projector');
      if ((await crawl.untilProgress('there is something to project')) === null) break;
      await until('a batch is written by another process', 60_000, async () => {
        return (await countBatches(crawl)) > before;
      });
      recoveriesMs.push(performance.now() - from);
    }
    const slow = recoveriesMs.filter((ms) => ms > HANDOVER_MS + READY_WITHIN_MS);
    return {
      times: recoveriesMs.length,
      recoveriesMs,
      wrong: slow.map((ms) => `the next batch was written after ${Math.round(ms)} ms`),
    };
  },
};

async function countBatches(crawl: Crawl): Promise<number> {
  const [row] = await crawl.ask<{ done: number }>(
    `select count(*)::int as done from gamekeeper.batch where state = 'done' and projection = 'tft'`,
  );
  return row?.done ?? 0;
}

/** One or both at a time, in the middle of their jobs. */
async function killWorkers(crawl: Crawl, { size, chance, signal }: FaultSetting) {
  await untilUnderWay(crawl);
  const recoveriesMs: number[] = [];
  let times = 0;
  while (times < SIZES[size].kills) {
    await delay(600 + chance() * 800, undefined, { signal });
    const workers = [...crawl.running].filter(({ roles }) => roles === 'worker');
    const victims = workers.slice(0, chance() < 0.5 ? 1 : workers.length);
    for (const victim of victims) await crawl.end(victim, 'SIGKILL');
    for (const { roles } of victims) crawl.begin(roles);
    const ms = await crawl.untilProgress('a match is stored after a kill');
    if (ms === null) break;
    times += victims.length;
    recoveriesMs.push(ms);
  }
  return { times, recoveriesMs };
}

const workerKills: CrawlFault = {
  id: 'F1',
  name: 'kill -9 of workers',
  async trouble(crawl, setting) {
    const before = countRepeated(await crawl.upstream.seen());
    const made = await killWorkers(crawl, setting);
    const repeated = countRepeated(await crawl.upstream.seen()) - before;
    return { ...made, wrong: findRepeatFaults(repeated, made.times) };
  },
};

export function findRepeatFaults(repeated: number, kills: number): string[] {
  const most = kills * MOST_REPEATED_PER_KILL;
  return repeated > most
    ? [`${repeated} bodies were requested again after ${kills} kills; expected ${most}`]
    : [];
}

/** The processes that answer are not those that are killed: no request fails and no live feed is closed. */
const loadUnderKills: CrawlFault = {
  id: 'F16',
  name: 'load while workers are killed',
  async trouble(crawl, setting) {
    await untilUnderWay(crawl);
    const asked = SIZES[setting.size].load;
    const [load, killed] = await Promise.all([
      applyLoad({ url: await crawl.url(), ...asked, signal: setting.signal }),
      killWorkers(crawl, setting),
    ]);
    const { requests, refused, p50Ms, p95Ms, p99Ms, held } = load;
    const [p50, p95, p99] = [p50Ms, p95Ms, p99Ms].map(Math.round);
    return {
      ...killed,
      wrong: findLoadFaults(load, asked.webSockets),
      detail: `${requests} requests, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, ${refused} refused (at most ${MOST_REFUSED_SHARE * 100} % may be), ${held.open} live feeds open`,
    };
  },
};

type JudgedLoad = Pick<AppliedLoad, 'requests' | 'errors' | 'refused'> & {
  readonly held: Pick<AppliedLoad['held'], 'open'>;
};

export function findLoadFaults(
  { requests, errors, refused, held }: JudgedLoad,
  webSockets: number,
): string[] {
  return [
    ...(requests > 0 ? [] : ['no request was sent']),
    ...(errors > 0 ? [`${errors} of ${requests} requests were neither answered nor refused`] : []),
    ...(refused > requests * MOST_REFUSED_SHARE
      ? [`${refused} of ${requests} requests were refused; expected at most ${MOST_REFUSED_SHARE * 100} %`]
      : []),
    ...(held.open === webSockets ? [] : [`${held.open} of ${webSockets} live feeds are open at the end`]),
  ];
}

export const fleet = createCrawlGroup({
  faults: [latePostgres, replacedFleet, projectorKills, workerKills, loadUnderKills],
  plan: ({ size }, chosen) => ({
    fleet: SIZES[size].fleet,
    postgresComesLate: chosen.some(({ id }) => id === latePostgres.id),
    world: { players: 4_000, limits: `${CALLS_IN_FIVE_SECONDS}:5`, missingShare: 0.01 },
    places: [{ platform: 'euw1', region: 'europe' }],
    historyDays: size === 'short' ? chosen.length + 3 : 80,
    restMs: 300_000,
    mostMemoryBytes: 900e6,
    environment: {
      // All processes together stay below what one PostgreSQL lets in.
      DATABASE_CONNECTIONS: '4',
      GOODBYE_SECONDS: '1',
    },
  }),
});
