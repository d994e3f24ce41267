import { expect, test } from 'vitest';
import { eventRow, fixtureItem } from './fixtures/football-bodies.ts';
import { createFixtureParser } from './api-football-fixture.ts';

const parser = createFixtureParser();
const readingOf = (item: unknown) => {
  const parsed = parser.read(item);
  if (parsed.type === 'malformed') throw new Error(parsed.reason);
  return parsed.reading;
};

test('an item becomes a reading in our words', () => {
  expect(readingOf(fixtureItem(7))).toEqual({
    id: 7,
    league: { id: 9, name: 'Coast League', country: 'Nowhere', season: 2026, round: 'Round 4' },
    home: { id: 40, name: 'Harbour Town' },
    away: { id: 41, name: 'Hill Rovers' },
    kickoffAt: new Date('2026-11-14T15:00:00Z'),
    status: { code: '1H', minute: 30, extraMinute: null },
    goals: { home: 1, away: 0 },
    penalties: { home: null, away: null },
    events: [
      {
        minute: 23,
        extraMinute: null,
        teamId: 40,
        player: { id: 306, name: 'M. Reed' },
        assist: { id: null, name: null },
        type: 'Goal',
        detail: 'Normal Goal',
        comments: null,
      },
    ],
  });
});

test('kept bytes are read as the item was', () => {
  const item = fixtureItem(7);
  expect(parser.parse(Buffer.from(JSON.stringify(item)))).toEqual(parser.read(item));
  expect(parser.parse(Buffer.from('{"fixture":'))).toMatchObject({ type: 'malformed', id: null });
});

test.each([
  [undefined, null],
  [null, null],
  [[], []],
])('reads events %j as %j: unknown differs from none', (events, read) => {
  expect(readingOf(fixtureItem(7, { events })).events).toEqual(read);
});

const NO_PERSON = { id: null, name: null };

test('what is left out is null, or empty, and never a reason to refuse', () => {
  const bare = {
    fixture: { id: 7, date: '2026-11-14T16:00:00+01:00', status: { short: ' ft ' } },
    teams: { home: { id: 40 }, away: { id: 41, name: null } },
    events: [{ time: { elapsed: 5 }, type: 'Goal' }],
  };
  expect(readingOf(bare)).toMatchObject({
    league: { id: 0, name: '', country: '', season: null, round: '' },
    home: { id: 40, name: '' },
    kickoffAt: new Date('2026-11-14T15:00:00Z'),
    status: { code: 'FT', minute: null, extraMinute: null },
    goals: { home: null, away: null },
    events: [{ minute: 5, teamId: null, player: NO_PERSON, assist: NO_PERSON, detail: '', comments: null }],
  });
});

test('the shoot-out has its own numbers, and a player with the number 0 or an empty name is not known', () => {
  const score = { penalty: { home: 2, away: 4 } };
  const events = [eventRow({ player: { id: 0, name: '  ' } })];
  expect(readingOf(fixtureItem(7, { score, events }))).toMatchObject({
    penalties: { home: 2, away: 4 },
    events: [{ player: NO_PERSON }],
  });
});

test('rows that cannot be read are left out while they are few', () => {
  const events = [eventRow(), eventRow({ time: { elapsed: null } }), eventRow()];
  expect(readingOf(fixtureItem(7, { events })).events).toHaveLength(2);
});

const { fixture } = fixtureItem(7);

test.each([
  [
    'a team without a number',
    { teams: { home: { id: null }, away: { id: 1 } } },
    'teams.home.id is null; expected a whole number',
  ],
  [
    'no time',
    { fixture: { ...fixture, timestamp: null, date: 'soon' } },
    'fixture.timestamp is null and fixture.date "soon"; expected a time',
  ],
  [
    'a time that no calendar has',
    { fixture: { ...fixture, timestamp: 9e14 } },
    'fixture.timestamp is 900000000000000 and fixture.date "2026-11-14T15:00:00+00:00"; expected a time',
  ],
  ['events that are no list', { events: 'none' }, 'events is "none"; expected a list'],
  [
    'events without end',
    { events: Array.from({ length: 2_001 }, () => 1) },
    'events has 2001 rows; expected at most 2000',
  ],
  [
    'most rows unreadable',
    { events: [eventRow(), { when: 5 }, { when: 6 }] },
    '2 of 3 rows of events cannot be read, the first because time is missing; expected it to be there',
  ],
])('%s is refused', (_, changes, reason) => {
  expect(parser.read(fixtureItem(7, changes))).toEqual({ type: 'malformed', id: 7, reason });
});
