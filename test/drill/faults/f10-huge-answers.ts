/**
 * F10: bodies of 200 MB that do not say how long they are, a few kilobytes that inflate to a hundred megabytes, and packing upon packing.
 * Reading stops at its bound, so memory grows by little, whatever is sent.
 */
import { chance, hashText } from '../../../practice/randomness.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { countDone, type Trick } from '../mischief.ts';
import type { TrickPlan } from '../tricks.ts';

const SHARE = 0.08;
const MB = 1024 * 1024;
const MOST_GROWTH_BYTES = 150e6;
/** The longest list may have 32 MB; what lies in the buffers of both sides comes on top. */
const MOST_TAKEN_BYTES = 48 * MB;

const TRICKS: readonly Trick[] = [
  { kind: 'pour', bytes: 200 * MB },
  { kind: 'bomb', bytes: 100 * MB, encoding: 'gzip' },
  { kind: 'bomb', bytes: MB, encoding: 'gzip, gzip, gzip, gzip, gzip, gzip' },
];

export function createHugeTricks(seed: number): TrickPlan {
  return {
    isRefused: () => false,
    decide({ path, nth }) {
      if (nth > 1 || chance(seed, hashText(path), 5) >= SHARE) return null;
      return TRICKS[Math.floor(chance(seed, hashText(path), 6) * TRICKS.length)] ?? null;
    },
  };
}

export const hugeAnswers = createCrawlFault({
  id: 'F10',
  name: 'bodies that are far too large',
  plan: ({ seed }) => ({
    world: { players: 4_000, limits: '60:1,500:10', missingShare: 0.02 },
    hastens: true,
    tricks: createHugeTricks(seed),
  }),
  async trouble(crawl) {
    await untilUnderWay(crawl);
    const before = crawl.memory.begin();
    while ((await crawl.untilProgress('the crawl goes on')) !== null) {
      // Until everything is collected.
    }
    const growth = crawl.memory.peak().node - before.node;
    const inMb = Math.round(growth / 1e6);
    return {
      times: 0,
      recoveriesMs: [],
      wrong: growth > MOST_GROWTH_BYTES ? [`memory grew by ${inMb} MB; expected at most 150`] : [],
      detail: `RSS +${inMb} MB`,
    };
  },
  judge(_proof, { mischief }) {
    const { done = {} } = mischief ?? {};
    const taken = mischief?.mostTakenBytes() ?? 0;
    const kinds = Object.keys(done).length;
    return {
      times: countDone(mischief),
      wrong: [
        ...(kinds < 2 ? [`only ${kinds} kinds of huge bodies were sent`] : []),
        ...(taken > MOST_TAKEN_BYTES ? [`${taken} bytes of one body were taken`] : []),
      ],
      detail: `${JSON.stringify(done).replaceAll('"', '')}, at most ${Math.round(taken / MB)} MB of one taken`,
    };
  },
});
