/**
 * The proof after a troubled crawl, when it has run dry: by asking the world and the stores and nobody else. Nothing that was said to
 * be stored is lost, nothing is there twice, both stores agree, the limits were kept, and no log has a line that the fault does
 * not explain. Games whose bodies can never be read are in quarantine, each with a reason.
 */
import { compareWithUpstream } from './compare-with-upstream.ts';
import { readLag, untilNothingIsLeft } from './crawl-end.ts';
import type { Crawl } from './crawl-stage.ts';
import { findTorn, readBoards, readGames, readScars, type KeptGame, type Scars } from './kept-games.ts';
import { countWarnings } from './log-faults.ts';
import { findMemoryFaults, type MemoryUse } from './memory-watch.ts';
import type { Seen } from './upstream.ts';
import { verifyStores } from './verify-stores.ts';
import { listGames, readBodies } from './witness.ts';

export interface CrawlProof {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly wrong: readonly string[];
  readonly stored: number;
  readonly quarantined: number;
  readonly calls: number;
  /** Bodies that were sent more than once. */
  readonly repeated: number;
  /** Jobs that were taken from a dead worker. */
  readonly retaken: number;
  readonly voidBatches: number;
  readonly warnings: Readonly<Record<string, number>>;
  /** Not to be had from the upstream. */
  readonly missing: number;
  readonly troubles: Scars['troubles'];
  readonly memory: MemoryUse;
}

/** Why a run ended when its worker was killed. */
export const DEATH = /^(its worker died|\d+ workers died while they ran it)$/;

interface Ended {
  readonly games: readonly KeptGame[];
  readonly scars: Scars;
  readonly acknowledged: ReadonlySet<string>;
  readonly seen: Seen;
}

export async function proveCrawl(crawl: Crawl, begun: number): Promise<CrawlProof> {
  await letFinish(crawl, await crawl.url());
  return proveFinishedCrawl(crawl, begun);
}

/** Whoever still runs is stopped. */
export async function proveFinishedCrawl(crawl: Crawl, begun: number): Promise<CrawlProof> {
  const ended = await endCrawl(crawl);
  const { games, scars, acknowledged, seen } = ended;
  const { plan, faults, directory } = crawl;
  const memory = crawl.memory.peak();
  const refused = games.filter(({ id }) => plan.tricks?.isRefused(id) === true);
  const others = games.filter((game) => !refused.includes(game));
  const [{ listed, bodies }, boards] = await Promise.all([
    askTheWorld(crawl, begun, games),
    readBoards(directory),
  ]);
  const comparison = compareWithUpstream(listed, bodies, { games: others, ...boards });
  const wrong = [
    ...faults,
    ...comparison.strange,
    ...findTorn(games),
    ...refused.flatMap(findNotPutAside),
    ...findLimitFaults(seen),
    ...scars.troubles
      .filter(({ outcome, reason }) => outcome === 'dead-lettered' && !DEATH.test(reason ?? ''))
      .map(({ kind, reason, times }) => `${times} × ${kind} given up: ${reason}`),
    ...(await verifyStores(directory, crawl.settings, comparison.stored)),
    ...findMemoryFaults(memory, plan.mostMemoryBytes),
  ];
  const stored = new Set(games.filter(({ state }) => state === 'stored').map(({ id }) => id));
  const taken = [...acknowledged].filter((id) => !stored.has(id));
  return {
    acknowledged: acknowledged.size,
    lost: [...comparison.lost, ...taken.map((id) => `${id} was said to be stored, and is not`)],
    duplicated: comparison.duplicated,
    wrong,
    stored: comparison.stored,
    quarantined: games.filter(({ state }) => state === 'quarantined').length,
    calls: seen.calls,
    repeated: [...seen.served.values()].reduce((sum, times) => sum + times - 1, 0),
    retaken: scars.troubles.reduce(
      (sum, { reason, times }) => sum + (DEATH.test(reason ?? '') ? times : 0),
      0,
    ),
    voidBatches: scars.voidBatches,
    warnings: countWarnings(crawl.logs),
    missing: comparison.missing,
    troubles: scars.troubles,
    memory,
  };
}

/** Until there is nothing to do at the moment: games that are not to be had are asked for again much later. */
export async function letFinish(crawl: Crawl, url: string): Promise<void> {
  const { restMs, signal } = crawl.plan;
  const patience = { withinMs: restMs, signal };
  await untilNothingIsLeft('collecting', patience, () => crawl.workLeft()).catch(async (error: unknown) => {
    throw new Error(`what is left: ${JSON.stringify(await readLeftovers(crawl))}`, { cause: error });
  });
  await untilNothingIsLeft('projecting', patience, () => readLag(url));
}

/** What is asked of PostgreSQL is asked while it runs. */
async function endCrawl(crawl: Crawl): Promise<Ended> {
  const { directory, running, stores } = crawl;
  const acknowledged = await crawl.acknowledged.stop();
  const [games, scars, seen] = await Promise.all([
    readGames(directory),
    readScars(directory),
    crawl.upstream.seen(),
  ]);
  // Whoever is still starting does not listen to orders yet.
  await Promise.all([...running].map((life) => life.untilReady()));
  for (const life of [...running].toReversed()) await crawl.end(life, 'SIGTERM');
  await stores?.stop();
  return { games, scars, acknowledged, seen };
}

/** For whoever has to find out why a crawl does not end. */
async function readLeftovers(crawl: Crawl): Promise<unknown> {
  const jobs = await crawl.ask(
    `select name, state, start_after, started_on, retry_count, data, now() from pgboss.job
     where name like 'tft/%' and state <= 'active' limit 5`,
  );
  const games = await crawl.ask(
    `select id, next_at, reason, batch, attempts from gamekeeper.match
     where source = 'tft' and state = 'wanted' and (next_at is null or next_at <= now()) limit 5`,
  );
  const runs = await crawl.ask(
    `select kind, key, outcome, reason, ended_at from gamekeeper.job_log
     where kind like 'tft/%' order by id desc limit 10`,
  );
  return { jobs, games, runs };
}

async function askTheWorld({ plan, upstream }: Crawl, begun: number, games: readonly KeptGame[]) {
  const { places, historyDays: days, clockSlackMs = 0, tricks } = plan;
  const span = { days, begun: begun - clockSlackMs, ended: Date.now() + clockSlackMs };
  const listed = await listGames(upstream, places, span);
  const ids = new Set([...listed.must, ...games.map(({ id }) => id)]);
  const isReadable = (id: string): boolean => tricks?.isRefused(id) !== true;
  return {
    listed: { ...listed, must: new Set([...listed.must].filter(isReadable)) },
    bodies: await readBodies(upstream, ids, places),
  };
}

/** A game that the world has for nobody is never sent, so nobody can have found it unreadable. */
function findNotPutAside({ id, state, reason }: KeptGame): string[] {
  const isMissing = (state === 'wanted' || state === 'gone') && (reason ?? '').startsWith('notFound: ');
  if (isMissing || (state === 'quarantined' && (reason ?? '') !== '')) return [];
  return [`${id} can never be read and is ${state}: ${reason}`];
}

function findLimitFaults({ refusedByLimits, overfull, bugs }: Seen): string[] {
  return [
    ...(refusedByLimits > 0 ? [`${refusedByLimits} calls were refused by a limit`] : []),
    ...(overfull > 0 ? [`${overfull} windows of the upstream were overfull`] : []),
    ...bugs.map((bug) => `the practice world: ${bug}`),
  ];
}
