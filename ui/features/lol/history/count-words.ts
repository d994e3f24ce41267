/** Which games the numbers are about, and which were left out and why. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { formatCount } from '../../../lib/format.ts';

export function countWords(counts: LolAnalysis['counts']): string {
  const { stored, counted, remakes, unplayed, againstBots, outsideFilter } = counts;
  const left = [
    [remakes, 'remake', 'remakes'],
    [unplayed, 'aborted before it began', 'aborted before they began'],
    [againstBots, 'against bots', 'against bots'],
    [outsideFilter, 'outside of the filter', 'outside of the filter'],
  ] as const;
  const out = left
    .filter(([n]) => n > 0)
    .map(([n, one, many]) => `${formatCount(n)} ${n === 1 ? one : many}`);
  const all = `${formatCount(counted)} of ${formatCount(stored)} games counted`;
  return out.length === 0 ? `${all}.` : `${all}; left out: ${out.join(', ')}.`;
}

export function gamesText(n: number): string {
  return `${formatCount(n)} ${n === 1 ? 'game' : 'games'}`;
}
