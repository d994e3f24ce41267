import { describe, expect, test } from 'vitest';
import {
  at,
  calendarRow as row,
  clientVersion as client,
  UNREADABLE_VERSION,
} from './fixtures/calendar-rows.ts';
import {
  changedSpans,
  createPatchCalendar,
  knownPatches,
  type CalendarRow,
  type PatchedGame,
} from './patch-calendar.ts';

const CALENDAR = createPatchCalendar([
  row('17.8', '2026-07-29'),
  row('17.9', '2026-08-12'),
  row('18.1', '2026-08-26'),
  row('18.1b', '2026-09-01'),
  row('18.2', '2026-09-10'),
  row('101.1', '2026-08-01', { origin: 'detected' }),
  row('101.2', '2026-08-15', { origin: 'detected' }),
]);

const answer = (changes: Partial<PatchedGame>, calendar = CALENDAR) =>
  calendar.patchOf({
    setNumber: 18,
    platform: 'euw1',
    endedAt: at('2026-09-12T10:00:00Z'),
    version: UNREADABLE_VERSION,
    ...changes,
  });
const partition = (changes: Partial<PatchedGame>, calendar = CALENDAR): string =>
  answer(changes, calendar).partition;

describe('games without a readable version go by the calendar alone', () => {
  test.each([
    ['2026-08-26T00:00:00Z', '18.1'],
    ['2026-08-31T23:59:59Z', '18.1'],
    ['2026-09-01T00:00:00Z', '18.1b'],
    ['2026-09-09T23:59:59Z', '18.1b'],
    ['2026-09-10T00:00:00Z', '18.2'],
    ['2027-01-01T00:00:00Z', '18.2'],
    // Oceania has a patch the evening before; the set's number proves it.
    ['2026-08-25T20:00:00Z', '18.1'],
    // A test server has it weeks before.
    ['2026-08-12T20:00:00Z', 'unknown'],
  ])('set 18 at %s is %s', (time, expected) => {
    expect(partition({ endedAt: at(time) })).toBe(expected);
    expect(partition({ endedAt: at(time), version: null })).toBe(expected);
  });

  test('a set that is not in the calendar is unknown, and so is a game without a set', () => {
    expect(answer({ setNumber: 20 })).toEqual({
      partition: 'unknown',
      patch: null,
      by: 'none',
      disagrees: false,
    });
    expect(partition({ setNumber: null })).toBe('unknown');
  });

  test('the practice world has its own calendar, which no real set ends', () => {
    expect(partition({ setNumber: 101, endedAt: at('2026-08-16T00:00:00Z') })).toBe('101.2');
    expect(partition({ setNumber: 101, endedAt: at('2027-08-16T00:00:00Z') })).toBe('101.2');
    expect(partition({ setNumber: 17, endedAt: at('2026-08-20T00:00:00Z') })).toBe('17.9');
  });
});

describe('a readable version names the patch', () => {
  test('where the calendar agrees', () => {
    expect(answer({ setNumber: 17, version: client('16.16'), endedAt: at('2026-08-20T00:00:00Z') })).toEqual({
      partition: '17.9',
      patch: { setNumber: 17, patch: '17.9', bPatch: '' },
      by: 'version',
      disagrees: false,
    });
  });

  test('where the calendar is a few hours early or late, which is said', () => {
    const late = { setNumber: 17, version: client('16.15'), endedAt: at('2026-08-12T05:00:00Z') };
    expect(answer(late)).toMatchObject({ partition: '17.8', disagrees: true });
    const early = { setNumber: 17, version: client('16.16'), endedAt: at('2026-08-11T22:00:00Z') };
    expect(answer(early)).toMatchObject({ partition: '17.9', disagrees: true });
  });

  test('where the calendar knows nothing', () => {
    const old = { setNumber: 6, version: client('12.7'), endedAt: at('2022-04-13T18:00:00Z') };
    expect(answer(old)).toMatchObject({ partition: 's6-12.7', by: 'version', disagrees: false });
  });

  test('and the calendar its b-patch', () => {
    const b = { setNumber: 18, version: client('16.17'), endedAt: at('2026-09-05T00:00:00Z') };
    expect(partition(b)).toBe('18.1b');
    // Still on the old client hours after the calendar's next patch: the letter stays.
    expect(partition({ ...b, endedAt: at('2026-09-10T04:00:00Z') })).toBe('18.1b');
    expect(partition({ ...b, endedAt: at('2026-08-27T04:00:00Z') })).toBe('18.1');
  });

  test('and the set, where that is missing', () => {
    expect(
      partition({ setNumber: null, version: client('16.16'), endedAt: at('2026-08-20T00:00:00Z') }),
    ).toBe('17.9');
  });
});

describe('sets that are brought back', () => {
  test('are known by their client', () => {
    const game = { setNumber: 10, version: client('15.10'), endedAt: at('2025-05-15T12:00:00Z') };
    expect(answer(game)).toEqual({ partition: 'revival', patch: null, by: 'version', disagrees: false });
  });

  test('or by the set that followed days ago', () => {
    expect(partition({ setNumber: 17, endedAt: at('2026-08-28T00:00:00Z') })).toBe('17.9');
    expect(answer({ setNumber: 17, endedAt: at('2026-10-01T00:00:00Z') })).toMatchObject({
      partition: 'revival',
      by: 'calendar',
    });
    expect(partition({ setNumber: 4, endedAt: at('2026-10-01T00:00:00Z') })).toBe('revival');
  });

  test('a plan ends no set: it may be late', () => {
    const planned = createPatchCalendar([
      row('18.6', '2026-11-04'),
      row('19.1', '2026-12-01', { isEstimate: true }),
    ]);
    expect(partition({ endedAt: at('2026-12-20T00:00:00Z') }, planned)).toBe('18.6');
    expect(partition({ setNumber: 19, endedAt: at('2026-12-02T00:00:00Z') }, planned)).toBe('19.1');
  });
});

describe('regions', () => {
  const calendar = createPatchCalendar([
    row('18.1', '2026-08-26'),
    row('18.2', '2026-09-10'),
    row('18.2', '2026-09-11', { region: 'asia' }),
    row('18.2', '2026-09-12', { region: 'kr' }),
  ]);
  test.each([
    ['euw1', '2026-09-10T01:00:00Z', '18.2'],
    ['jp1', '2026-09-10T01:00:00Z', '18.1'],
    ['jp1', '2026-09-11T01:00:00Z', '18.2'],
    ['kr', '2026-09-11T01:00:00Z', '18.1'],
    ['kr', '2026-09-12T01:00:00Z', '18.2'],
    ['th2', '2026-09-10T01:00:00Z', '18.2'],
  ])('%s at %s plays %s: the narrowest date counts', (platform, time, expected) => {
    expect(partition({ platform, endedAt: at(time) }, calendar)).toBe(expected);
  });
});

describe('what is live', () => {
  test.each<[string, 'real' | 'practice', string | undefined]>([
    ['2026-08-13T00:00:00Z', 'real', '17.9'],
    ['2026-09-03T00:00:00Z', 'real', '18.1b'],
    ['2026-11-15T00:00:00Z', 'real', '18.2'],
    ['2026-11-15T00:00:00Z', 'practice', '101.2'],
    ['2020-01-01T00:00:00Z', 'real', undefined],
  ])('at %s in the %s world: %s', (time, world, expected) => {
    const live = CALENDAR.liveAt(at(time), 'euw1', world);
    expect(live && live.patch + live.bPatch).toBe(expected);
  });

  test('of two that begin at the same moment, the b-patch', () => {
    const calendar = createPatchCalendar([row('18.4b', '2026-10-07'), row('18.4', '2026-10-07')]);
    expect(calendar.liveAt(at('2026-10-08T00:00:00Z'), 'kr', 'real')?.bPatch).toBe('b');
    const other = createPatchCalendar([row('18.4', '2026-10-07'), row('18.4b', '2026-10-07')]);
    expect(other.liveAt(at('2026-10-08T00:00:00Z'), 'kr', 'real')?.bPatch).toBe('b');
  });
});

describe('when a change of the calendar moves games', () => {
  const KNOWN = knownPatches();
  const spans = (before: readonly CalendarRow[], after: readonly CalendarRow[]) =>
    changedSpans(before, after).map(({ from, until }) => [
      new Date(from).toISOString(),
      until === Infinity ? null : new Date(until).toISOString(),
    ]);
  const moved = (name: string, day: string): CalendarRow[] =>
    KNOWN.map((one) =>
      one.patch + one.bPatch === name ? { ...one, startsAt: at(`${day}T00:00:00Z`) } : one,
    );

  test('never, if nothing or only the origin changes', () => {
    expect(spans(KNOWN, KNOWN)).toEqual([]);
    expect(
      spans(
        KNOWN,
        KNOWN.map((one) => ({ ...one, origin: 'manual' as const })),
      ),
    ).toEqual([]);
  });

  test('between the old and the new start of a patch, in either direction', () => {
    const days = [['2026-10-07T00:00:00.000Z', '2026-10-09T00:00:00.000Z']];
    expect(spans(KNOWN, moved('18.4', '2026-10-09'))).toEqual(days);
    expect(spans(moved('18.4', '2026-10-09'), KNOWN)).toEqual(days);
  });

  test('from the start of a new patch on, and of a b-patch until the next patch and after', () => {
    expect(spans(KNOWN, [...KNOWN, row('18.7', '2026-11-18')])).toEqual([['2026-11-18T00:00:00.000Z', null]]);
    // A game with a readable version keeps the letter after the next patch began elsewhere.
    expect(spans(KNOWN, [...KNOWN, row('18.4b', '2026-10-10')])).toEqual([
      ['2026-10-10T00:00:00.000Z', null],
    ]);
  });

  test('around the start of a set, whose first games may be early and whose predecessor ends late', () => {
    expect(spans(KNOWN, moved('18.1', '2026-08-27'))).toEqual([
      // Three days before it, games of the set are unknown; three days after it, games of the set before are revivals.
      ['2026-08-23T00:00:00.000Z', '2026-08-24T00:00:00.000Z'],
      ['2026-08-29T00:00:00.001Z', '2026-08-30T00:00:00.001Z'],
    ]);
  });
});

test('the tenth patch comes after the ninth', () => {
  const calendar = createPatchCalendar([row('18.10', '2026-12-01'), row('18.9', '2026-12-01')]);
  expect(calendar.liveAt(at('2026-12-02T00:00:00Z'), 'kr', 'real')?.patch).toBe('18.10');
});

test('the dates that are known from the start hold for games that are known', () => {
  const calendar = createPatchCalendar(knownPatches());
  const cases: [string, string][] = [
    ['2026-08-26T12:00:00Z', '18.1'],
    ['2026-09-10T12:00:00Z', '18.2'],
    ['2026-09-30T12:00:00Z', '18.3b'],
  ];
  for (const [time, expected] of cases) expect(partition({ endedAt: at(time) }, calendar)).toBe(expected);
  const names = knownPatches().map(({ patch, bPatch }) => patch + bPatch);
  expect(new Set(names).size).toBe(names.length);
  const starts = knownPatches().map(({ startsAt }) => startsAt);
  expect(starts).toEqual(starts.toSorted((left, right) => left - right));
});
