/**
 * F17 and F2 in one crawl: the whole product is stopped, and killed, while calls are in flight. Every body that the upstream sent is
 * accounted for (`served-ledger.ts`), and no job may fail for another reason than the death of its worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { untilUnderWay, type Crawl } from '../crawl.ts';
import { CRAWLS, createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';
import { findTorn, readGames, readGamesOfDead, readScars, type KeptGame } from '../kept-games.ts';
import { countRetaken, DEATH, type CrawlProof } from '../prove-crawl.ts';

/** So that many bodies are in flight at once; none takes longer than what a stop waits for. */
const SLOW_BODIES = {
  kind: 'delay-after-counting',
  methods: ['tft-match-v1.getMatch'],
  minMs: 500,
  maxMs: 1_200,
};
const STOPS = { short: 2, long: 10 } as const;
const KILLS = { short: 3, long: 25 } as const;
/** Of the kills in the long form, how many hit a process that is still starting. */
const SHARE_AT_START = { short: 0, long: 0.25 } as const;
const LEAST_IN_FLIGHT = 25;
/** SHUTDOWN_SECONDS for the work, and some for stores that are stopped in order. */
const MOST_STOPPING_MS = 5_000 + 15_000;

const stops: CrawlFault = {
  id: 'F17',
  name: 'told to stop with many calls in flight',
  async trouble(crawl, { size }) {
    await untilUnderWay(crawl);
    const wrong: string[] = [];
    const recoveriesMs: number[] = [];
    let [inFlight, times, longest] = [0, 0, 0];
    while (times < STOPS[size]) {
      if ((await crawl.untilProgress('the crawl continues')) === null) break;
      const seen = await until('calls are in flight', 10_000, async () => {
        const now = await crawl.upstream.seen();
        return now.inFlight >= LEAST_IN_FLIGHT && now;
      });
      inFlight += seen.inFlight;
      const from = performance.now();
      await crawl.end(crawl.main(), 'SIGTERM');
      longest = Math.max(longest, Math.round(performance.now() - from));
      times++;
      const { served } = await crawl.upstream.seen();
      const again = performance.now();
      await crawl.begin().untilReady();
      wrong.push(...(await findUnfinished(crawl, served)));
      if ((await crawl.untilProgress('a match is stored after the restart')) !== null)
        recoveriesMs.push(performance.now() - again);
    }
    if (longest > MOST_STOPPING_MS)
      wrong.push(`a stop took ${longest} ms; expected at most ${MOST_STOPPING_MS}`);
    return {
      times,
      recoveriesMs,
      wrong,
      detail: `${inFlight} calls in flight at the stops, which took ≤ ${longest} ms`,
    };
  },
};

/** After a stop and the next start: every body that was sent is stored, and no job belongs to a worker that is gone. */
async function findUnfinished(crawl: Crawl, served: ReadonlyMap<string, number>): Promise<string[]> {
  const kept = new Set(keptBodies(await readGames(crawl.ask)));
  const lost = [...served.keys()].filter((id) => !kept.has(id));
  const retaken = countRetaken(await readScars(crawl.ask));
  return [
    ...lost.map((id) => `${id} was sent before the stop and is not stored`),
    ...(retaken > 0 ? [`${retaken} jobs were left to be taken from a dead worker`] : []),
  ];
}

const keptBodies = (games: readonly KeptGame[]): string[] =>
  games.flatMap(({ id, bodies }) => (bodies > 0 ? [id] : []));

const productKills: CrawlFault = {
  id: 'F2',
  name: 'kill -9 of the whole product',
  async trouble(crawl, { size, chance, signal }) {
    const { account } = crawl;
    if (account === null) throw new Error('the plan of this crawl keeps no ledger');
    const recoveriesMs: number[] = [];
    let times = 0;
    while (times < KILLS[size]) {
      const life = crawl.main();
      if (chance() >= SHARE_AT_START[size]) {
        await life.untilReady();
        if ((await crawl.untilProgress('a match is stored before the next kill')) === null) break;
      }
      await delay(chance() * 3_000, undefined, { signal });
      const killedAt = performance.now();
      await crawl.end(life, 'SIGKILL');
      times++;
      await account.watch.untilQuiet();
      const games = await readGamesOfDead(crawl.directory);
      account.ledger.closeLife(killedAt, new Set(keptBodies(games)));
      crawl.faults.push(...findTorn(games));
      const next = crawl.begin();
      if (times === KILLS[size]) await next.untilReady();
      void next.untilReady().then(
        () => recoveriesMs.push(next.readyMs ?? 0),
        () => undefined, // It was killed while it started.
      );
    }
    return { times, recoveriesMs };
  },
  judge(proof, { account }) {
    const needless = account?.ledger.needless() ?? [];
    return {
      duplicated: needless.map((id) => `${id} was requested again without need`),
      wrong: findOtherRetries(proof),
      detail: `${account?.ledger.repeatedByKills()} bodies lost in flight, ${proof.missing} matches not found`,
    };
  },
};

function findOtherRetries({ scars }: CrawlProof): string[] {
  return scars.troubles
    .filter(({ outcome, reason }) => outcome === 'retried' && !DEATH.test(reason ?? ''))
    .map(({ kind, reason, times }) => `${times} × ${kind} retried: ${reason}`);
}

export const stopsAndKills = createCrawlGroup({
  faults: [stops, productKills],
  plan: ({ size }, chosen) => ({
    world: { ...CRAWLS[size].world, limits: '50:1,400:10', rules: [SLOW_BODIES] },
    historyDays: CRAWLS[size].historyDays * chosen.length,
    keepsLedger: true,
  }),
});
