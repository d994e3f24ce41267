import { describe, expect, test } from 'vitest';
import {
  at,
  calendarRow as row,
  clientVersion as client,
  UNREADABLE_VERSION,
} from './fixtures/calendar-rows.ts';
import { knownPatches, type CalendarRow } from './patch-calendar.ts';
import { learnPatches, type SeenVersion } from './patch-detection.ts';

const NOW = at('2026-11-15T00:00:00Z');

const seen = (
  setNumber: number | null,
  version: string | null,
  time: string,
  platform = 'kr',
): SeenVersion => ({ setNumber, version, platform, firstEndedAt: at(time) });
/** `101.3 2026-08-02T10:00 new detected` */
const learn = (rows: readonly CalendarRow[], sightings: readonly SeenVersion[], now = NOW) =>
  learnPatches(rows, sightings, now).map(({ patch, startsAt, isNew, origin, isEstimate }) => {
    const start = new Date(startsAt).toISOString().slice(0, 16);
    return `${patch} ${start} ${isNew ? 'new' : 'moved'} ${origin}${isEstimate ? ' estimated' : ''}`;
  });

describe('a patch that the calendar has not got', () => {
  test('begins with the first game that was seen of it, whichever region that was', () => {
    expect(
      learn(
        [],
        [
          seen(101, client('101.3'), '2026-08-03T10:00:00Z', 'na1'),
          seen(101, client('101.3'), '2026-08-02T10:00:00Z', 'kr'),
          seen(101, client('101.3'), '2026-08-04T10:00:00Z', 'euw1'),
          seen(15, client('15.16'), '2025-08-14T10:00:00Z'),
        ],
      ),
    ).toEqual(['101.3 2026-08-02T10:00 new detected', '15.2 2025-08-14T10:00 new detected']);
  });
});

test.each(['manual', 'seed'] as const)('a start that is %s does not move', (origin) => {
  const rows = [row('101.3', '2026-08-03', { origin })];
  expect(learn(rows, [seen(101, client('101.3'), '2026-08-01T10:00:00Z')])).toEqual([]);
});

test('a start that was seen moves back when an older game turns up, but not by more than a patch can last', () => {
  const rows = [row('101.3', '2026-08-03', { origin: 'detected' })];
  expect(learn(rows, [seen(101, client('101.3'), '2026-08-01T10:00:00Z')])).toEqual([
    '101.3 2026-08-01T10:00 moved detected',
  ]);
  expect(learn(rows, [seen(101, client('101.3'), '2026-05-01T10:00:00Z')])).toEqual([]);
});

describe('a provisional patch', () => {
  const rows = [row('17.5', '2026-06-10', { origin: 'listed', isEstimate: true })];

  test.each([
    ['moves back to an earlier match', '2026-06-09T20:00:00Z', '2026-06-09T20:00'],
    ['keeps its start when its first match is later', '2026-06-12T20:00:00Z', '2026-06-10T00:00'],
  ])('is confirmed by a match of its version and %s', (_, seenAt, startsAt) => {
    expect(learn(rows, [seen(17, client('16.12'), seenAt)])).toEqual([`17.5 ${startsAt} moved detected`]);
  });
});

describe('an estimate', () => {
  const rows = [
    row('17.1', '2026-04-15', { isEstimate: true }),
    row('17.3', '2026-05-13', { isEstimate: true }),
  ];

  test('gives way to a game that was there earlier', () => {
    expect(learn(rows, [seen(17, client('16.10'), '2026-05-12T22:00:00Z')])).toEqual([
      '17.3 2026-05-12T22:00 moved detected',
    ]);
  });

  test('that a person wrote stays', () => {
    const manual = [row('17.3', '2026-05-13', { isEstimate: true, origin: 'manual' })];
    expect(learn(manual, [seen(17, client('16.10'), '2026-05-12T22:00:00Z')])).toEqual([]);
  });

  test('stays when a crawl begins in the middle of the patch', () => {
    expect(learn(rows, [seen(17, client('16.10'), '2026-05-20T22:00:00Z')])).toEqual([]);
  });
});

describe('games without a readable version', () => {
  const known = knownPatches();
  const december = at('2026-12-20T00:00:00Z');

  test('prove that a planned set has begun', () => {
    const learnt = learnPatches(known, [seen(19, UNREADABLE_VERSION, '2026-12-03T05:00:00Z')], december);
    expect(learnt).toMatchObject([
      { setNumber: 19, patch: '19.1', startsAt: at('2026-12-03T05:00:00Z'), isEstimate: false, isNew: false },
    ]);
    const rows = [...known.filter(({ patch }) => patch !== '19.1'), ...learnt];
    expect(learn(rows, [seen(19, UNREADABLE_VERSION, '2026-12-02T23:00:00Z')], december)).toEqual([
      '19.1 2026-12-02T23:00 moved detected',
    ]);
    expect(learn(rows, [seen(19, UNREADABLE_VERSION, '2026-12-18T23:00:00Z')], december)).toEqual([]);
  });

  test('teach nothing by a number that is a slip, without a set, in practice, or into an empty calendar', () => {
    const time = '2026-11-14T00:00:00Z';
    expect(
      learn(known, [
        seen(99, UNREADABLE_VERSION, time),
        seen(null, UNREADABLE_VERSION, time),
        seen(101, null, time),
      ]),
    ).toEqual([]);
    expect(learn([], [seen(18, UNREADABLE_VERSION, time)])).toEqual([]);
  });
});

test('the practice world may be ahead of our clock', () => {
  expect(learn([], [seen(101, client('101.3'), '2027-03-01T00:00:00Z')])).toEqual([
    '101.3 2027-03-01T00:00 new detected',
  ]);
});

test('old sets, test servers and impossible times teach nothing', () => {
  expect(
    learn(knownPatches(), [
      seen(10, client('15.10'), '2025-05-15T12:00:00Z'),
      seen(4, UNREADABLE_VERSION, '2026-11-01T12:00:00Z'),
      seen(20, UNREADABLE_VERSION, '2026-11-01T12:00:00Z', 'pbe1'),
      seen(15, client('15.16'), '1970-01-01T00:00:01Z'),
      seen(15, client('15.16'), '2031-01-01T00:00:00Z'),
      seen(null, client('15.16'), '2031-01-01T00:00:00Z'),
    ]),
  ).toEqual([]);
});
