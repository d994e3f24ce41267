/** The figures of the first minutes as rows of a table, each with its games and, against the opponent of the lane, its interval. */
import type { LolEstimate } from '#/contract/lol-cells.ts';
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { formatGameTime } from './zoned-time.ts';

export interface EarlyRow {
  readonly at: string;
  readonly what: string;
  readonly value: string;
  /** Null: not told. */
  readonly n: number | null;
  readonly difference: string | null;
  readonly nDifference: number | null;
}

type Early = LolAnalysis['early'];

export function earlyRows({ at10, at15, firstKill, firstDeath, firstItem }: Early): EarlyRow[] {
  return [
    ...markRows('Minute 10', at10),
    ...markRows('Minute 15', at15),
    ...momentRow('First kill', firstKill),
    ...momentRow('First death', firstDeath),
    ...momentRow('First finished item', firstItem),
  ];
}

function markRows(at: string, mark: Early['at10']): EarlyRow[] {
  if (mark === null) return [];
  const { n, nDifference } = mark;
  const row = (what: string, value: string, difference: LolEstimate | null): EarlyRow => ({
    at,
    what,
    value,
    n,
    difference: difference === null ? null : differenceText(difference),
    nDifference: difference === null ? null : nDifference,
  });
  return [
    row('Gold', String(Math.round(mark.gold)), mark.goldDifference),
    row('Minions', mark.minions.toFixed(1), mark.minionsDifference),
    row('Experience', String(Math.round(mark.xp)), mark.xpDifference),
  ];
}

function momentRow(what: string, seconds: number | null): EarlyRow[] {
  if (seconds === null) return [];
  const value = formatGameTime(seconds);
  return [{ at: 'Usually', what, value, n: null, difference: null, nDifference: null }];
}

/** `+120 (−40 to +280)`. */
function differenceText({ value, low, high }: LolEstimate): string {
  return `${signed(value)} (${signed(low)} to ${signed(high)})`;
}

function signed(value: number): string {
  const digits = Math.abs(value) < 10 ? Math.abs(value).toFixed(1) : String(Math.round(Math.abs(value)));
  if (Number(digits) === 0) return '0';
  return `${value < 0 ? '−' : '+'}${digits}`;
}
