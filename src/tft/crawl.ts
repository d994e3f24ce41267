/**
 * Starts a crawl cycle for each platform that has no pending work and whose last ladder read is older than the cooldown. It makes no
 * upstream calls, so rate limits cannot delay it.
 *
 * The cycle row and its job commit together; if the job is lost anyway, the platform still has no work after the cooldown, and the next
 * cycle starts.
 *
 * A platform with little pending work before the cooldown ends has calls to spare: its cycle then covers twice as many players, and twice
 * again, as long as that holds.
 */
import { Type } from 'typebox';
import type { Platform } from '#/domain/riot/routing.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Kept } from '#/match/rows.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { FindUnranked } from './ranks.ts';

export const SOURCE = 'tft';
export const MATCHES: Kept = { source: SOURCE, kind: 'match' };
export const READ_LADDER = 'tft/read-ladder';
export const ENOUGH_PLAYERS = 200;

export interface TftCrawlOptions {
  readonly database: Database;
  readonly riot: Pick<
    RiotClient,
    'tftApexLeague' | 'tftLeagueEntries' | 'tftLeagueOfPlayer' | 'tftMatchIds' | 'tftMatch'
  >;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly platforms: readonly Platform[];
  /** Minimum time between two reads of a platform's ladder. */
  readonly cooldownMinutes: number;
  /** How far back the first list of a player reaches. */
  readonly historyDays: number;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Finds players of collected matches without a rank. Absent: no ranks are read by puuid. */
  readonly findUnranked?: FindUnranked | undefined;
  /** With fewer players in the apex tiers, the tiers below are read as well. Default: `ENOUGH_PLAYERS`. */
  readonly enoughPlayers?: number | undefined;
  /** Number of ladder players whose ranks are read per cycle. Default: only those who are crawled. */
  readonly rankedPlayers?: number | undefined;
  /** Maximum number of crawled players per platform while there are calls to spare. Default: `enoughPlayers`. */
  readonly mostPlayers?: number | undefined;
}

/** Pending matches below which a platform may start a cycle, the same limit as in `list.ts`. */
const LOW_BACKLOG = 500;
const SETTLE_SECONDS = 5;

type Options = Pick<
  TftCrawlOptions,
  'database' | 'keyId' | 'platforms' | 'cooldownMinutes' | 'enoughPlayers' | 'mostPlayers' | 'rankedPlayers'
>;

export function createCrawlPlatforms(options: Options): JobKind<object> {
  const { database, platforms, cooldownMinutes, enoughPlayers = ENOUGH_PLAYERS, rankedPlayers = 0 } = options;
  const spare = {
    lowBacklog: LOW_BACKLOG,
    mostPlayers: options.mostPlayers ?? enoughPlayers,
    settledSeconds: SETTLE_SECONDS,
  };

  async function startCycles(crawl: Crawl, jobs: JobSender): Promise<readonly string[]> {
    const due = await findPlatformsDue(database, crawl, platforms, cooldownMinutes);
    for (const platform of due)
      await database.transaction(async (tx) => {
        await startCycle(tx, crawl, platform, enoughPlayers);
        await jobs.send(READ_LADDER, { platform, players: enoughPlayers, ranks: rankedPlayers }, { tx });
      });
    return due;
  }

  async function extendCycles(crawl: Crawl, jobs: JobSender): Promise<readonly string[]> {
    const idle = await findPlatformsWithSpareCalls(database, crawl, platforms, spare);
    for (const { platform, reach } of idle) {
      const players = Math.min(2 * Math.max(reach, enoughPlayers), spare.mostPlayers);
      await database.transaction(async (tx) => {
        await extendCycle(tx, crawl, platform, players);
        await jobs.send(READ_LADDER, { platform, players }, { tx });
      });
    }
    return idle.map(({ platform }) => platform);
  }

  return defineJob({
    kind: 'tft/crawl-platforms',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 30 },
    timeoutSeconds: 60,
    concurrency: 1,
    schedule: { cron: '*/10 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const keyId = options.keyId();
      if (keyId === undefined) return skip('no TFT key is set');
      const crawl = { source: SOURCE, keyId };
      const started = await startCycles(crawl, jobs);
      const extended = await extendCycles(crawl, jobs);
      if (started.length + extended.length === 0) return skip('no platform is due');
      log.info({ started, extended }, 'crawl cycles started');
      return done();
    },
  });
}

interface Crawl {
  readonly source: string;
  /** Id of the API key. Players and cycles of other keys are not part of this crawl. */
  readonly keyId: string;
}

const KIND = 'cycle';

/**
 * Platforms with no list to read, no match to fetch now, and no cycle started within `cooldownMinutes`. It is read off the rows that
 * wait, so a lost job cannot make a platform look finished.
 */
async function findPlatformsDue(
  db: Queryable,
  { source, keyId }: Crawl,
  platforms: readonly string[],
  cooldownMinutes: number,
): Promise<string[]> {
  const rows = await db.query<{ platform: string }>(
    `select p.platform from unnest($2::text[]) with ordinality as p (platform, place)
     where not exists (
         select from gamekeeper.match m
         where m.source = $1 and m.platform = p.platform and m.state = 'wanted'
           and (m.next_at is null or m.next_at <= now()))
       and not exists (
         select from gamekeeper.player w
         where w.source = $1 and w.platform = p.platform and w.listing_since is not null and w.key_id = $3)
       and not exists (
         select from gamekeeper.cursor c
         where c.source = $1 and c.kind = '${KIND}' and c.name = p.platform || ' ' || $3
           and c.read_until > now() - make_interval(secs => $4 * 60))
     order by p.place`,
    [source, platforms, keyId, cooldownMinutes],
  );
  return rows.map((row) => row.platform);
}

/** By PostgreSQL's clock, like the cooldown that it starts. `reach`: number of players to list. */
async function startCycle(
  db: Queryable,
  { source, keyId }: Crawl,
  platform: string,
  reach: number,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.cursor (source, kind, name, read_until, reach) values ($1, '${KIND}', $2, now(), $3)
     on conflict (source, kind, name) do update set read_until = now(), changed_at = now(), reach = excluded.reach`,
    [source, `${platform} ${keyId}`, reach],
  );
}

interface Spare {
  /** Fewer matches than this are due. */
  readonly lowBacklog: number;
  /** Greatest reach. */
  readonly mostPlayers: number;
  /** Minimum age of the last ladder request: its players are queued by then. */
  readonly settledSeconds: number;
}

/** Platforms with a running cycle and a low backlog, and how many players the cycle covers. */
async function findPlatformsWithSpareCalls(
  db: Queryable,
  { source, keyId }: Crawl,
  platforms: readonly string[],
  { lowBacklog, mostPlayers, settledSeconds }: Spare,
): Promise<{ readonly platform: string; readonly reach: number }[]> {
  return db.query<{ platform: string; reach: number }>(
    `select p.platform, c.reach from unnest($2::text[]) with ordinality as p (platform, place)
     join gamekeeper.cursor c on c.source = $1 and c.kind = '${KIND}' and c.name = p.platform || ' ' || $3
     where c.reach < $4 and c.changed_at < now() - make_interval(secs => $6)
       and not exists (
         select from gamekeeper.player w
         where w.source = $1 and w.platform = p.platform and w.listing_since is not null and w.key_id = $3)
       and (select count(*) from (
         select from gamekeeper.match m
         where m.source = $1 and m.platform = p.platform and m.state = 'wanted'
           and (m.next_at is null or m.next_at <= now()) limit $5) as due) < $5
     order by p.place`,
    [source, platforms, keyId, mostPlayers, lowBacklog, settledSeconds],
  );
}

/** The cycle stays the same one: its start, and so the start of the next, does not change. */
async function extendCycle(
  db: Queryable,
  { source, keyId }: Crawl,
  platform: string,
  reach: number,
): Promise<void> {
  await db.query(
    `update gamekeeper.cursor set reach = $3, changed_at = now()
     where source = $1 and kind = '${KIND}' and name = $2`,
    [source, `${platform} ${keyId}`, reach],
  );
}
