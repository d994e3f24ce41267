/** How far the sync of an account is, in words and shares. Pure. */
import type { LolAccount, LolProgress } from '#/contract/lol-accounts.ts';

import { formatCount, formatSpan } from '../../../lib/format.ts';

const BEGUN_BY = {
  linked: 'because it was linked',
  visit: 'because somebody looked and the last one was old',
  manual: 'by hand',
  schedule: 'on schedule',
  retry: 'as the next try',
  recovered: 'where a broken one left off',
} as const satisfies Record<LolAccount['trigger'], string>;

/** What happens now or happened last, in one sentence. */
export function syncSentence({ state, trigger, isListed, progress, completedAt }: SyncFacts): string {
  switch (state) {
    case 'pending':
      return `A sync is about to begin, ${BEGUN_BY[trigger]}.`;
    case 'syncing':
      return isListed
        ? `Fetching games and their timelines, begun ${BEGUN_BY[trigger]}.`
        : `Reading the list of games, begun ${BEGUN_BY[trigger]}. The total still grows.`;
    case 'completed':
      return progress.unfetchable > 0 || progress.wanted > 0
        ? 'Everything that can be had is stored.'
        : 'Every game is stored with its timeline.';
    case 'failed':
      return completedAt === null
        ? 'The sync did not come to its end. What it got is kept.'
        : 'The last sync did not come to its end. What it got is kept.';
  }
  return state satisfies never;
}

type SyncFacts = Pick<LolAccount, 'state' | 'trigger' | 'isListed' | 'progress' | 'completedAt'>;

/** `134 of 879 games · 2 not to be had · 743 to fetch` */
export function progressWords({ total, done, unfetchable, wanted }: LolProgress): string {
  if (total === 0) return 'No games are known yet';
  const parts = [`${formatCount(done)} of ${formatCount(total)} games`];
  if (unfetchable > 0) parts.push(`${formatCount(unfetchable)} not to be had`);
  if (wanted > 0) parts.push(`${formatCount(wanted)} to fetch`);
  return parts.join(' · ');
}

/** In percent of what is known. What cannot be had is part of the way, too: there is nothing more to come of it. */
export function progressShares({ total, done, unfetchable }: LolProgress): {
  readonly done: number;
  readonly unfetchable: number;
} {
  if (total === 0) return { done: 0, unfetchable: 0 };
  return { done: (done / total) * 100, unfetchable: (unfetchable / total) * 100 };
}

/** Until when a failed sync waits. */
export function retryWords(retryAt: string | null, nowMs: number): string {
  if (retryAt === null) return 'It is not tried again by itself: sync it by hand when the reason is gone.';
  const leftMs = Date.parse(retryAt) - nowMs;
  return leftMs <= 0 ? 'It is tried again any moment now.' : `It is tried again in ${formatSpan(leftMs)}.`;
}

/** `Forgotten: 312 games of their history, 4 ranks, 1 name.` */
export function forgottenWords(forgotten: Readonly<Record<string, number>>): string {
  const parts = Object.entries(forgotten).flatMap(([what, count]) =>
    count === 0 ? [] : [`${formatCount(count)} ${wordFor(what, count)}`],
  );
  return parts.length === 0 ? 'Nothing else was known of them.' : `Forgotten: ${parts.join(', ')}.`;
}

const FORGOTTEN: Readonly<Record<string, readonly [one: string, many: string]>> = {
  games: ['place in a game', 'places in games'],
  collections: ['collection', 'collections'],
  cursors: ['cursor', 'cursors'],
  ranks: ['rank', 'ranks'],
  reports: ['report', 'reports'],
  tracked: ['tracking', 'trackings'],
  accounts: ['account', 'accounts'],
  names: ['name', 'names'],
  players: ['player', 'players'],
};

function wordFor(what: string, count: number): string {
  const [one, many] = FORGOTTEN[what] ?? [what, what];
  return count === 1 ? one : many;
}
