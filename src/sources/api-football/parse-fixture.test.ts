import { describe, expect, test } from 'vitest';
import { eventRow, fixtureItem } from './fixtures/bodies.ts';
import { createFixtureParser } from './parse-fixture.ts';

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

describe('what is left out', () => {
  test('events that are not there are something else than none', () => {
    expect(readingOf(fixtureItem(7, { events: undefined })).events).toBeNull();
    expect(readingOf(fixtureItem(7, { events: null })).events).toBeNull();
    expect(readingOf(fixtureItem(7, { events: [] })).events).toEqual([]);
  });

  test('is null, or empty, and never a reason to refuse', () => {
    const bare = {
      fixture: { id: 7, date: '2026-11-14T16:00:00+01:00', status: { short: ' ft ' } },
      teams: { home: { id: 40 }, away: { id: 41, name: null } },
    };
    expect(readingOf(bare)).toMatchObject({
      league: { id: 0, name: '', country: '', season: null, round: '' },
      home: { id: 40, name: '' },
      kickoffAt: new Date('2026-11-14T15:00:00Z'),
      status: { code: 'FT', minute: null, extraMinute: null },
      goals: { home: null, away: null },
      events: null,
    });
  });

  test('a row without a team, a player, a detail is still a row', () => {
    const events = [{ time: { elapsed: 5 }, type: 'Goal' }];
    expect(readingOf(fixtureItem(7, { events })).events).toEqual([
      {
        minute: 5,
        extraMinute: null,
        teamId: null,
        player: { id: null, name: null },
        assist: { id: null, name: null },
        type: 'Goal',
        detail: '',
        comments: null,
      },
    ]);
  });
});

test('the shoot-out has its own numbers', () => {
  const score = { penalty: { home: 2, away: 4 } };
  expect(readingOf(fixtureItem(7, { score })).penalties).toEqual({ home: 2, away: 4 });
});

test('a player with the number 0 or an empty name is not known', () => {
  const [told] =
    readingOf(fixtureItem(7, { events: [eventRow({ player: { id: 0, name: '  ' } })] })).events ?? [];
  expect(told?.player).toEqual({ id: null, name: null });
});

describe('rows that cannot be read', () => {
  test('are left out while they are few', () => {
    const events = [eventRow(), eventRow({ time: { elapsed: null } }), eventRow()];
    expect(readingOf(fixtureItem(7, { events })).events).toHaveLength(2);
  });

  test('are a reason to refuse when they are most', () => {
    const events = [eventRow(), { when: 5 }, { when: 6 }];
    expect(parser.read(fixtureItem(7, { events }))).toEqual({
      type: 'malformed',
      id: 7,
      reason:
        '2 of 3 rows of events cannot be read, the first because time is missing; expected it to be there',
    });
  });
});

test.each([
  [
    'a team without a number',
    fixtureItem(7, { teams: { home: { id: null }, away: { id: 1 } } }),
    7,
    'teams.home.id is null; expected a whole number',
  ],
  [
    'no time',
    { ...fixtureItem(7), fixture: { ...fixtureItem(7).fixture, timestamp: null, date: 'soon' } },
    7,
    'fixture.timestamp is null and fixture.date "soon"; expected a time',
  ],
  [
    'a time that no calendar has',
    { ...fixtureItem(7), fixture: { ...fixtureItem(7).fixture, timestamp: 9e14 } },
    7,
    'fixture.timestamp is 900000000000000 and fixture.date "2026-11-14T15:00:00+00:00"; expected a time',
  ],
  ['events that are no list', fixtureItem(7, { events: 'none' }), 7, 'events is "none"; expected a list'],
  [
    'events without end',
    fixtureItem(7, { events: Array.from({ length: 2_001 }, () => 1) }),
    7,
    'events has 2001 rows; expected at most 2000',
  ],
])('%s is refused', (_, item, id, reason) => {
  expect(parser.read(item)).toEqual({ type: 'malformed', id, reason });
});
