/** How far the collection of a history is, in words. Nothing is rounded away: what could not be fetched is said, and what is not counted yet. */
import type { LolCollection } from '#/contract/lol-collection.ts';

import { formatCount, formatSpan } from '../../../lib/format.ts';
import { isMoving } from './following.ts';

type Standing = Pick<LolCollection, 'state' | 'isRunning' | 'progress' | 'uncounted' | 'reason'>;

/** The first line: what happens, or what has happened. */
export function collectionTitle(collection: Standing): string {
  const { state, isRunning, progress } = collection;
  if (state === 'finding') return 'Looking up the player';
  if (isRunning) return state === 'listing' ? 'Reading the list of games' : 'Collecting the history';
  if (state === 'failed') return 'Collecting stopped';
  if (state === 'cancelled') return 'Collecting was cancelled';
  if (progress.wanted > 0) return 'Some games are still to be fetched';
  return collection.uncounted > 0 ? 'Counting the last games' : 'History complete';
}

/** `134 of 879 games`, with what is missing behind it. */
export function progressWords({ state, progress, uncounted }: Standing): string {
  const { total, done, unfetchable } = progress;
  if (state === 'finding') return 'The Riot ID is not known here yet and is being looked up';
  if (total === 0) return state === 'listing' ? 'How many there are is not known yet' : 'No game is listed';
  const parts = [`${formatCount(done)} of ${formatCount(total)} games stored`];
  if (state === 'listing') parts.push('the list is still growing');
  if (unfetchable > 0) parts.push(`${formatCount(unfetchable)} cannot be fetched`);
  if (uncounted > 0) parts.push(`${formatCount(uncounted)} about to be counted`);
  return parts.join(', ');
}

/** Null: nothing is waited for. `now` in ms. */
export function waitingWords(
  collection: Pick<LolCollection, 'expectedEnd' | 'placeInLine' | 'isRunning'>,
  now: number,
): string | null {
  const { expectedEnd, placeInLine, isRunning } = collection;
  if (!isRunning) return null;
  const before = placeInLine === null ? 0 : placeInLine - 1;
  const line =
    before === 0 ? [] : [`${formatCount(before)} ${before === 1 ? 'history' : 'histories'} before it`];
  const leftMs = expectedEnd === null ? null : Date.parse(expectedEnd) - now;
  if (leftMs === null) return line.length === 0 ? null : line.join('');
  const end = leftMs < 1_000 ? 'done any moment' : `about ${formatSpan(leftMs)} left`;
  return [end, ...line].join(', ');
}

/** 0 to 100; what cannot be fetched is done with. */
export function progressPercent({ progress }: Pick<LolCollection, 'progress'>): {
  readonly done: number;
  readonly unfetchable: number;
} {
  const { total, done, unfetchable } = progress;
  if (total === 0) return { done: 0, unfetchable: 0 };
  return { done: (done / total) * 100, unfetchable: (unfetchable / total) * 100 };
}

/** Whether it needs a panel of its own; else a line says that all is there. */
export function needsPanel(collection: Standing): boolean {
  return isMoving(collection) || collection.state === 'failed' || collection.state === 'cancelled';
}
