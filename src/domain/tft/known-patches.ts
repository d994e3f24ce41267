/**
 * The dates that this program knows from the start, for the calendar of a new installation. Whoever knows better changes them there.
 *
 * Set 18 carries no version, so its dates decide: they are those of the published schedule and of the notes of its b-patches, as days
 * in UTC (a patch reaches Oceania the evening before and America by noon). Those of set 17 are reckoned from the client's
 * two-week rhythm, and do not decide, because its games say their version. What lies ahead is a plan.
 */
import type { CalendarRow } from './patch-calendar.ts';

type Known = readonly [
  setNumber: number,
  count: number,
  bPatch: string,
  day: string,
  isEstimate?: 'estimate',
];

const KNOWN: readonly Known[] = [
  [17, 1, '', '2026-04-15', 'estimate'],
  [17, 2, '', '2026-04-29', 'estimate'],
  [17, 3, '', '2026-05-13', 'estimate'],
  [17, 4, '', '2026-05-28', 'estimate'],
  [17, 5, '', '2026-06-10', 'estimate'],
  [17, 6, '', '2026-06-24', 'estimate'],
  [17, 7, '', '2026-07-15', 'estimate'],
  [17, 8, '', '2026-07-29', 'estimate'],
  [17, 9, '', '2026-08-12'],
  [18, 1, '', '2026-08-26'],
  [18, 1, 'b', '2026-09-01'],
  [18, 2, '', '2026-09-10'],
  [18, 2, 'b', '2026-09-14'],
  [18, 3, '', '2026-09-23'],
  [18, 3, 'b', '2026-09-24'],
  [18, 4, '', '2026-10-07'],
  [18, 5, '', '2026-10-21'],
  [18, 6, '', '2026-11-04'],
  [19, 1, '', '2026-12-01', 'estimate'],
  [19, 2, '', '2026-12-15', 'estimate'],
];

export function knownPatches(): CalendarRow[] {
  return KNOWN.map(([setNumber, count, bPatch, day, isEstimate]) => ({
    setNumber,
    patch: `${setNumber}.${count}`,
    bPatch,
    region: '*',
    startsAt: Date.parse(`${day}T00:00:00Z`),
    origin: 'seed',
    isEstimate: isEstimate !== undefined,
  }));
}
