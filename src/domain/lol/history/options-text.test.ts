import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type HistoryOptions } from './history-options.ts';
import { dayText } from './local-clock.ts';
import { parseHistoryOptions, printHistoryOptions, type OptionFault } from './options-text.ts';
import { ROLES } from './played-game.ts';

const numbers = fc
  .uniqueArray(fc.integer({ min: 0, max: 65_535 }), { maxLength: 50 })
  .map((list) => list.toSorted((a, b) => a - b));
const days = fc
  .uniqueArray(fc.integer({ min: 10_000, max: 30_000 }), { minLength: 2, maxLength: 2 })
  .map((pair) => pair.toSorted((a, b) => a - b).map(dayText));

const anyOptions: fc.Arbitrary<HistoryOptions> = fc
  .record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Seoul'),
    dayStartMinutes: fc.integer({ min: 0, max: 1_439 }),
    gapMinutes: fc.integer({ min: 5, max: 720 }),
    queues: numbers,
    roles: fc.subarray([...ROLES]),
    champions: numbers,
    days,
    hasFrom: fc.boolean(),
    hasUntil: fc.boolean(),
  })
  .map(({ days: [from = '', until = ''], hasFrom, hasUntil, ...rest }) =>
    Object.assign(rest, { from: hasFrom ? from : null, until: hasUntil ? until : null }),
  );

function parseText(text: string) {
  return parseHistoryOptions(Object.fromEntries(new URLSearchParams(text)));
}

function faultsOf(query: Record<string, string>): readonly OptionFault[] {
  const parsed = parseHistoryOptions(query);
  return parsed.type === 'refused' ? parsed.faults : [];
}

describe('options as text', () => {
  test('are the same when they are read again', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        expect(parseText(printHistoryOptions(options))).toEqual({ type: 'ok', options });
      }),
    );
  });

  test('say nothing of what goes without saying', () => {
    expect(printHistoryOptions(DEFAULT_OPTIONS)).toBe('');
    expect(parseText('')).toEqual({ type: 'ok', options: DEFAULT_OPTIONS });
    expect(parseHistoryOptions({ zone: undefined, queue: undefined })).toEqual({
      type: 'ok',
      options: DEFAULT_OPTIONS,
    });
  });

  test('are put in order: lists sorted, repetitions and small letters gone', () => {
    const parsed = parseText('queue=440,420,440&role=utility,TOP&zone=europe/berlin&champion=007');
    expect(parsed).toMatchObject({
      type: 'ok',
      options: { queues: [420, 440], roles: ['TOP', 'UTILITY'], zone: 'Europe/Berlin', champions: [7] },
    });
  });
});

describe('what cannot be read is refused by name, with its value and what was expected', () => {
  test.each([
    ['zone', 'Europe/Atlantis', 'IANA name of a time zone'],
    ['zone', '+01:00', 'IANA name of a time zone'],
    ['dayStart', '24:00', 'HH:MM, from 00:00 to 23:59'],
    ['dayStart', '5:00', 'HH:MM'],
    ['dayStart', '05:60', 'HH:MM'],
    ['gap', '4', 'from 5 to 720'],
    ['gap', '721', 'from 5 to 720'],
    ['gap', '60.5', 'whole number'],
    ['gap', '', 'whole number'],
    ['queue', 'ranked', 'numbers of queues'],
    ['queue', '420,', 'numbers of queues'],
    ['queue', '65536', 'numbers of queues'],
    ['queue', '9'.repeat(2_000), 'numbers of queues'],
    ['queue', Array.from({ length: 51 }, (_, index) => index).join(','), 'up to 50'],
    ['role', 'MID', 'TOP, JUNGLE, MIDDLE, BOTTOM, UTILITY'],
    ['role', '', 'TOP, JUNGLE'],
    ['champion', '-1', 'ids of champions'],
    ['from', '2026-02-30', 'a day of the calendar'],
    ['until', 'tomorrow', 'a day of the calendar'],
  ])('%s=%s', (name, value, expected) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.where).toBe(name);
    expect(value.startsWith(String(faults[0]?.value.replace('…', '')))).toBe(true);
    expect(faults[0]?.expected).toContain(expected);
  });

  test('a last day before the first', () => {
    expect(faultsOf({ from: '2026-11-02', until: '2026-11-01' })).toEqual([
      { where: 'until', value: '2026-11-01', expected: 'a day that is not before 2026-11-02' },
    ]);
    expect(faultsOf({ from: '2026-11-01', until: '2026-11-01' })).toEqual([]);
  });

  test('a parameter that there is not, with the nearest that there are', () => {
    const [fault] = faultsOf({ timezone: 'UTC' });
    expect(fault).toMatchObject({ where: 'timezone', value: 'UTC' });
    expect(fault?.expected).toMatch(/^one of the parameters zone, /);
    // Not one that every object has.
    expect(faultsOf({ constructor: '1' })).toHaveLength(1);
  });
});
