/**
 * F2: the whole product gets `kill -9`, while it starts and while it works; PostgreSQL survives and is adopted by the next start. Stricter
 * than the other faults: every body that the upstream sent is accounted for (`served-ledger.ts`), and no job may fail for another reason
 * than the death of its worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describeProof } from '../crawl-fault.ts';
import { openCrawl, type Crawl } from '../crawl-stage.ts';
import { PRODUCT_KILLS } from '../drill-sizes.ts';
import type { Fault } from '../fault.ts';
import { findTorn, readGamesOfDead } from '../kept-games.ts';
import { drawKillMoments, type KillMoment } from '../kill-moments.ts';
import { DEATH, letFinish, proveFinishedCrawl, type CrawlProof } from '../prove-crawl.ts';
import { createServedLedger, type ServedLedger } from '../served-ledger.ts';
import { watchUpstream, type Watch } from '../watch-upstream.ts';

/** A body is stored within this time after it was sent, unless its process dies. */
const IN_FLIGHT_MS = 1_500;

interface Account {
  readonly ledger: ServedLedger;
  readonly watch: Watch;
}

export const productKills: Fault = {
  id: 'F2',
  name: 'kill -9 of the whole product',
  async run({ seed, size, directory, signal }) {
    const { kills, spans, ...plan } = PRODUCT_KILLS[size];
    const begun = Date.now();
    const crawl = await openCrawl({ ...plan, seed, directory, signal });
    const ledger = createServedLedger(IN_FLIGHT_MS);
    const watch = await watchUpstream(crawl.upstream, ledger);
    try {
      const readyMs: (number | null)[] = [];
      for (const moment of drawKillMoments(seed, kills, spans))
        readyMs.push(await liveAndDie(crawl, moment, { ledger, watch }));
      const last = crawl.begin();
      await letFinish(crawl, await last.untilReady());
      readyMs.push(last.readyMs());
      await watch.stop();
      const proof = await proveFinishedCrawl(crawl, begun);
      return {
        times: kills,
        acknowledged: proof.acknowledged,
        lost: proof.lost,
        duplicated: [
          ...proof.duplicated,
          ...ledger.needless().map((id) => `${id} was asked for without need`),
        ],
        // The first start creates the stores.
        recoveriesMs: readyMs.slice(1).flatMap((ms) => ms ?? []),
        wrong: [...proof.wrong, ...findOtherRetries(proof)],
        detail: `${ledger.repeatedByKills()} bodies lost in flight, ${proof.missing} games not to be had; ${describeProof(proof)}`,
      };
    } finally {
      await watch.stop().catch(() => undefined); // It failed above already.
      await crawl.close();
    }
  },
};

/** Returns when it was ready; null: it was killed before. */
async function liveAndDie(
  crawl: Crawl,
  moment: KillMoment,
  { ledger, watch }: Account,
): Promise<number | null> {
  const life = crawl.begin();
  if (moment.from === 'ready') await life.untilReady();
  await delay(moment.afterMs, undefined, { signal: crawl.plan.signal });
  const killedAt = performance.now();
  await crawl.end(life, 'SIGKILL');
  await watch.untilQuiet();
  const games = await readGamesOfDead(crawl.directory);
  ledger.closeLife(killedAt, new Set(games.filter(({ bodies }) => bodies > 0).map(({ id }) => id)));
  crawl.faults.push(...findTorn(games));
  return life.readyMs();
}

function findOtherRetries({ troubles }: CrawlProof): string[] {
  return troubles
    .filter(({ outcome, reason }) => outcome === 'retried' && !DEATH.test(reason ?? ''))
    .map(({ kind, reason, times }) => `${times} × ${kind} retried: ${reason}`);
}
