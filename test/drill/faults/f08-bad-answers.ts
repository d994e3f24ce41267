/**
 * F8: the upstream misbehaves in every way that it is known to: errors in bursts, web pages, nothing, half a body, wrong shapes, limits
 * that nobody reached with waits that mean nothing, headers that mean nothing, ids twice and lists without an end. What can be
 * had is had, what can never be read is put aside with a reason, and the limits are kept all the same.
 */
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { countDone } from '../mischief.ts';
import { createTricks } from '../tricks.ts';

/** Of the practice world itself; the rest is played in between. */
const RULES = [
  { kind: 'server-error', share: 0.02, run: 5 },
  { kind: 'cut-connection', share: 0.01 },
  { kind: 'bare-429', share: 0.003 },
  { kind: 'missing-headers', share: 0.02 },
  { kind: 'garbage-headers', share: 0.02 },
];

export const badAnswers = createCrawlFault({
  id: 'F8',
  name: 'an upstream that misbehaves',
  plan: ({ seed }) => ({
    world: { players: 4_000, limits: '60:1,500:10', missingShare: 0.02, rules: RULES },
    tricks: createTricks(seed, Date.now),
    hastens: true,
  }),
  async trouble(crawl) {
    await untilUnderWay(crawl);
    return { times: 0, recoveriesMs: [] };
  },
  judge({ quarantined, warnings }, { mischief }) {
    const kinds = Object.keys(mischief?.done ?? {}).length;
    const unread = warnings['Riot sent a body that cannot be read'] ?? 0;
    return {
      times: countDone(mischief),
      wrong: quarantined === 0 ? ['no game was put aside; expected those whose body cannot be read'] : [],
      detail: `${kinds} kinds of bad answers, ${unread} of them unreadable`,
    };
  },
});
