/**
 * The short form of what no other test does to the whole product: F6, F8, F9, F10 and F13 in one crawl, one after the other, while the
 * upstream misbehaves all the time. `npm run drill` holds them one by one, and larger.
 */
import { expect } from 'vitest';
import { createRandom } from '../../practice/randomness.ts';
import { onLinux } from '../support/conditional-test.ts';
import { makeDataDirectory } from '../support/product.ts';
import { createCrawlFault } from './crawl-fault.ts';
import { findViolations } from './fault.ts';
import { terminateSessions } from './faults/f06-terminated-sessions.ts';
import { createSlowTricks } from './faults/f09-slow-answers.ts';
import { createHugeTricks } from './faults/f10-huge-answers.ts';
import { CRASHED, crashEngines } from './faults/f13-engine-crashes.ts';
import { countDone } from './mischief.ts';
import { createTricks, type TrickPlan } from './tricks.ts';
import { printedSeed } from '../support/printed-seed.ts';

function createAllTricks(seed: number): TrickPlan {
  const [bad, slow, huge] = [createTricks(seed, Date.now), createSlowTricks(seed), createHugeTricks(seed)];
  return {
    isRefused: (id) => bad.isRefused(id),
    decide: (asked) => bad.decide(asked) ?? slow.decide(asked) ?? huge.decide(asked),
  };
}

/** On two idle cores it takes less than a minute; other work beside it makes it slow, and not wrong. */
const MOST_MS = 400_000;

const everything = createCrawlFault({
  id: 'F0',
  name: 'a bad upstream, cut sessions, a crashed engine',
  plan: ({ seed }) => ({
    world: { players: 4_000, limits: '60:1,500:10', missingShare: 0.02 },
    environment: { RIOT_HTTP_TIMEOUT_MS: '1500' },
    tricks: createAllTricks(seed),
    hastens: true,
    expectedErrors: [CRASHED],
  }),
  async trouble(crawl, setting) {
    const made = [await terminateSessions(crawl, setting), await crashEngines(crawl, 1, setting)];
    return {
      times: made.reduce((sum, { times }) => sum + times, 0),
      recoveriesMs: made.flatMap(({ recoveriesMs }) => recoveriesMs),
      wrong: made.flatMap(({ wrong = [] }) => wrong),
      detail: made.map(({ detail }) => detail).join('; '),
    };
  },
  judge({ quarantined }, { mischief }) {
    const spoilt = countDone(mischief);
    return {
      wrong:
        quarantined > 0 && spoilt > 50 ? [] : [`${quarantined} games put aside, ${spoilt} answers spoilt`],
      detail: `${spoilt} answers spoilt`,
    };
  },
});

onLinux(
  'a crawl loses nothing and doubles nothing, whatever the upstream and the machine do to it',
  async () => {
    const seed = printedSeed('drill');
    const random = createRandom(seed);
    const directory = makeDataDirectory();
    try {
      const found = await everything.run({
        seed,
        chance: () => random.next(),
        size: 'short',
        directory: directory.path,
        // Before the test's own end, so that nothing is left behind.
        signal: AbortSignal.timeout(MOST_MS - 60_000),
      });

      if ('skipped' in found) throw new Error(found.skipped);
      expect(findViolations(found)).toEqual([]);
      const { acknowledged, times } = found;
      expect(acknowledged).toBeGreaterThan(100);
      expect(times).toBeGreaterThan(10);
    } finally {
      directory.remove();
    }
  },
  MOST_MS,
);
