/** How large a match day is. Every video costs about a second of computing, so in the short one most of what is posted cannot be had any more. */
import type { MatchDayOptions } from './match-day.ts';

type Size = Omit<MatchDayOptions, 'seed' | 'signal'>;

const START = '2026-03-14T14:20:00Z';

export const SHORT_DAY: Size = {
  kills: 4,
  killWithinMs: 4_000,
  startAt: START,
  speed: 8,
  football: {
    inPlay: 32,
    clips: { deadShare: 0.8 },
    quirks: { emptyEvents: 0.02, droppedRow: 0.02, absentFixture: 0.02 },
  },
  pollSeconds: 1,
  searches: 2,
  certainMs: 90_000,
  restMs: 240_000,
};

export const LONG_DAY: Size = {
  kills: 40,
  killWithinMs: 6_000,
  startAt: START,
  speed: 15,
  football: { inPlay: 32 },
  pollSeconds: 1,
  searches: 3,
  certainMs: 240_000,
  restMs: 900_000,
};
