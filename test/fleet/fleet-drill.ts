/**
 * The drill of a fleet: many processes on shared stores collect from one practice world with one key. They are watched at work, their leaders are
 * killed, all of them are replaced one after the other while somebody asks without a pause, and at last they are killed at random. Then the crawl
 * may end, and the same proof is given as after the kills of one process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../practice/randomness.ts';
import { createDatabase, type Database } from '../../src/stores/postgres/database.ts';
import { publishNotice } from '../../src/stores/postgres/live-notices.ts';
import { Secret } from '../../src/domain/secret.ts';
import { pino } from 'pino';
import { openCrawl, type Crawl } from '../drill/crawl-stage.ts';
import { openLiveFeed } from '../drill/live-feed-client.ts';
import { letFinish, proveFinishedCrawl, type CrawlProof } from '../drill/prove-crawl.ts';
import { watchLimitUse, type LimitUse } from './limit-use.ts';
import { findOverlaps, type LeadName } from './leads.ts';
import { startMembers, untilHandedOver, untilSomebodyLeads, type Members } from './members.ts';
import { watchFleetMemory, type MemoryOfRole } from './fleet-memory.ts';
import { startSteadyClient, type Served, type SteadyClient } from './steady-client.ts';
import type { FleetSize } from './fleet-sizes.ts';

export interface FleetDrillOptions {
  readonly seed: number;
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly size: FleetSize;
}

export interface FleetFindings {
  readonly proof: CrawlProof;
  readonly limit: LimitUse;
  /** Ms that each client of the live feed waited, for each notice. */
  readonly heardMs: readonly number[];
  readonly handoverMs: Readonly<Record<LeadName, readonly number[]>>;
  readonly overlaps: readonly string[];
  readonly served: Served;
  /** Bodies that went out more than once before anybody who works was killed. */
  readonly repeatedWhileReplaced: number;
  readonly replaced: number;
  readonly kills: number;
  readonly readySeconds: readonly number[];
  readonly memory: readonly MemoryOfRole[];
}

interface Stage {
  readonly options: FleetDrillOptions;
  readonly crawl: Crawl;
  readonly members: Members;
  readonly database: Database;
  readonly readySeconds: number[];
}

const LEADS = ['projector', 'scheduler'] as const;
const PLACE = { platform: 'euw1', region: 'europe' };
const TOPIC = 'football';
/** To each API process. */
export const NOTICES = 5;
const REQUESTS_PER_SECOND = 20;

export async function runFleetDrill(options: FleetDrillOptions): Promise<FleetFindings> {
  const begun = Date.now();
  const crawl = await openCrawl(planFor(options));
  const database = openDatabase(crawl);
  try {
    const members = await startMembers(crawl, options.size.roles);
    const stage: Stage = { options, crawl, members, database, readySeconds: [] };
    const memory = watchFleetMemory(database);
    const client = startSteadyClient(() => members.urls(), REQUESTS_PER_SECOND);
    const { limit, heardMs } = await watchAtWork(stage);
    const handoverMs = await killLeaders(stage);
    const replaced = await replaceAll(stage, client);
    const served = await client.stop();
    const repeatedWhileReplaced = await countRepeated(crawl);
    const kills = await killAtRandom(stage);
    const found = await memory.stop();
    const proof = await finish(stage, begun);
    return {
      proof,
      limit,
      heardMs,
      handoverMs,
      overlaps: LEADS.flatMap((lead) => findOverlaps(lead, members.terms(lead))),
      served,
      repeatedWhileReplaced,
      replaced,
      kills,
      readySeconds: stage.readySeconds,
      memory: found,
    };
  } finally {
    await database.close();
    await crawl.close();
  }
}

function planFor({ seed, directory, signal, size }: FleetDrillOptions): Parameters<typeof openCrawl>[0] {
  const { callsInFive, historyDays, restMs, roles } = size;
  return {
    seed,
    directory,
    signal,
    world: { players: 4_000, limits: `${callsInFive}:5`, missingShare: 0.01 },
    places: [PLACE],
    historyDays,
    restMs,
    fleet: roles,
    environment: {
      // All processes together stay below what one PostgreSQL lets in.
      DATABASE_CONNECTIONS: '4',
      RATE_LIMIT_PER_MINUTE: '100000',
      GOODBYE_SECONDS: '1',
    },
  };
}

function openDatabase({ stores }: Crawl): Database {
  const url = stores?.environment['DATABASE_URL'];
  if (url === undefined) throw new Error('a fleet needs shared stores; the crawl has none');
  return createDatabase({
    connection: { url: new Secret(url) },
    applicationName: 'fleet drill',
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    log: pino({ level: 'silent' }),
  });
}

/** Undisturbed: how much of the limit is used under backlog, and how soon a notice is everywhere. */
async function watchAtWork({ options, crawl, members, database }: Stage) {
  const { callsInFive, measureMs } = options.size;
  await Promise.all(LEADS.map((lead) => untilSomebodyLeads(members, lead)));
  await crawl.untilProgress('the first games are stored');
  const watch = watchLimitUse(crawl.upstream, PLACE.region, { calls: callsInFive, seconds: 5 });
  const endsAt = performance.now() + measureMs;
  const heardMs = await measureNotices(members, database);
  await delay(Math.max(0, endsAt - performance.now()), undefined, { signal: options.signal });
  const limit = await watch.stop();
  return { limit, heardMs };
}

/** A client of every API process follows a topic that nobody else has news of. */
async function measureNotices(members: Members, database: Database): Promise<number[]> {
  const feeds = await Promise.all(members.urls().map((url) => openLiveFeed(url, TOPIC)));
  const heardMs: number[] = [];
  for (let count = 1; count <= NOTICES; count++) {
    const heard = Promise.all(feeds.map((feed) => feed.untilTold(`notice ${count} is heard everywhere`)));
    await publishNotice(database, { topic: TOPIC, data: { notice: count } });
    heardMs.push(...(await heard).map(Math.round));
  }
  for (const feed of feeds) feed.close();
  return heardMs;
}

/** Where one process has both leads, one kill is enough. Their places are filled again by whoever watches over the fleet: us. */
async function killLeaders(stage: Stage): Promise<Record<LeadName, number[]>> {
  const { members } = stage;
  const found: Record<LeadName, number[]> = { projector: [], scheduler: [] };
  for (const lead of LEADS) {
    if (found[lead].length > 0) continue;
    const killed = await untilSomebodyLeads(members, lead);
    const lost = LEADS.filter((other) => members.leader(other) === killed);
    const killedAt = Date.now();
    await members.end(killed, 'SIGKILL');
    for (const other of lost) found[other].push(await untilHandedOver(members, other, killedAt));
    stage.readySeconds.push(await members.refill(killed));
  }
  return found;
}

async function replaceAll(stage: Stage, client: SteadyClient): Promise<number> {
  const { options, members } = stage;
  const { waves } = options.size;
  for (const wave of waves) {
    const together = members.all.filter(({ name }) => wave.includes(name));
    if (together.length !== wave.length)
      throw new Error(`there are not all of ${wave.join(', ')} in this fleet`);
    const seconds = await Promise.all(
      together.map(async (member) => {
        await members.end(member, 'SIGTERM');
        return members.refill(member);
      }),
    );
    stage.readySeconds.push(...seconds);
    await client.untilAllAreReady();
  }
  return waves.flat().length;
}

async function countRepeated({ upstream }: Crawl): Promise<number> {
  const { served } = await upstream.seen();
  return [...served.values()].reduce((sum, times) => sum + times - 1, 0);
}

/** At moments and in places that the seed draws; each comes back after a while, as under a supervisor. */
async function killAtRandom(stage: Stage): Promise<number> {
  const { options, members } = stage;
  const random = createRandom(options.seed);
  const endsAt = performance.now() + options.size.killMs;
  const returning = new Set<Promise<void>>();
  const away = new Set<string>();
  let kills = 0;
  while (performance.now() < endsAt) {
    await delay(500 + random.next() * 3_500, undefined, { signal: options.signal });
    const there = members.all.filter(({ name }) => !away.has(name));
    const chosen = there[Math.floor(random.next() * there.length)];
    const awayMs = random.next() * 3_000;
    if (chosen === undefined || performance.now() >= endsAt) continue;
    kills += 1;
    away.add(chosen.name);
    await members.end(chosen, 'SIGKILL');
    const back = (async () => {
      await delay(awayMs);
      stage.readySeconds.push(await members.refill(chosen));
      away.delete(chosen.name);
    })();
    returning.add(back);
    void back.finally(() => returning.delete(back)).catch(() => undefined); // Who awaits it below is told.
  }
  await Promise.all(returning);
  return kills;
}

/** Everybody else goes as soon as nothing is left to do, so that the proof has one process to ask and to stop. */
async function finish({ crawl, members }: Stage, begun: number): Promise<CrawlProof> {
  const [answering, ...others] = [
    ...members.withRole('api'),
    ...members.all.filter(({ roles }) => roles !== 'api'),
  ];
  if (answering === undefined) throw new Error('a fleet needs a process that answers');
  await letFinish(crawl, await answering.life.untilReady());
  await Promise.all(others.map((member) => members.end(member, 'SIGTERM')));
  return proveFinishedCrawl(crawl, begun);
}
