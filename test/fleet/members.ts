/** The processes of a fleet by what they are for: each place in it is filled again by a new process when the last one was killed or told to stop. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Crawl } from '../drill/crawl-stage.ts';
import type { RunningLife } from '../drill/life.ts';
import { until } from '../support/until.ts';
import { readTerms, type LeadName, type Term } from './leads.ts';

export interface Member {
  /** `worker 2` */
  readonly name: string;
  readonly roles: string;
  life: RunningLife;
  /** Where it answers; null: it does not, or not yet. */
  url: string | null;
}

export interface Members {
  readonly all: readonly Member[];
  withRole(role: string): Member[];
  /** Null: nobody has this lead at the moment. */
  leader(lead: LeadName): Member | null;
  /** Of all processes that there ever were. */
  terms(lead: LeadName): Term[];
  end(member: Member, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Fills the place again; resolves with the seconds until the new process was ready. */
  refill(member: Member): Promise<number>;
  /** Of those that answer, also while they say goodbye. */
  urls(): string[];
}

const LEAD_WITHIN_MS = 60_000;
/** Many of them start at the same time. */
const READY_WITHIN_MS = 300_000;

/** Resolves when all are ready. Those that work come last, so that no work is done before somebody watches. */
export async function startMembers(crawl: Crawl, roles: readonly string[]): Promise<Members> {
  const past: { readonly name: string; readonly log: string; readonly endedAt: number }[] = [];
  const begin = (of: string): RunningLife => crawl.begin(of);
  const all: Member[] = [];
  const gone = new Set<Member>();
  const untilReady = async (member: Member): Promise<void> => {
    const { product } = member.life;
    const url = await endsWithin(READY_WITHIN_MS, product.ready);
    if (url === undefined)
      throw new Error(`${member.name} was not ready within ${READY_WITHIN_MS} ms:\n${product.log()}`);
    if (member.roles.split(',').includes('api')) member.url = url;
  };
  const termsOf = (member: Member, lead: LeadName): Term[] =>
    gone.has(member) ? [] : readTerms(lead, member.name, member.life.product.log(), undefined);
  for (const isWorking of [false, true]) {
    const together = roles.flatMap((of, index): Member[] => {
      if (of.split(',').includes('worker') !== isWorking) return [];
      const number = roles.slice(0, index).filter((other) => other === of).length + 1;
      return [{ name: `${of} ${number}`, roles: of, life: begin(of), url: null }];
    });
    all.push(...together);
    await Promise.all(together.map(untilReady));
  }
  return {
    all,
    withRole: (role) => all.filter((member) => member.roles.split(',').includes(role)),
    leader: (lead) => all.find((member) => termsOf(member, lead).at(-1)?.to === Infinity) ?? null,
    terms: (lead) => [
      ...past.flatMap(({ name, log, endedAt }) => readTerms(lead, name, log, endedAt)),
      ...all.flatMap((member) => termsOf(member, lead)),
    ],
    async end(member, signal) {
      const { life, name } = member;
      gone.add(member);
      await crawl.end(life, signal);
      member.url = null;
      past.push({ name, log: life.product.log(), endedAt: Date.now() });
    },
    async refill(member) {
      const begun = performance.now();
      member.life = begin(member.roles);
      gone.delete(member);
      await untilReady(member);
      return (performance.now() - begun) / 1_000;
    },
    urls: () => all.flatMap(({ url }) => url ?? []),
  };
}

async function endsWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const given = new AbortController();
  const tooLong = delay(ms, undefined, { signal: given.signal }).catch(() => undefined); // Called off.
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    given.abort();
  }
}

export function untilSomebodyLeads(members: Members, lead: LeadName): Promise<Member> {
  return until(`somebody leads as ${lead}`, LEAD_WITHIN_MS, () => members.leader(lead));
}

/** Resolves with the ms from the kill until another one led, by the logs' clocks. */
export function untilHandedOver(members: Members, lead: LeadName, killedAt: number): Promise<number> {
  return until(`another one leads as ${lead}`, LEAD_WITHIN_MS, () => {
    const begun = members.terms(lead).map(({ from }) => from);
    const next = Math.min(...begun.filter((from) => from >= killedAt));
    return next === Infinity ? undefined : next - killedAt + 1;
  });
}
