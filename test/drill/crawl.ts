/**
 * A crawl for faults to hit: the product collects TFT matches from a practice world in another process, if the plan says so through a
 * server that spoils answers. Every match that was reported as stored is appended to a file at once.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../support/product.ts';
import { noteAcknowledgedGames, type AcknowledgedGames } from './acknowledged-games.ts';
import { readWorkLeft, type WorkLeft } from './kept-games.ts';
import { startMischief, type Mischief } from './mischief.ts';
import { createServedLedger, watchUpstream, type ServedLedger, type Watch } from './served-ledger.ts';
import { openStage, type Stage, type StagePlan } from './stage.ts';
import type { TrickPlan } from './tricks.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';
import type { Place } from './witness.ts';

export interface CrawlPlan extends StagePlan {
  readonly seed: number;
  readonly world: Omit<UpstreamOptions, 'seed'>;
  readonly places: readonly Place[];
  readonly historyDays: number;
  /** How long collecting may take after the faults, and projecting after that. */
  readonly restMs: number;
  readonly tricks?: TrickPlan;
  /** Waits of minutes for an upstream that failed are shortened. */
  readonly hastens?: boolean;
  /** How wrong the clock of the product may be. */
  readonly clockSlackMs?: number;
  /** Accounts for every body that the upstream sent. */
  readonly keepsLedger?: boolean;
  /** Of one Node process. */
  readonly mostMemoryBytes?: number;
}

export interface Crawl extends Stage {
  readonly plan: CrawlPlan;
  readonly upstream: Upstream;
  readonly mischief: Mischief | null;
  readonly account: { readonly ledger: ServedLedger; readonly watch: Watch } | null;
  readonly acknowledged: AcknowledgedGames;
  workLeft(): Promise<WorkLeft>;
  /** Ms until the next match is stored; null: there is none left to store. */
  untilProgress(what: string): Promise<number | null>;
}

const PROGRESS_WITHIN_MS = 150_000;
/** A body is stored within this time after it was sent, unless its process dies. */
const IN_FLIGHT_MS = 1_500;
const LOOK_MS = 50;
/** A connection to PostgreSQL costs several ms of processor time. */
const LOOKS_PER_QUESTION = 10;

export async function openCrawl(plan: CrawlPlan): Promise<Crawl> {
  const { directory, signal, tricks, places, hastens = false } = plan;
  const upstream = await startUpstream({ ...plan.world, seed: plan.seed });
  const mischief = tricks === undefined ? null : await startMischief(upstream.url, tricks.decide);
  const environment = {
    ...crawlSettings(plan, upstream),
    ...(mischief !== null && { RIOT_BASE_URL: mischief.baseUrl }),
    ...plan.environment,
  };
  const stage = await openStage({ ...plan, environment });
  const acknowledged = noteAcknowledgedGames(directory, join(directory, 'acknowledged.jsonl'));
  const ledger = createServedLedger(IN_FLIGHT_MS);
  const account = plan.keepsLedger === true ? { ledger, watch: await watchUpstream(upstream, ledger) } : null;
  const platforms = places.map(({ platform }) => platform);
  const workLeft = async (): Promise<WorkLeft> => {
    if (hastens) await hastenWaits(stage.ask);
    return readWorkLeft(stage.ask, platforms, hastens);
  };
  return {
    ...stage,
    plan,
    upstream,
    mischief,
    account,
    acknowledged,
    workLeft,
    async untilProgress(what) {
      const from = performance.now();
      const before = acknowledged.count();
      for (let looks = 1; performance.now() - from < PROGRESS_WITHIN_MS; looks++) {
        signal.throwIfAborted();
        if (acknowledged.count() > before) return performance.now() - from;
        await delay(LOOK_MS);
        if (looks % LOOKS_PER_QUESTION > 0) continue;
        if (isNothing(await workLeft().catch(() => undefined))) return null; // PostgreSQL may be away.
      }
      throw new Error(`${what}: nothing was stored for ${PROGRESS_WITHIN_MS} ms`);
    },
    async close() {
      await account?.watch.stop().catch(() => undefined); // Its failure was reported by the proof.
      await acknowledged.stop();
      await stage.close();
      await mischief?.stop();
      await upstream.stop();
    },
  };
}

function crawlSettings({ places, historyDays }: CrawlPlan, upstream: Upstream): Environment {
  return {
    RIOT_BASE_URL: upstream.riotBaseUrl,
    RIOT_TFT_API_KEY: upstream.key,
    RIOT_PLATFORMS: places.map(({ platform }) => platform).join(','),
    DDRAGON_URL: `${upstream.url}/ddragon`,
    CDRAGON_URL: `${upstream.url}/cdragon`,
    TFT_HISTORY_DAYS: String(historyDays),
    // A ladder that was not read to its end is read again within the drill.
    TFT_CRAWL_COOLDOWN_MINUTES: '1',
    // Limits of callers are not what is tested.
    RATE_LIMIT_PER_MINUTE: '1000000',
    // The witness reads as many.
    TFT_PLAYERS_PER_PLATFORM: '200',
    LOG_FORMAT: 'json',
  };
}

/**
 * Makes everything due now that waits for an upstream that failed. Matches that do not exist keep their waits, for otherwise they would
 * be asked for until they are given up.
 */
async function hastenWaits(ask: Stage['ask']): Promise<void> {
  await ask(
    `with due as (
       update gamekeeper.match set next_at = now()
       where source = 'tft' and state = 'wanted' and next_at > now() and reason not like 'notFound%'
     ), lists as (
       update gamekeeper.player set next_at = now() where source = 'tft' and next_at > now()
     )
     update pgboss.job set start_after = now()
     where name like 'tft/%' and state < 'active' and start_after > now()`,
  );
}

export function isNothing(left: WorkLeft): boolean {
  return left !== undefined && Object.values(left).every((count) => count === 0);
}

/** Waits until so many matches are stored. */
export async function untilUnderWay(crawl: Crawl, games = 5): Promise<void> {
  await crawl.url();
  while (crawl.acknowledged.count() < games)
    if ((await crawl.untilProgress('the crawl is under way')) === null)
      throw new Error(
        `the crawl ended with ${crawl.acknowledged.count()} matches; expected at least ${games}`,
      );
}
