/** What there is of a match beside its score: `3 goals · 1 being checked · 2 clips`. Pure. */
import type { FootballFixture } from '#/contract/football.ts';

import { formatCount } from '../../../lib/format.ts';

export function countWords({ goals, clips }: Pick<FootballFixture, 'goals' | 'clips'>): string {
  const { stable, detected, removed } = goals;
  const parts = [
    stable > 0 ? counted(stable, 'goal', 'goals') : '',
    detected > 0 ? `${formatCount(detected)} being checked` : '',
    removed > 0 ? `${formatCount(removed)} taken back` : '',
    clips > 0 ? counted(clips, 'clip', 'clips') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
