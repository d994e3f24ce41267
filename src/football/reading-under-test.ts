/** Readings and rows with invented teams, for tests. */
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import type { FixtureRow } from './fixture.ts';

export const KICKOFF = new Date('2026-11-14T15:00:00Z');

export function minutesAfter(minutes: number, from = KICKOFF): Date {
  return new Date(from.getTime() + minutes * 60_000);
}

export function readingOf(code: string, choices: Partial<FixtureReading> = {}): FixtureReading {
  return {
    id: 7_001,
    league: { id: 901, name: 'Harbour League', country: 'Nowhere', season: 2026, round: 'Round 3' },
    home: { id: 71, name: 'Aldermoor' },
    away: { id: 72, name: 'Brackwater' },
    kickoffAt: KICKOFF,
    status: { code, minute: null, extraMinute: null },
    goals: { home: 0, away: 0 },
    penalties: { home: null, away: null },
    events: null,
    ...choices,
  };
}

export function goalEvent(minute: number, name: string, choices: Partial<MatchEvent> = {}): MatchEvent {
  return {
    minute,
    extraMinute: null,
    teamId: 71,
    player: { id: minute * 10, name },
    assist: { id: null, name: null },
    type: 'Goal',
    detail: 'Normal Goal',
    comments: null,
    ...choices,
  };
}

export function rowOf(code: string, choices: Partial<FixtureRow> = {}): FixtureRow {
  const { events: _, ...told } = readingOf(code);
  return {
    ...told,
    phase: 'active',
    nextPollAt: KICKOFF,
    polledAt: null,
    trouble: null,
    troubleSince: null,
    finalSince: null,
    completedAt: null,
    followedAt: KICKOFF,
    ...choices,
  };
}
