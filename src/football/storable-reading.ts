/**
 * Names come from strangers: what PostgreSQL cannot hold (NUL, half characters, endless text, ids beyond its integers) is taken out before
 * anything is made of them.
 */
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';

const LONGEST_NAME = 200;
const LARGEST_ID = 2_147_483_647;

export function toStorableReading(reading: FixtureReading): FixtureReading {
  const { league, home, away, status } = reading;
  return {
    ...reading,
    league: {
      ...league,
      name: clean(league.name),
      country: clean(league.country),
      round: clean(league.round),
    },
    home: { ...home, name: clean(home.name) },
    away: { ...away, name: clean(away.name) },
    status: { ...status, code: clean(status.code) },
    events: reading.events?.map(toStorableEvent) ?? null,
  };
}

function toStorableEvent(event: MatchEvent): MatchEvent {
  return { ...event, player: toStorablePerson(event.player), assist: toStorablePerson(event.assist) };
}

function toStorablePerson({ id, name }: MatchEvent['player']): MatchEvent['player'] {
  const isStorable = id !== null && Math.abs(id) <= LARGEST_ID;
  return { id: isStorable ? id : null, name: name === null ? null : clean(name) };
}

function clean(text: string): string {
  return toStorableText(text.slice(0, LONGEST_NAME));
}
