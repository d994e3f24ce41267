/** What the routes are given in tests that are about something else: nothing is followed. */
import type { FootballAccess } from './football-access.ts';

export function createFootballAccessUnderTest(choices: Partial<FootballAccess> = {}): FootballAccess {
  return {
    day: async (day, timeZone) => ({
      day,
      timeZone,
      fixtures: [],
      coverage: {
        goals: 0,
        searched: 0,
        withClips: 0,
        found: 0,
        downloaded: 0,
        distinct: 0,
        dropped: [],
        secondsToFirstClip: { median: null, slowest: null },
      },
      sites: [],
      tools: [],
      isOn: false,
      isPractice: true,
    }),
    today: () => '2026-11-15',
    fixture: async () => undefined,
    timeline: async () => undefined,
    runStep: async () => ({ type: 'missing', what: 'goal' }),
    decide: async () => false,
    deleteClip: async () => false,
    video: async () => ({ type: 'missing', reason: 'There is no such clip.' }),
    ingest: async () => undefined,
    ...choices,
  };
}
