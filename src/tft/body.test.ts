import { toBodyOutcome } from '#/match/body.ts';
import { tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { tftMatchRules } from './body.ts';
import { describe, expect, test } from 'vitest';

const bytes = Buffer.from('{}');
const fetchedAt = new Date();
const body = tftMatch({ game_datetime: Date.UTC(2026, 10, 3, 23, 59) });
const id = body.metadata.match_id;
const ok = (body: TftMatch): Outcome<TftMatch> => ({ outcome: 'ok', body, bytes, fetchedAt });
const after = (outcome: Outcome<TftMatch>, attempts = 0) =>
  toBodyOutcome(outcome, { id, attempts }, 0, tftMatchRules);
const malformed = (fault: 'notJson' | 'shape'): Outcome<never> => {
  return { outcome: 'malformed', fault, reason: 'info is missing', bytes, isWhole: true, fetchedAt };
};

test('a body of the game that was asked for is stored, with the time of its end and whoever played', () => {
  const seats = [
    { ...tftSeat(1), puuid: 'a', riotIdGameName: 'A\0da', riotIdTagline: 'EUW' },
    { ...tftSeat(2), puuid: 'BOT' },
    { ...tftSeat(3), puuid: 'b', riotIdGameName: '', riotIdTagline: null },
  ];
  const {
    settlement,
    body: kept,
    seen,
  } = after(ok({ ...body, info: { ...body.info, participants: seats } }), 2);

  const endedAt = new Date('2026-11-03T23:59:00Z');
  expect(settlement).toEqual({ id, state: 'stored', attempts: 2, retryAfterMs: null, reason: null, endedAt });
  expect(kept?.bytes).toBe(bytes);
  expect(seen).toEqual([
    { puuid: 'a', games: 1, lastGameAt: endedAt, gameName: 'Ada', tagLine: 'EUW' },
    { puuid: 'b', games: 1, lastGameAt: endedAt, gameName: null, tagLine: null },
  ]);
});

test('a body of another game is kept and quarantined', () => {
  const other = { ...body, metadata: { ...body.metadata, match_id: 'EUW1_1' } };
  const { settlement, body: kept, seen } = after(ok(other));

  expect(settlement).toMatchObject({ id, state: 'quarantined' });
  expect(settlement.reason).toBe(`the body is that of EUW1_1; expected ${id}`);
  expect([kept?.bytes, seen]).toEqual([bytes, []]);
});

test('a time that no column can hold is unknown', () => {
  const { settlement, seen } = after(ok({ ...body, info: { ...body.info, game_datetime: 8.64e15 } }));

  expect([settlement.state, settlement.endedAt, seen]).toEqual(['stored', null, []]);
});

describe('without a body', () => {
  const notFound = { outcome: 'notFound', message: 'it answered 404' } as const;
  const unavailable = { outcome: 'unavailable', reason: 'status', detail: 'it answered 503' } as const;
  const refused = { outcome: 'rejected', reason: 'badRequest', status: 400, message: 'no such id' } as const;

  test.each([
    ['missing', notFound, 0, { state: 'wanted', attempts: 1, retryAfterMs: 60_000 }],
    [
      'missing for the fourth time',
      notFound,
      3,
      { state: 'wanted', attempts: 4, retryAfterMs: 6 * 3_600_000 },
    ],
    ['missing for the fifth time', notFound, 4, { state: 'gone', attempts: 5, retryAfterMs: null }],
    ['an outage', unavailable, 3, { state: 'wanted', attempts: 3, retryAfterMs: 60_000 }],
    ['a refusal', refused, 0, { state: 'quarantined', attempts: 1, retryAfterMs: null }],
    ['no JSON', malformed('notJson'), 0, { state: 'wanted', attempts: 1 }],
  ])('%s is settled by the table of retries', (_, outcome, attempts, expected) => {
    const { settlement, body: kept } = after(outcome, attempts);

    expect(settlement).toMatchObject(expected);
    expect(settlement.reason).not.toBe(null);
    expect(kept).toBe(null);
  });
});

test.each([
  ['of the wrong shape', malformed('shape'), 0],
  ['that is no JSON for the fourth time', malformed('notJson'), 3],
])('a body %s is kept and quarantined', (_, outcome, attempts) => {
  const { settlement, body: kept } = after(outcome, attempts);

  expect(settlement).toMatchObject({
    state: 'quarantined',
    reason: expect.stringMatching(/info is missing/) as string,
  });
  expect(kept?.bytes).toBe(bytes);
});
