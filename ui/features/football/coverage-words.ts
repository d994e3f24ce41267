/** How well goals are covered by clips, in words. Every share says of how many. Pure. */
import type { FootballCoverage } from '#/contract/football.ts';

import { formatCount, formatSpan } from '../../lib/format.ts';
import { reasonWords } from './clip-words.ts';

/** `75 % of 4 goals` */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return 'no goals yet';
  return `${Math.round((part / whole) * 100)} % of ${formatCount(whole)} ${whole === 1 ? 'goal' : 'goals'}`;
}

/** The whole in a line: `9 of 17 goals have a clip, the first after 7 min 47 s`. */
export function coverageSentence({ goals, withClips, secondsToFirstClip }: Covered): string {
  if (goals === 0) return 'No goal was confirmed yet';
  const share = `${formatCount(withClips)} of ${formatCount(goals)} ${goals === 1 ? 'goal has' : 'goals have'} a clip`;
  return secondsToFirstClip.median === null
    ? share
    : `${share}, the first after ${formatSpan(secondsToFirstClip.median * 1000)}`;
}

type Covered = Pick<FootballCoverage, 'goals' | 'withClips' | 'secondsToFirstClip'>;

export function waitText(seconds: number | null): string {
  return seconds === null ? '–' : formatSpan(seconds * 1000);
}

export function waitNote({ slowest }: FootballCoverage['secondsToFirstClip']): string {
  return slowest === null ? 'no clip yet' : `median; the slowest ${formatSpan(slowest * 1000)}`;
}

export function countDropped({ dropped }: Pick<FootballCoverage, 'dropped'>): number {
  return dropped.reduce((all, { count }) => all + count, 0);
}

/** Most frequent first: `12 × shows the same`. */
export function droppedLines({ dropped }: Pick<FootballCoverage, 'dropped'>): readonly string[] {
  return dropped
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ reason, count }) => `${formatCount(count)} × ${reasonWords(reason)}`);
}
