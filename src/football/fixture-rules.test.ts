import { describe, expect, test } from 'vitest';
import { ingestFixture, pollFixture, toPace } from './fixture-rules.ts';
import { KICKOFF, minutesAfter, readingOf, rowOf } from '../../test/support/football-upstream.ts';

const pace = toPace();

describe('the list of a day', () => {
  test.each([
    ['NS', -600, 'staging'],
    ['TBD', -600, 'staging'],
    ['PST', -600, 'staging'],
    ['NS', -20, 'active'],
    ['1H', 20, 'active'],
    ['HT', 47, 'active'],
    ['PST', 20, 'active'],
    ['SUSP', 60, 'active'],
    ['A9', 20, 'active'],
    ['FT', 110, 'completed'],
    ['PEN', 150, 'completed'],
    ['CANC', -60, 'completed'],
    ['AWD', 60, 'completed'],
    ['WO', 60, 'completed'],
  ])(
    'puts a new fixture that is %s %i minutes after its kick-off into its phase: %s',
    (code, minutes, phase) => {
      const row = ingestFixture(undefined, readingOf(code), minutesAfter(minutes), pace);

      expect(row.phase).toBe(phase);
      expect(row.nextPollAt === null).toBe(phase !== 'active');
      expect(row.completedAt === null).toBe(phase !== 'completed');
    },
  );

  test('keeps what polls know of a match in play, but takes its new date', () => {
    const known = rowOf('2H', { goals: { home: 2, away: 1 }, polledAt: minutesAfter(80) });
    const moved = readingOf('1H', { goals: { home: 1, away: 1 }, kickoffAt: minutesAfter(10) });

    const row = ingestFixture(known, moved, minutesAfter(81), pace);

    expect(row).toEqual({ ...known, kickoffAt: minutesAfter(10) });
  });

  const unread = { followedAt: null } as const;
  test.each([
    ['was never seen before', undefined],
    ['waited for its kick-off', rowOf('NS', { ...unread, phase: 'staging', nextPollAt: null })],
    ['was polled, put off, and played later', rowOf('NS', { phase: 'staging', nextPollAt: null })],
    [
      'an earlier version completed unread',
      rowOf('FT', { ...unread, phase: 'completed', completedAt: KICKOFF }),
    ],
  ])('has a finished match with goals asked about that %s', (_what, known) => {
    const at = minutesAfter(60 * 30);

    const row = ingestFixture(known, readingOf('FT', { goals: { home: 2, away: 1 } }), at, pace);

    expect(row).toMatchObject({ phase: 'active', nextPollAt: at, finalSince: at, completedAt: null });
  });

  test('completes a finished match without goals, and one whose goals were read', () => {
    const goals = { home: 2, away: 1 };
    const read = rowOf('FT', { phase: 'completed', finalSince: KICKOFF, completedAt: KICKOFF, goals });

    expect(ingestFixture(undefined, readingOf('FT'), minutesAfter(200), pace).phase).toBe('completed');
    expect(ingestFixture(read, readingOf('FT', { goals }), minutesAfter(200), pace).phase).toBe('completed');
  });

  test('stages a postponed fixture again with its new date', () => {
    const known = rowOf('CANC', { phase: 'completed', finalSince: KICKOFF, completedAt: KICKOFF });
    const again = readingOf('NS', { kickoffAt: minutesAfter(60 * 24 * 9) });

    const row = ingestFixture(known, again, minutesAfter(60), pace);

    expect(row).toMatchObject({ phase: 'staging', finalSince: null, completedAt: null });
  });

  test('leaves a completed fixture unchanged', () => {
    const known = rowOf('FT', { phase: 'completed', finalSince: KICKOFF, completedAt: minutesAfter(5) });

    const row = ingestFixture(known, readingOf('FT'), minutesAfter(600), pace);

    expect(row).toMatchObject({ phase: 'completed', finalSince: KICKOFF, completedAt: minutesAfter(5) });
  });
});

describe('a poll', () => {
  test('makes a match in play due for the next run', () => {
    const at = minutesAfter(30);

    const row = pollFixture(rowOf('NS'), readingOf('1H', { goals: { home: 1, away: 0 } }), at, pace);

    expect(row).toMatchObject({ phase: 'active', status: { code: '1H' }, goals: { home: 1, away: 0 } });
    expect(row.nextPollAt).toEqual(at);
    expect(row.polledAt).toEqual(at);
  });

  test('sets the time of the end, and clears it if the match goes on', () => {
    const over = pollFixture(rowOf('2H'), readingOf('FT'), minutesAfter(110), pace);
    const later = pollFixture(over, readingOf('FT'), minutesAfter(115), pace);
    const goesOn = pollFixture(later, readingOf('ET'), minutesAfter(120), pace);

    expect(over.finalSince).toEqual(minutesAfter(110));
    expect(later.finalSince).toEqual(minutesAfter(110));
    expect(goesOn.finalSince).toBeNull();
    expect([over, later, goesOn].map(({ phase }) => phase)).toEqual(['active', 'active', 'active']);
  });

  test('polls slowly after the grace for corrections', () => {
    const known = rowOf('FT', { finalSince: minutesAfter(110) });

    const within = pollFixture(known, readingOf('FT'), minutesAfter(129), pace);
    const after = pollFixture(known, readingOf('FT'), minutesAfter(130), pace);

    expect(within.nextPollAt).toEqual(minutesAfter(129));
    expect(after.nextPollAt).toEqual(minutesAfter(145));
  });

  test.each(['SUSP', 'PST'])('asks slowly about a match that is %s', (code) => {
    const row = pollFixture(rowOf('1H'), readingOf(code), minutesAfter(30), pace);

    expect(row.phase).toBe('active');
    expect(row.nextPollAt?.getTime()).toBeGreaterThan(minutesAfter(34).getTime());
    expect(row.finalSince).toBeNull();
  });

  test('stages a match again that was postponed to another day', () => {
    const moved = readingOf('NS', { kickoffAt: minutesAfter(60 * 24) });

    const row = pollFixture(rowOf('PST'), moved, minutesAfter(30), pace);

    expect(row).toMatchObject({ phase: 'staging', nextPollAt: null });
  });

  test('starts the grace at the end of a match that was over before its first poll', () => {
    const known = rowOf('FT', { followedAt: null, finalSince: minutesAfter(600) });

    expect(pollFixture(known, readingOf('FT'), minutesAfter(600), pace)).toMatchObject({
      followedAt: minutesAfter(600),
      finalSince: minutesAfter(115),
      nextPollAt: minutesAfter(615),
    });
    expect(pollFixture(known, readingOf('PEN'), minutesAfter(120), pace).finalSince).toEqual(
      minutesAfter(600),
    );
  });

  test('clears the trouble', () => {
    const known = rowOf('1H', { trouble: 'the upstream does not tell of it', troubleSince: KICKOFF });

    expect(pollFixture(known, readingOf('1H'), minutesAfter(30), pace)).toMatchObject({
      trouble: null,
      troubleSince: null,
    });
  });
});
