import { describe, expect, test } from 'vitest';
import { createKeyGate, type KeyUse } from './key-gate.ts';

const START = Date.parse('2026-11-15T12:00:00Z');
const MINUTE = 60_000;
const match: KeyUse = { keyId: 'k1', host: 'europe', method: 'tft-match-v1.match' };
const ids: KeyUse = { ...match, method: 'tft-match-v1.ids' };
const ladder: KeyUse = { keyId: 'k1', host: 'euw1', method: 'tft-league-v1.challenger' };

function createWorld() {
  const clock = { ms: 0 };
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => void lines.push(`info: ${line}`),
    warn: (_: object, line: string) => void lines.push(`warn: ${line}`),
  };
  const gate = createKeyGate('Riot', () => new Date(START + clock.ms), log as never);
  return { clock, gate, lines, isOpen: (use: KeyUse) => gate.refusal(use) === null };
}

describe('a key that is refused', () => {
  test('is not sent again to that host for a minute, with any method', () => {
    const { gate, clock, isOpen } = createWorld();
    expect(gate.record(match, 403, 'Forbidden')).toBe('expiredOrBlocked');
    clock.ms = MINUTE - 1;

    expect(gate.refusal(ids)).toEqual({
      outcome: 'forbidden',
      reason: 'expiredOrBlocked',
      status: 403,
      message: 'Forbidden',
    });
    expect(isOpen(ladder)).toBe(true);
    expect(isOpen({ ...match, keyId: 'k2' })).toBe(true);
  });

  test('is checked by one call after the minute; the others wait for its result', () => {
    const { gate, clock, isOpen } = createWorld();
    gate.record(match, 403, 'Forbidden');
    clock.ms = MINUTE;
    const check = gate.enter(match);
    expect('leave' in check).toBe(true);
    expect([isOpen(match), isOpen(ids), 'outcome' in gate.enter(ids)]).toEqual([false, false, true]);

    gate.record(match, 403, 'Forbidden');
    if ('leave' in check) check.leave();
    clock.ms = 2 * MINUTE - 1;
    expect(isOpen(match)).toBe(false);
    clock.ms = 2 * MINUTE;
    expect(isOpen(match)).toBe(true);
  });

  test.each([
    ['got no answer', (): void => undefined, 'rejected'],
    ['is answered', (gate: ReturnType<typeof createKeyGate>) => gate.record(ids, 404, 'Not found'), 'ok'],
  ] as const)('may be sent by all when the check %s', (_, answer, state) => {
    const { gate, clock, isOpen } = createWorld();
    gate.record(match, 403, 'Forbidden');
    clock.ms = MINUTE;
    const check = gate.enter(match);
    answer(gate);
    if ('leave' in check) check.leave();

    expect(isOpen(ids)).toBe(true);
    expect(gate.health('k1')).toMatchObject({ state });
  });
});

describe('one odd method', () => {
  test('is refused alone while others of its host are answered', () => {
    const { gate, clock, isOpen } = createWorld();
    gate.record(match, 200, '');
    clock.ms = 1_000;

    expect(gate.record(ids, 403, 'Forbidden')).toBe('methodNotAllowed');
    expect([isOpen(ids), isOpen(match)]).toEqual([false, true]);
    expect(gate.health('k1')).toEqual({ state: 'ok' });
  });

  test('does not condemn the key when its host has no other, as long as other hosts answer', () => {
    const { gate, isOpen } = createWorld();
    gate.record(match, 200, '');
    gate.record(ladder, 403, 'Forbidden');

    expect([isOpen(ladder), isOpen(match)]).toEqual([false, true]);
    expect(gate.health('k1')).toEqual({ state: 'ok' });
  });

  test('a key that expires in the middle of work is found out after one call per method', () => {
    const { gate, clock, isOpen } = createWorld();
    gate.record(match, 200, '');
    gate.record(ids, 200, '');
    clock.ms = 10_000;
    gate.record(match, 403, 'Forbidden');
    expect(isOpen(ids)).toBe(true);

    gate.record(ids, 403, 'Forbidden');
    expect(isOpen({ ...match, method: 'tft-match-v1.other' })).toBe(false);
    expect(gate.health('k1')).toMatchObject({ state: 'rejected', since: new Date(START + 10_000) });
  });

  test('an answer from long ago does not speak for the key any more', () => {
    const { gate, clock } = createWorld();
    gate.record(match, 200, '');
    clock.ms = MINUTE;

    expect(gate.record(ids, 403, 'Forbidden')).toBe('expiredOrBlocked');
    expect(gate.health('k1').state).toBe('rejected');
  });
});

test('the health of a refused key says since when, with what status and in Riot’s words', () => {
  const { gate, clock } = createWorld();
  gate.record(match, 403, 'Forbidden');
  clock.ms = 5 * MINUTE;
  gate.record(match, 401, 'Unknown apikey');

  expect(gate.health('k1')).toEqual({
    state: 'rejected',
    status: 401,
    message: 'Unknown apikey',
    since: new Date(START),
  });
  expect(gate.health('k2')).toEqual({ state: 'unknown' });
});

test('a 429, a 5xx and a redirect say nothing about the key', () => {
  const { gate } = createWorld();

  expect([429, 500, 503, 302].map((status) => gate.record(match, status, ''))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(gate.health('k1')).toEqual({ state: 'unknown' });
});

test('logs a refusal once and its end once, however many calls see it', () => {
  const { gate, lines } = createWorld();
  for (const status of [200, 200]) gate.record(match, status, '');
  for (const status of [403, 403, 401]) gate.record(match, status, '');
  for (const status of [200, 404, 200]) gate.record(match, status, '');

  expect(lines).toEqual([
    'warn: API key refused: expired, blocked or mistyped',
    'info: API key accepted again',
  ]);
});
