/**
 * F9: answers that do not come, stop in the middle, drip byte by byte, or end with a reset. No call may take longer than its deadline,
 * no connection may be left behind, and nothing may grow.
 */
import { chance, hashText } from '../../../practice/randomness.ts';
import { until } from '../../support/until.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { countDone, type Trick } from '../mischief.ts';
import type { TrickPlan } from '../tricks.ts';

const DEADLINE_MS = 2_000;
/** The headers have a deadline and the body another one; a busy machine needs some air. */
const MOST_BORNE_MS = 2 * DEADLINE_MS + 1_500;
const SHARE = 0.25;
/** More than one process opens to a host. */
const MOST_SOCKETS = 130;

const TRICKS: readonly Trick[] = [
  { kind: 'stall-headers' },
  { kind: 'stall-body' },
  { kind: 'reset-headers' },
  { kind: 'reset-body' },
  { kind: 'half-close' },
  { kind: 'drip', bytes: 100, everyMs: 100 },
];

export function createSlowTricks(seed: number): TrickPlan {
  return {
    isRefused: () => false,
    decide({ path, nth }) {
      if (nth > 1 || chance(seed, hashText(path), 3) >= SHARE) return null;
      return TRICKS[Math.floor(chance(seed, hashText(path), 4) * TRICKS.length)] ?? null;
    },
  };
}

export const slowAnswers = createCrawlFault({
  id: 'F9',
  name: 'answers that stall, drip and break off',
  plan: ({ seed }) => ({
    world: { players: 4_000, limits: '60:1,500:10', missingShare: 0.02 },
    environment: { RIOT_HTTP_TIMEOUT_MS: String(DEADLINE_MS) },
    hastens: true,
    tricks: createSlowTricks(seed),
  }),
  async trouble(crawl) {
    await untilUnderWay(crawl);
    const { mischief } = crawl;
    if (mischief === null) throw new Error('nobody stands between the product and the world');
    await until('every kind of slow answer was given', 60_000, () => {
      return Object.keys(mischief.done).length === TRICKS.length;
    });
    const sockets = await mischief.openSockets();
    const wrong = sockets > MOST_SOCKETS ? [`${sockets} connections are open; expected ${MOST_SOCKETS}`] : [];
    return { times: 0, recoveriesMs: [], wrong, detail: `${sockets} connections open at the time` };
  },
  judge(_proof, { mischief }) {
    const { done = {}, borneMs = [] } = mischief ?? {};
    const most = Math.round(Math.max(0, ...borneMs));
    return {
      times: countDone(mischief),
      wrong: most > MOST_BORNE_MS ? [`an answer was waited for ${most} ms; expected ${MOST_BORNE_MS}`] : [],
      detail: `${JSON.stringify(done).replaceAll('"', '')}, borne ≤ ${most} ms`,
    };
  },
});
