/**
 * The drill: the real product collects from a practice world that lives in a process of its own, is killed again and again, and is
 * started again each time. In its last life it may finish. Then it is proved, by asking the world and the stores and nobody
 * else, that nothing is missing, nothing is there twice, and nothing was asked for without need.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory, STOPPED, stopProduct, type Environment } from '../support/product.ts';
import { compareWithUpstream, type Comparison } from './compare-with-upstream.ts';
import { readLag, untilNothingIsLeft } from './crawl-end.ts';
import {
  findTorn,
  readBoards,
  readGames,
  readGamesOfDead,
  readScars,
  readWorkLeft,
  stopLeftPostgres,
  type KeptGame,
  type Scars,
} from './kept-games.ts';
import { crawlSettings } from './crawl-settings.ts';
import { drawKillMoments, type KillMoment, type KillSpans } from './kill-moments.ts';
import { beginLife, type Life, type RunningLife } from './life.ts';
import { countWarnings, findLogFaults } from './log-faults.ts';
import { createServedLedger, type ServedLedger } from './served-ledger.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';
import { watchUpstream, type Watch } from './watch-upstream.ts';
import { verifyStores } from './verify-stores.ts';
import { listGames, readBodies, type Place } from './witness.ts';

export interface DrillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly spans: KillSpans;
  readonly world: Omit<UpstreamOptions, 'seed'>;
  readonly places: readonly Place[];
  readonly historyDays: number;
  /** How long the last life may take until everything is collected, and again until it is in the statistics. */
  readonly lastLifeMs: number;
  readonly onLife?: (life: Life) => void;
  readonly signal?: AbortSignal;
}

export interface DrillResult extends Comparison {
  readonly lives: readonly Life[];
  readonly players: number;
  readonly listed: number;
  readonly calls: number;
  /** Answers 429. */
  readonly limited: number;
  /** Bodies that were asked for again without need. */
  readonly needless: readonly string[];
  /** Bodies that were asked for again because a kill had lost them. */
  readonly repeatedByKills: number;
  /** By kind: runs that a kill had ended and somebody else began anew. */
  readonly retaken: Readonly<Record<string, number>>;
  /** By kind: jobs that were given up because so many workers had died while they ran them; others did their work. */
  readonly givenUp: Readonly<Record<string, number>>;
  readonly voidBatches: number;
  /** What the logs of all lives warn of, and how often. */
  readonly warnings: Readonly<Record<string, number>>;
  /** Whatever else is not as it should be, in words. */
  readonly faults: readonly string[];
}

/** A body that went out is kept within that time, or its process is dead. */
const IN_FLIGHT_MS = 1_500;
const DEATH = /^(its worker died|\d+ workers died while they ran it)$/;

interface Drill {
  readonly options: DrillOptions;
  readonly directory: string;
  readonly upstream: Upstream;
  readonly environment: Environment;
  readonly ledger: ServedLedger;
  readonly watch: Watch;
  readonly lives: Life[];
  readonly logs: string[];
  readonly faults: string[];
  running: RunningLife | null;
}

export async function runCrawlKillDrill(options: DrillOptions): Promise<DrillResult> {
  const begun = Date.now();
  const upstream = await startUpstream({ ...options.world, seed: options.seed });
  const directory = makeDataDirectory();
  const ledger = createServedLedger(IN_FLIGHT_MS);
  const drill: Drill = {
    options,
    directory: directory.path,
    upstream,
    environment: crawlSettings(options, upstream),
    ledger,
    watch: await watchUpstream(upstream, ledger),
    lives: [],
    logs: [],
    faults: [],
    running: null,
  };
  try {
    for (const moment of drawKillMoments(options.seed, options.kills, options.spans))
      await liveAndDie(drill, moment);
    const end = await liveToTheEnd(drill);
    return await prove(drill, begun, end);
  } finally {
    await drill.watch.stop();
    if (drill.running !== null) await stopProduct(drill.running.product);
    await stopLeftPostgres(directory.path);
    await upstream.stop();
    directory.remove();
  }
}

async function liveAndDie(drill: Drill, moment: KillMoment): Promise<void> {
  const { options, directory, watch, ledger, faults, lives } = drill;
  const callsBefore = watch.last().calls;
  const life = begin(drill);
  if (moment.from === 'ready') await life.untilReady();
  await delay(moment.afterMs, undefined, { signal: options.signal });
  const { inFlight } = watch.last();
  const killedAt = performance.now();
  life.product.process.kill('SIGKILL');
  const { signal, code } = await life.product.ended;
  drill.running = null;
  if (signal !== 'SIGKILL') faults.push(`life ${lives.length + 1} ended before it was killed (${code})`);
  await watch.untilQuiet();
  const games = await readGamesOfDead(directory);
  const kept = new Set(games.filter(({ bodies }) => bodies > 0).map(({ id }) => id));
  const lost = ledger.closeLife(killedAt, kept);
  faults.push(...findTorn(games), ...findLogFaults(life.product.log(), true));
  note(drill, life, callsBefore, {
    moment,
    livedMs: killedAt - life.startedAt,
    inFlight,
    lostBodies: lost.bodies,
    oldestLostMs: lost.oldestMs,
    games: countStates(games),
  });
}

interface End extends Scars {
  readonly games: readonly KeptGame[];
}

async function liveToTheEnd(drill: Drill): Promise<End> {
  const { options, directory, watch, faults } = drill;
  const callsBefore = watch.last().calls;
  const life = begin(drill);
  const url = await life.untilReady();
  const platforms = options.places.map(({ platform }) => platform);
  const patience = { withinMs: options.lastLifeMs, signal: options.signal };
  await untilNothingIsLeft('collecting', patience, () => readWorkLeft(directory, platforms));
  await untilNothingIsLeft('projecting', patience, () => readLag(url));
  const games = await readGames(directory);
  const scars = await readScars(directory);
  const { code, signal } = await stopProduct(life.product);
  drill.running = null;
  if (code !== STOPPED) faults.push(`the last life ended with ${code ?? signal} when it was told to stop`);
  faults.push(...findTorn(games), ...findLogFaults(life.product.log(), false));
  note(drill, life, callsBefore, {
    moment: null,
    livedMs: performance.now() - life.startedAt,
    inFlight: 0,
    lostBodies: 0,
    oldestLostMs: 0,
    games: countStates(games),
  });
  return { games, ...scars };
}

function begin(drill: Drill): RunningLife {
  drill.options.signal?.throwIfAborted();
  const life = beginLife(drill.directory, drill.environment);
  drill.running = life;
  return life;
}

function note(
  { lives, logs, watch, options }: Drill,
  { product, startedAt, readyMs }: RunningLife,
  callsBefore: number,
  rest: Omit<Life, 'readyMs' | 'firstCallMs'>,
): void {
  const firstCallAt = watch.firstBeyond(callsBefore);
  const firstCallMs = firstCallAt === null ? null : firstCallAt - startedAt;
  const life: Life = { ...rest, readyMs: readyMs(), firstCallMs };
  lives.push(life);
  logs.push(product.log());
  options.onLife?.(life);
}

/** The product has stopped. ClickHouse is counted before `verify` may mend anything in it. */
async function prove(drill: Drill, begun: number, end: End): Promise<DrillResult> {
  const { directory, ledger, watch, lives, faults, environment } = drill;
  const { games, troubles, voidBatches } = end;
  const seen = await watch.stop();
  const [{ listed, bodies }, kept] = await Promise.all([
    askTheWorld(drill, begun, games),
    readBoards(directory),
  ]);
  const comparison = compareWithUpstream(listed, bodies, { games, ...kept });
  faults.push(...(await verifyStores(directory, environment, comparison.stored)));
  for (const { kind, outcome, reason, times } of troubles)
    if (!DEATH.test(reason ?? '')) faults.push(`${times} × ${kind} ${outcome}: ${reason}`);
  if (seen.limited > 0) faults.push(`${seen.limited} calls were answered 429`);
  if (seen.overfull > 0) faults.push(`${seen.overfull} windows of the upstream were overfull`);
  faults.push(...seen.bugs.map((bug) => `the practice world: ${bug}`), ...comparison.strange);
  return {
    ...comparison,
    lives,
    players: listed.players,
    listed: listed.must.size,
    calls: seen.calls,
    limited: seen.limited,
    needless: ledger.needless(),
    repeatedByKills: ledger.repeatedByKills(),
    retaken: sumByKind(troubles.filter(({ outcome }) => outcome === 'retried')),
    givenUp: sumByKind(troubles.filter(({ outcome }) => outcome === 'dead-lettered')),
    voidBatches,
    warnings: countWarnings(drill.logs),
    faults,
  };
}

async function askTheWorld({ options, upstream }: Drill, begun: number, games: readonly KeptGame[]) {
  const { places, historyDays } = options;
  const listed = await listGames(upstream, places, { days: historyDays, begun, ended: Date.now() });
  const ids = new Set([...listed.must, ...games.map(({ id }) => id)]);
  return { listed, bodies: await readBodies(upstream, ids, places) };
}

function countStates(games: readonly KeptGame[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of games) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function sumByKind(troubles: Scars['troubles']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kind, times } of troubles) sums[kind] = (sums[kind] ?? 0) + times;
  return sums;
}
