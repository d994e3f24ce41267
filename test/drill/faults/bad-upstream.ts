/**
 * F8, F9 and F10 in one crawl: an upstream that fails in every known way. What it has is collected, what can never be read is put in
 * quarantine with a reason, no call takes longer than its deadline, nothing grows, and the limits are kept all the same.
 */
import { chance, hashText } from '../../../practice/randomness.ts';
import { until } from '../../support/until.ts';
import { untilUnderWay, type CrawlPlan } from '../crawl.ts';
import { createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';
import type { Fault, FaultSetting } from '../fault.ts';
import type { Mischief, Trick } from '../mischief.ts';
import { createTricks, type TrickPlan } from '../tricks.ts';

const MB = 1024 * 1024;
const DEADLINE_MS = 2_000;
/** The headers have a deadline and the body another one; a busy machine needs some air. */
const MOST_BORNE_MS = 2 * DEADLINE_MS + 1_500;
/** More than one process opens to a host. */
const MOST_SOCKETS = 130;
const MOST_GROWTH_BYTES = 150e6;
/** The longest list may have 32 MB; what lies in the buffers of both sides comes on top. */
const MOST_TAKEN_BYTES = 48 * MB;

/** Faults of the practice world itself. */
const RULES = [
  { kind: 'server-error', share: 0.02, run: 5 },
  { kind: 'cut-connection', share: 0.01 },
  { kind: 'bare-429', share: 0.003 },
  { kind: 'missing-headers', share: 0.02 },
  { kind: 'garbage-headers', share: 0.02 },
];

const SLOW: readonly Trick[] = [
  { kind: 'stall-headers' },
  { kind: 'stall-body' },
  { kind: 'reset-headers' },
  { kind: 'reset-body' },
  { kind: 'half-close' },
  { kind: 'drip', bytes: 100, everyMs: 100 },
];

/** A body of 200 MB without a length, a few kilobytes that inflate to 100 MB, and one packed six times. */
const HUGE: readonly Trick[] = [
  { kind: 'pour', bytes: 200 * MB },
  { kind: 'bomb', bytes: 100 * MB, encoding: 'gzip' },
  { kind: 'bomb', bytes: MB, encoding: 'gzip, gzip, gzip, gzip, gzip, gzip' },
];
const SLOW_KINDS = new Set<string>(SLOW.map(({ kind }) => kind));
const HUGE_KINDS = new Set<string>(HUGE.map(({ kind }) => kind));

/** One of `tricks` for the first request of so many of the paths. */
function onFirst(tricks: readonly Trick[], share: number, seed: number, salt: number): TrickPlan['decide'] {
  return ({ path, nth }) => {
    if (nth > 1 || chance(seed, hashText(path), salt) >= share) return null;
    return tricks[Math.floor(chance(seed, hashText(path), salt + 1) * tricks.length)] ?? null;
  };
}

export function planBadUpstream({ seed }: FaultSetting, chosen: readonly Fault[]): Partial<CrawlPlan> {
  const has = (id: string): boolean => chosen.some((fault) => fault.id === id);
  const bad = createTricks(seed, Date.now);
  const plans = [
    ...(has('F8') ? [bad.decide] : []),
    ...(has('F9') ? [onFirst(SLOW, 0.25, seed, 3)] : []),
    ...(has('F10') ? [onFirst(HUGE, 0.05, seed, 5)] : []),
  ];
  return {
    world: {
      players: 4_000,
      limits: '60:1,500:10',
      missingShare: 0.02,
      ...(has('F8') && { rules: RULES }),
    },
    environment: { RIOT_HTTP_TIMEOUT_MS: String(DEADLINE_MS) },
    hastens: true,
    tricks: {
      isRefused: (id) => has('F8') && bad.isRefused(id),
      decide: (asked) => plans.reduce<Trick | null>((found, decide) => found ?? decide(asked), null),
    },
  };
}

function playedBy(mischief: Mischief | null, isMine: (name: string) => boolean) {
  const played = Object.entries(mischief?.done ?? {}).filter(([name]) => isMine(name));
  return { kinds: played.length, times: played.reduce((sum, [, times]) => sum + times, 0) };
}

const badAnswers: CrawlFault = {
  id: 'F8',
  name: 'an upstream that misbehaves',
  async trouble(crawl) {
    await untilUnderWay(crawl);
    return { times: 0, recoveriesMs: [] };
  },
  judge({ quarantined, warnings }, { mischief }) {
    const { kinds, times } = playedBy(mischief, (name) => !SLOW_KINDS.has(name) && !HUGE_KINDS.has(name));
    const unread = warnings['upstream sent an unreadable body'] ?? 0;
    return {
      times,
      wrong: [
        ...(quarantined === 0 ? ['no match is in quarantine; expected those whose body cannot be read'] : []),
        ...(kinds < 12 ? [`only ${kinds} kinds of bad answers were sent`] : []),
      ],
      detail: `${kinds} kinds of bad answers, ${unread} of them unreadable`,
    };
  },
};

const slowAnswers: CrawlFault = {
  id: 'F9',
  name: 'answers that stall, drip and break off',
  async trouble(crawl) {
    await untilUnderWay(crawl);
    await until('every kind of slow answer was given', 60_000, () => {
      return playedBy(crawl.mischief, (name) => SLOW_KINDS.has(name)).kinds === SLOW.length;
    });
    const sockets = crawl.mischief?.openSockets() ?? 0;
    const wrong = sockets > MOST_SOCKETS ? [`${sockets} connections are open; expected ${MOST_SOCKETS}`] : [];
    return { times: 0, recoveriesMs: [], wrong, detail: `${sockets} connections open at the time` };
  },
  judge(_proof, { mischief }) {
    const most = Math.round(Math.max(0, ...(mischief?.borneMs ?? [])));
    return {
      times: playedBy(mischief, (name) => SLOW_KINDS.has(name)).times,
      wrong: most > MOST_BORNE_MS ? [`an answer was awaited for ${most} ms; expected ${MOST_BORNE_MS}`] : [],
      detail: `awaited for ≤ ${most} ms`,
    };
  },
};

const hugeAnswers: CrawlFault = {
  id: 'F10',
  name: 'bodies that are far too large',
  async trouble(crawl) {
    await untilUnderWay(crawl);
    const before = crawl.memory.now();
    while ((await crawl.untilProgress('the crawl continues')) !== null) {
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
    const { kinds, times } = playedBy(mischief, (name) => HUGE_KINDS.has(name));
    const taken = mischief?.mostTakenBytes() ?? 0;
    return {
      times,
      wrong: [
        ...(kinds < HUGE_KINDS.size ? [`only ${kinds} kinds of huge bodies were sent`] : []),
        ...(taken > MOST_TAKEN_BYTES ? [`${taken} bytes of one body were read`] : []),
      ],
      detail: `at most ${Math.round(taken / MB)} MB of one read`,
    };
  },
};

export const badUpstream = createCrawlGroup({
  faults: [badAnswers, slowAnswers, hugeAnswers],
  plan: planBadUpstream,
});
