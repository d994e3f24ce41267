import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listSince, nextCursor, takeNewest } from './next-games.ts';

const at = (text: string): Date => new Date(`2026-11-${text}Z`);
const HOUR_MS = 3_600_000;

describe('from when on a list is read', () => {
  const wish = {
    askedAt: at('15T12:00:00'),
    lookbackDays: 10,
    readUntil: at('14T12:00:00'),
    fromBeginning: false,
  };

  test('from some hours before the cursor, because games show up late', () => {
    expect(listSince(wish)).toEqual(at('14T06:00:00'));
  });

  test('from the beginning of the period when nothing was read, or when it is asked for', () => {
    expect(listSince({ ...wish, readUntil: undefined })).toEqual(at('05T12:00:00'));
    expect(listSince({ ...wish, fromBeginning: true })).toEqual(at('05T12:00:00'));
  });
});

describe('which games are taken', () => {
  test('the newest of those that are unknown, and all that are known', () => {
    const taken = takeNewest(['e', 'd', 'c', 'b', 'a'], new Set(['e', 'c', 'b']), 2);
    expect(taken).toEqual({ ids: ['e', 'd', 'c', 'a'], leftOver: 1 });
  });

  test('all of them without a bound', () => {
    expect(takeNewest(['b', 'a'], new Set(['a', 'b']), Infinity)).toEqual({ ids: ['b', 'a'], leftOver: 0 });
  });
});

describe('the cursor', () => {
  const [readUntil, askedAt] = [at('14T12:00:00'), at('15T12:00:00')];
  const whole = { isWhole: true, leftOver: 0 };

  test('moves when everything of the list was taken', () => {
    expect(nextCursor({ askedAt, readUntil }, at('14T06:00:00'), whole)).toEqual(askedAt);
    expect(nextCursor({ askedAt, readUntil: undefined }, at('05T12:00:00'), whole)).toEqual(askedAt);
  });

  test.each([
    ['something was left over', at('14T06:00:00'), { isWhole: true, leftOver: 1 }],
    ['the list broke off', at('14T06:00:00'), { isWhole: false, leftOver: 0 }],
    ['the list began after it', at('14T12:00:01'), whole],
  ])('stays where it is when %s', (_when, since, taken) => {
    expect(nextCursor({ askedAt, readUntil }, since, taken)).toBeUndefined();
  });

  test('never passes a game that was not taken, whatever is played, asked for, or breaks', () => {
    const run = fc.record({
      played: fc.integer({ min: 0, max: 12 }),
      most: fc.integer({ min: 1, max: 5 }),
      fromBeginning: fc.boolean(),
      lookbackDays: fc.integer({ min: 1, max: 20 }),
      isWhole: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 12 }), (runs) => {
        let now = at('01T00:00:00').getTime();
        const games: { id: string; startedAt: number }[] = [];
        const taken = new Set<string>();
        let readUntil: Date | undefined;
        let first: number | undefined;
        for (const { played, most, fromBeginning, lookbackDays, isWhole } of runs) {
          for (let game = 0; game < played; game++) {
            now += 8 * HOUR_MS;
            games.push({ id: `EUW1_${games.length}`, startedAt: now });
          }
          now += HOUR_MS;
          const askedAt = new Date(now);
          const since = listSince({ askedAt, lookbackDays, readUntil, fromBeginning });
          first ??= since.getTime();
          const listed = games
            .filter(({ startedAt }) => startedAt >= since.getTime())
            .map(({ id }) => id)
            .toReversed();
          const unknown = new Set(listed.filter((id) => !taken.has(id)));
          const { ids, leftOver } = takeNewest(listed, unknown, most);
          for (const id of ids) taken.add(id);
          const next = nextCursor({ askedAt, readUntil }, since, { isWhole, leftOver });
          if (next !== undefined) {
            if (readUntil === undefined) first = since.getTime();
            readUntil = next;
          }
          const passed = games.filter(
            ({ startedAt }) => startedAt >= (first ?? 0) && startedAt < (readUntil?.getTime() ?? 0),
          );
          expect(passed.every(({ id }) => taken.has(id))).toBe(true);
        }
      }),
    );
  });
});
