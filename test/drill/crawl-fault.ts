/** A fault that hits a crawl: the crawl begins, something is done to it while it works, it may finish, and what came of it is proved. */
import type { Crawl, CrawlPlan } from './crawl-stage.ts';
import { openCrawl } from './crawl-stage.ts';
import { TROUBLED_CRAWLS } from './drill-sizes.ts';
import { describeMemory } from './memory-watch.ts';
import type { Fault, FaultSetting, Findings, Skipped } from './fault.ts';
import { proveCrawl, type CrawlProof } from './prove-crawl.ts';

/** What was done, and what was seen of it at once. */
interface Trouble {
  readonly times: number;
  readonly recoveriesMs: readonly number[];
  readonly wrong?: readonly string[];
  readonly detail?: string;
}

interface Judged {
  /** Where it is known at the end alone. */
  readonly times?: number;
  readonly wrong: readonly string[];
  readonly detail: string;
}

export type MakeTrouble = (crawl: Crawl, setting: FaultSetting) => Promise<Trouble>;

interface CrawlFault {
  readonly id: string;
  readonly name: string;
  /** What is different from an ordinary crawl; or why the fault cannot be caused here. */
  readonly plan?: (setting: FaultSetting) => Partial<CrawlPlan> | Skipped;
  readonly trouble: MakeTrouble;
  /** What else has to be true at the end, with what is worth telling. */
  readonly judge?: (proof: CrawlProof, crawl: Crawl, made: Trouble) => Judged;
  /** Whatever happened. */
  readonly cleanUp?: (setting: FaultSetting) => void;
}

export function createCrawlFault(fault: CrawlFault): Fault {
  return {
    id: fault.id,
    name: fault.name,
    async run(setting) {
      const changes = fault.plan?.(setting) ?? {};
      if ('skipped' in changes) return changes;
      try {
        return await runTroubledCrawl(fault, setting, changes);
      } finally {
        fault.cleanUp?.(setting);
      }
    },
  };
}

async function runTroubledCrawl(
  { trouble, judge }: CrawlFault,
  setting: FaultSetting,
  changes: Partial<CrawlPlan>,
): Promise<Findings> {
  const { seed, directory, signal, size } = setting;
  const begun = Date.now();
  const crawl = await openCrawl({ ...TROUBLED_CRAWLS[size], seed, directory, signal, ...changes });
  try {
    for (const roles of crawl.plan.fleet ?? [undefined]) crawl.begin(roles);
    const made = await trouble(crawl, setting);
    const proof = await proveCrawl(crawl, begun);
    const judged: Judged = judge?.(proof, crawl, made) ?? { wrong: [], detail: '' };
    return {
      times: judged.times ?? made.times,
      acknowledged: proof.acknowledged,
      lost: proof.lost,
      duplicated: proof.duplicated,
      recoveriesMs: made.recoveriesMs,
      wrong: [...(made.wrong ?? []), ...proof.wrong, ...judged.wrong],
      detail: [made.detail, judged.detail, describeProof(proof)]
        .filter((text) => text !== undefined && text !== '')
        .join('; '),
    };
  } finally {
    await crawl.close();
  }
}

export function describeProof(proof: CrawlProof): string {
  const { stored, quarantined, calls, repeated, retaken, voidBatches, memory } = proof;
  const some = Object.entries({
    quarantined,
    'bodies asked for again': repeated,
    'jobs retaken': retaken,
    'batches taken back': voidBatches,
  })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return [`${stored} games in ${calls} calls`, ...some, describeMemory(memory)].join(', ');
}

/** Waits until the crawl is in full swing: so many games are stored. */
export async function untilUnderWay(crawl: Crawl, games = 5): Promise<void> {
  await crawl.url();
  while (crawl.acknowledged.count() < games)
    if ((await crawl.untilProgress('the crawl is under way')) === null)
      throw new Error(`the crawl ended with ${crawl.acknowledged.count()} games; expected at least ${games}`);
}
