/**
 * The proof after the faults, when nothing is left to collect. It asks the practice world and the stores and uses no code of the crawl:
 * no match that was reported as stored is lost, none is there twice, both stores agree, the limits were kept, and no log has a line that
 * the faults do not explain. Matches whose bodies can never be read are in quarantine, each with a reason.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { compareWithUpstream, isKnownToBeMissing, type Comparison } from './compare-with-upstream.ts';
import { isNothing, type Crawl } from './crawl.ts';
import {
  findTorn,
  readBoards,
  readGames,
  readScars,
  type KeptGame,
  type Scars,
  type WorkLeft,
} from './kept-games.ts';
import { countWarnings } from './log-faults.ts';
import { findMemoryFaults, type MemoryUse } from './memory-watch.ts';
import type { Seen } from './upstream.ts';
import { verifyStores } from './verify-stores.ts';
import { listGames, readBodies } from './witness.ts';

export interface CrawlProof extends Pick<Comparison, 'lost' | 'duplicated' | 'stored' | 'missing'> {
  readonly acknowledged: number;
  readonly wrong: readonly string[];
  readonly quarantined: number;
  readonly seen: Seen;
  readonly scars: Scars;
  readonly warnings: Readonly<Record<string, number>>;
  readonly memory: MemoryUse;
}

const LOOK_MS = 500;
/** Why a run ended when its worker was killed. */
export const DEATH = /^(its worker died|\d+ workers died while they ran it)$/;

export async function proveCrawl(crawl: Crawl, begun: number): Promise<CrawlProof> {
  await letFinish(crawl);
  const { games, scars, acknowledged, seen } = await endCrawl(crawl);
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
  return {
    ...comparison,
    acknowledged: acknowledged.size,
    lost: [...comparison.lost, ...findForgotten(acknowledged, games)],
    wrong,
    quarantined: games.filter(({ state }) => state === 'quarantined').length,
    seen,
    scars,
    warnings: countWarnings(crawl.lives.map(({ product }) => product.log())),
    memory,
  };
}

/** Until no work is due: matches that the upstream does not have are asked for again much later. */
async function letFinish(crawl: Crawl): Promise<void> {
  const url = await crawl.url();
  await untilNothingIsLeft('collecting', crawl, () => crawl.workLeft());
  await untilNothingIsLeft('projecting', crawl, () => readLag(url));
}

async function untilNothingIsLeft(
  what: string,
  { plan, ask }: Crawl,
  look: () => Promise<WorkLeft>,
): Promise<void> {
  const deadline = performance.now() + plan.restMs;
  for (;;) {
    const left = await look();
    if (isNothing(left)) return;
    if (performance.now() > deadline) {
      const runs = await ask(
        `select kind, key, outcome, reason, ended_at from gamekeeper.job_log order by id desc limit 10`,
      );
      throw new Error(`${what} took longer than ${plan.restMs} ms; left: ${JSON.stringify({ left, runs })}`);
    }
    await delay(LOOK_MS, undefined, { signal: plan.signal });
  }
}

/** Stored matches that are not in the statistics yet; undefined: nothing was projected so far. */
async function readLag(url: string): Promise<WorkLeft> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = /^gamekeeper_projection_lag_rows\{source="tft"\} (\d+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : { games: Number(value) };
}

/** Reads PostgreSQL while it runs, then stops every process. */
async function endCrawl(crawl: Crawl) {
  const { ask, running, stores } = crawl;
  await crawl.account?.watch.stop();
  const acknowledged = await crawl.acknowledged.stop();
  const [games, scars, seen] = await Promise.all([readGames(ask), readScars(ask), crawl.upstream.seen()]);
  // A process that is still starting does not react to signals yet.
  await Promise.all([...running].map((life) => life.untilReady()));
  for (const life of [...running].toReversed()) await crawl.end(life, 'SIGTERM');
  await stores?.stop();
  return { games, scars, acknowledged, seen };
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

/** Matches of the file that are not stored. */
export function findForgotten(acknowledged: ReadonlySet<string>, games: readonly KeptGame[]): string[] {
  const stored = new Set(games.filter(({ state }) => state === 'stored').map(({ id }) => id));
  return [...acknowledged]
    .filter((id) => !stored.has(id))
    .map((id) => `${id} was reported as stored, and is not`);
}

/** A match that the world does not have is never sent, so it cannot have been found unreadable. */
function findNotPutAside({ id, state, reason }: KeptGame): string[] {
  if (isKnownToBeMissing({ state, reason }) || (state === 'quarantined' && (reason ?? '') !== '')) return [];
  return [`${id} can never be read and is ${state}: ${reason}`];
}

export function findLimitFaults({
  refusedByLimits,
  overfull,
  bugs,
}: Pick<Seen, 'refusedByLimits' | 'overfull' | 'bugs'>): string[] {
  return [
    ...(refusedByLimits > 0 ? [`${refusedByLimits} calls were refused by a limit`] : []),
    ...(overfull > 0 ? [`${overfull} windows of the upstream held more calls than their limit`] : []),
    ...bugs.map((bug) => `the practice world: ${bug}`),
  ];
}

/** Bodies that were sent more than once. */
export function countRepeated({ served }: Pick<Seen, 'served'>): number {
  return [...served.values()].reduce((sum, times) => sum + times - 1, 0);
}

/** Jobs that were taken from a dead worker. */
export function countRetaken({ troubles }: Scars): number {
  return troubles.reduce((sum, { reason, times }) => sum + (DEATH.test(reason ?? '') ? times : 0), 0);
}
