/** Faults that hit one crawl, one after the other: the crawl begins, each fault is caused, the crawl may finish, and its result is proved. */
import { openCrawl, type Crawl, type CrawlPlan } from './crawl.ts';
import type { Fault, FaultGroup, FaultSetting, Findings, Skipped } from './fault.ts';
import { describeMemory } from './memory-watch.ts';
import { countRepeated, countRetaken, proveCrawl, type CrawlProof } from './prove-crawl.ts';

/** What was done, and what was seen of it at once. */
interface Trouble {
  readonly times: number;
  readonly recoveriesMs: readonly number[];
  readonly wrong?: readonly string[];
  readonly detail?: string;
}

interface Judged {
  /** Where it is known only at the end. */
  readonly times?: number;
  readonly wrong?: readonly string[];
  readonly duplicated?: readonly string[];
  readonly detail?: string;
}

export interface CrawlFault extends Fault {
  readonly trouble: (crawl: Crawl, setting: FaultSetting) => Promise<Trouble>;
  /** What else has to be true at the end. */
  readonly judge?: (proof: CrawlProof, crawl: Crawl, made: Trouble) => Judged;
}

interface CrawlGroup {
  readonly faults: readonly CrawlFault[];
  /** What differs from an ordinary crawl; or why the faults cannot be caused here. */
  readonly plan: (setting: FaultSetting, chosen: readonly Fault[]) => Partial<CrawlPlan> | Skipped;
  /** Called whatever happened. */
  readonly cleanUp?: (setting: FaultSetting) => void;
}

interface Made extends Trouble {
  readonly fault: CrawlFault;
  readonly seconds: number;
}

const ONE_PLACE = [{ platform: 'euw1', region: 'europe' }];
const TWO_PLACES = [...ONE_PLACE, { platform: 'kr', region: 'asia' }];

/**
 * Some 240 matches of 200 players a day; in the long form twice as many players on two platforms. The limits are low enough for the crawl
 * to outlast the faults. The batches are many, because a killed job is taken again only after ten seconds of silence of its worker:
 * the next process must have other work until then.
 */
export const CRAWLS = {
  short: {
    world: { players: 4_000, limits: '30:1,250:10', missingShare: 0.02 },
    places: ONE_PLACE,
    historyDays: 1,
    restMs: 120_000,
  },
  long: {
    world: { players: 4_000, limits: '40:1,300:10', missingShare: 0.01 },
    places: TWO_PLACES,
    historyDays: 7,
    restMs: 300_000,
  },
} as const satisfies Record<FaultSetting['size'], Partial<CrawlPlan>>;

export function createCrawlGroup({ faults, plan, cleanUp }: CrawlGroup): FaultGroup<CrawlFault> {
  return {
    faults,
    async run(setting, chosen) {
      const changes = plan(setting, chosen);
      if ('skipped' in changes) return chosen.map(() => changes);
      try {
        return await runCrawl(
          faults.filter(({ id }) => chosen.some((one) => one.id === id)),
          setting,
          changes,
        );
      } finally {
        cleanUp?.(setting);
      }
    },
  };
}

async function runCrawl(
  faults: readonly CrawlFault[],
  setting: FaultSetting,
  changes: Partial<CrawlPlan>,
): Promise<Findings[]> {
  const { seed, directory, signal, size } = setting;
  const begun = Date.now();
  const crawl = await openCrawl({ ...CRAWLS[size], seed, directory, signal, ...changes });
  try {
    for (const roles of crawl.plan.fleet ?? [undefined]) crawl.begin(roles);
    const all: Made[] = [];
    for (const fault of faults) {
      const from = performance.now();
      const made = await fault.trouble(crawl, setting);
      all.push({ ...made, fault, seconds: (performance.now() - from) / 1_000 });
    }
    const proof = await proveCrawl(crawl, begun);
    return all.map((made) => toFindings(made, proof, crawl));
  } finally {
    await crawl.close();
  }
}

function toFindings(made: Made, proof: CrawlProof, crawl: Crawl): Findings {
  const judged = made.fault.judge?.(proof, crawl, made) ?? {};
  return {
    times: judged.times ?? made.times,
    acknowledged: proof.acknowledged,
    lost: proof.lost,
    duplicated: [...proof.duplicated, ...(judged.duplicated ?? [])],
    recoveriesMs: made.recoveriesMs,
    wrong: [...(made.wrong ?? []), ...proof.wrong, ...(judged.wrong ?? [])],
    detail: [made.detail, judged.detail, describeProof(proof)].filter((text) => text).join('; '),
    seconds: made.seconds,
  };
}

function describeProof({ stored, quarantined, seen, scars, memory }: CrawlProof): string {
  const some = Object.entries({
    quarantined,
    'bodies requested again': countRepeated(seen),
    'jobs retaken': countRetaken(scars),
    'batches taken back': scars.voidBatches,
  })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return [`${stored} matches in ${seen.calls} calls`, ...some, describeMemory(memory)].join(', ');
}
