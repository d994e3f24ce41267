/** A fixture as the upstream writes it, from a reading: what its API would have sent to be read so. For tests. */
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';

export function itemOf(reading: FixtureReading): object {
  const { id, league, home, away, kickoffAt, status, goals, penalties, events } = reading;
  return {
    fixture: {
      id,
      date: kickoffAt.toISOString(),
      timestamp: kickoffAt.getTime() / 1_000,
      status: { long: 'x', short: status.code, elapsed: status.minute, extra: status.extraMinute },
    },
    league,
    teams: { home, away },
    goals,
    score: { penalty: penalties },
    ...(events !== null && { events: events.map(toRow) }),
  };
}

export function bytesOf(reading: FixtureReading): Buffer {
  return Buffer.from(JSON.stringify(itemOf(reading)));
}

function toRow({ minute, extraMinute, teamId, ...event }: MatchEvent): object {
  return { time: { elapsed: minute, extra: extraMinute }, team: { id: teamId }, ...event };
}
