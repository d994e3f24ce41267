/** Each judge of the drill reports what it looks for: games that are lost, doubled or fetched without need, and runs that prove nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAcknowledged } from './acknowledged-games.ts';
import { compareWithUpstream, type Kept } from './compare-with-upstream.ts';
import { findStepFaults, longestWindowMs } from './faults/clock-steps.ts';
import { findLoadFaults, findRepeatFaults } from './faults/fleet.ts';
import { findDayFaults } from './faults/match-day.ts';
import { findTorn, type KeptGame } from './kept-games.ts';
import { findOverlaps, readTerms } from './leads.ts';
import { findLogFaults } from './log-faults.ts';
import { findForgotten, findLimitFaults } from './prove-crawl.ts';
import { createServedLedger } from './served-ledger.ts';
import { judgeReport, type Report } from './suite-fault.ts';

const served = (counts: Readonly<Record<string, number>>) => new Map(Object.entries(counts));

describe('the account of bodies', () => {
  test('a body that was lost in flight may be sent once more, and no more than that', () => {
    const ledger = createServedLedger(1_000);
    ledger.look(served({ KR_1: 1, KR_2: 1 }), 500);
    ledger.closeLife(600, new Set(['KR_1']));

    ledger.look(served({ KR_1: 1, KR_2: 2 }), 2_000);
    expect(ledger.needless()).toEqual([]);
    expect(ledger.repeatedByKills()).toBe(1);

    ledger.look(served({ KR_1: 1, KR_2: 3 }), 3_000);
    expect(ledger.needless()).toEqual(['KR_2']);
  });

  test.each([
    ['was stored before the kill', { KR_1: 1 }, 600, ['KR_1']],
    ['was sent long before the kill', { KR_1: 1 }, 1_501, []],
    ['was sent twice before the kill', { KR_1: 2 }, 600, []],
  ])('a body that %s may not be sent again', (_what, counts, killedAt, kept) => {
    const ledger = createServedLedger(1_000);
    ledger.look(served(counts), 500);
    ledger.closeLife(killedAt, new Set(kept));
    ledger.look(served({ KR_1: counts.KR_1 + 1 }), 700);

    expect(ledger.needless()).toEqual(['KR_1']);
  });

  test('a body that was sent long before the kill and is not stored is a violation by itself', () => {
    const ledger = createServedLedger(1_000);
    ledger.look(served({ KR_1: 1 }), 500);
    ledger.closeLife(1_501, new Set());

    expect(ledger.needless()).toEqual(['KR_1']);
  });
});

describe('what is kept, against what is listed', () => {
  const stored = (id: string): KeptGame => ({ id, state: 'stored', reason: null, bodies: 1 });
  const boards = (number: string, count = 8, units = 60) => ({ number, boards: count, seats: count, units });
  const listed = { players: 1, must: new Set(['KR_1', 'KR_2']), may: new Set(['KR_1', 'KR_2', 'KR_3']) };
  const body = { boards: 8, units: 60 };
  const bodies = new Map([
    ['KR_1', body],
    ['KR_2', null],
    ['KR_3', body],
    ['KR_4', body],
  ]);
  const missing: KeptGame = { id: 'KR_2', state: 'wanted', reason: 'notFound: Data not found', bodies: 0 };
  const good: Kept = { games: [stored('KR_1'), missing], boards: [boards('1')], unitRows: 60 };
  const compare = (kept: Partial<Kept>) => {
    const { lost, duplicated, strange } = compareWithUpstream(listed, bodies, { ...good, ...kept });
    return { lost: lost.length, duplicated: duplicated.length, strange: strange.length };
  };

  test.each<[string, Partial<Kept>, { lost: number; duplicated: number; strange: number }]>([
    ['everything is right', {}, { lost: 0, duplicated: 0, strange: 0 }],
    ['a listed game is not known', { games: [stored('KR_1')] }, { lost: 1, duplicated: 0, strange: 0 }],
    [
      'a game that is to be had is still wanted',
      { games: [{ ...missing, id: 'KR_1' }, missing], boards: [], unitRows: 0 },
      { lost: 1, duplicated: 0, strange: 0 },
    ],
    [
      'a game is missing for another reason',
      { games: [stored('KR_1'), { ...missing, reason: 'unavailable' }] },
      { lost: 1, duplicated: 0, strange: 0 },
    ],
    ['a game has no boards', { boards: [] }, { lost: 1, duplicated: 0, strange: 0 }],
    ['a game has a board too few', { boards: [boards('1', 7)] }, { lost: 1, duplicated: 0, strange: 0 }],
    [
      'a game has its boards twice',
      { boards: [{ ...boards('1', 16, 120), seats: 8 }], unitRows: 120 },
      { lost: 0, duplicated: 2, strange: 0 },
    ],
    ['a row of a unit is missing', { unitRows: 59 }, { lost: 1, duplicated: 0, strange: 0 }],
    [
      'a game is listed nowhere',
      { games: [...good.games, stored('KR_4')], boards: [boards('1'), boards('4')], unitRows: 120 },
      { lost: 0, duplicated: 0, strange: 1 },
    ],
    [
      'there are boards of a game that is not known',
      { boards: [boards('1'), boards('9')] },
      { lost: 0, duplicated: 0, strange: 1 },
    ],
    [
      'a game that has just left the span is kept',
      { games: [...good.games, stored('KR_3')], boards: [boards('1'), boards('3')], unitRows: 120 },
      { lost: 0, duplicated: 0, strange: 0 },
    ],
  ])('%s', (_what, kept, expected) => {
    expect(compare(kept)).toEqual(expected);
  });

  test.each<[KeptGame['state'], number, boolean]>([
    ['stored', 1, false],
    ['stored', 0, true],
    ['wanted', 0, false],
    ['wanted', 1, true],
    ['gone', 0, false],
    ['quarantined', 1, false],
  ])('a game that is %s and has %i bodies: torn %s', (state, count, isTorn) => {
    expect(findTorn([{ id: 'KR_1', state, reason: null, bodies: count }])).toHaveLength(isTorn ? 1 : 0);
  });
});

describe('a log', () => {
  const fine = '{"level":40,"msg":"jobs of a dead worker taken over"}\n';

  test.each([
    ['warnings are no faults', fine, 0],
    ['an error is one', `${fine}{"level":50,"msg":"bug"}\n`, 1],
    ['what is no line of a log is one', `${fine}[UnhandledPromiseRejection: boom]\n${fine}`, 1],
    ['a line that the kill has cut off is none', `${fine}{"level":30,"ms`, 0],
  ])('%s', (_what, log, faults) => {
    expect(findLogFaults(log, true)).toHaveLength(faults);
  });

  test('a line that is cut off without a kill is a fault', () => {
    expect(findLogFaults(`${fine}{"level":30,"ms`, false)).toHaveLength(1);
  });
});

test('every match of the file of acknowledged matches has to be stored, whatever else is known of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-acknowledged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'acknowledged.jsonl');
  expect(readAcknowledged(file).size).toBe(0);

  writeFileSync(
    file,
    '{"at":"2026-01-01T00:00:00Z","id":"KR_1"}\n{"at":"2026-01-01T00:00:01Z","id":"KR_2"}\n',
  );
  const acknowledged = readAcknowledged(file);
  const kept = (id: string, state: KeptGame['state'] = 'stored'): KeptGame => ({
    id,
    state,
    reason: null,
    bodies: 1,
  });

  expect(findForgotten(acknowledged, [kept('KR_1'), kept('KR_2'), kept('KR_3')])).toEqual([]);
  expect(findForgotten(acknowledged, [kept('KR_2')])).toEqual(['KR_1 was reported as stored, and is not']);
  expect(findForgotten(acknowledged, [kept('KR_1'), kept('KR_2', 'wanted')])).toEqual([
    'KR_2 was reported as stored, and is not',
  ]);
});

test('a refused call, a window with too many calls and an error of the practice world are violations', () => {
  const fine = { refusedByLimits: 0, overfull: 0, bugs: [] };

  expect(findLimitFaults(fine)).toEqual([]);
  expect(findLimitFaults({ ...fine, refusedByLimits: 1 })).toEqual(['1 calls were refused by a limit']);
  expect(findLimitFaults({ ...fine, overfull: 2 })).toHaveLength(1);
  expect(findLimitFaults({ ...fine, bugs: ['404'] })).toEqual(['the practice world: 404']);
});

test('a killed worker may cause as many repeated bodies as were in flight', () => {
  expect(findRepeatFaults(80, 2)).toEqual([]);
  expect(findRepeatFaults(81, 2)).toHaveLength(1);
  expect(findRepeatFaults(1, 0)).toHaveLength(1);
});

test('a match day on which too little happened proves nothing', () => {
  const compared = { strange: [], orphans: [], certain: 16 };
  const enough = { fixtures: 26, archived: 1, objects: 1 };

  expect(findDayFaults(compared, enough)).toEqual([]);
  expect(findDayFaults({ ...compared, certain: 15 }, enough)).toHaveLength(1);
  expect(findDayFaults(compared, { fixtures: 25, archived: 2, objects: 1 })).toHaveLength(2);
  expect(findDayFaults({ ...compared, orphans: ['7/x.mp4'] }, enough)).toEqual([
    'the object 7/x.mp4 belongs to no row',
  ]);
});

describe('terms of a lead', () => {
  const line = (time: number, msg: string): string => JSON.stringify({ level: 30, time, msg });

  test('last from the first log line to the last, or to the end of the process, or until now', () => {
    const log = [
      line(100, 'projector leads'),
      line(150, 'scheduler leads'),
      line(200, 'projector no longer leads'),
      line(300, 'projector leads'),
      '{"level":30,"ti',
    ].join('\n');

    expect(readTerms('projector', 'a', log, 400)).toEqual([
      { who: 'a', from: 100, to: 200 },
      { who: 'a', from: 300, to: 400 },
    ]);
    expect(readTerms('scheduler', 'a', log, undefined)).toEqual([{ who: 'a', from: 150, to: Infinity }]);
  });

  test('may follow each other and may not overlap', () => {
    const first = { who: 'a', from: 100, to: 200 };
    const second = { who: 'b', from: 200, to: 300 };
    const tooEarly = { who: 'c', from: 250, to: Infinity };

    expect(findOverlaps('projector', [second, first])).toEqual([]);
    expect(findOverlaps('projector', [first, tooEarly, second])).toEqual([
      'c led as projector from 250, while b led until 300',
    ]);
  });
});

describe('steps of the clock', () => {
  const step = {
    offsetMs: 3_600_000,
    lastedMs: 12_000,
    skewMs: 3_600_050,
    recoveryMs: 100,
    storedLate: true,
  };

  test('last as long as the longest window of the limits, whichever it is', () => {
    expect(longestWindowMs('30:1,250:10')).toBe(10_000);
    expect(longestWindowMs('100:120,20:1')).toBe(120_000);
  });

  test.each<[string, Partial<typeof step>, string[]]>([
    ['has no fault', {}, []],
    [
      'that ended with the window proves nothing',
      { lastedMs: 10_000 },
      ['the clock was 3600000 ms off for 10000 ms; the longest window has 10000'],
    ],
    [
      'that the product did not take proves nothing',
      { skewMs: 0 },
      ["the product's clock is 0 ms off; it was set 3600000 ms off"],
    ],
    [
      'after which nothing was stored is a fault',
      { storedLate: false },
      ['no game was left to be stored while the clock was 3600000 ms off'],
    ],
  ])('a step %s', (_what, change, faults) => {
    expect(findStepFaults([{ ...step, ...change }], 10_000)).toEqual(faults);
  });
});

describe('a load', () => {
  const load = { requests: 600, errors: 0, refused: 30, held: { open: 100 } };

  test.each<[string, Partial<typeof load>, number]>([
    ['of which one in twenty is refused is borne', {}, 0],
    ['of which more is refused is not', { refused: 31 }, 1],
    ['of which everything is refused is not', { refused: 600 }, 1],
    ['with an error is not', { errors: 1 }, 1],
    ['without a request proves nothing', { requests: 0, refused: 0 }, 1],
    ['that closes a live feed is not', { held: { open: 99 } }, 1],
  ])('%s', (_what, change, faults) => {
    expect(findLoadFaults({ ...load, ...change }, 100)).toHaveLength(faults);
  });
});

describe('a suite', () => {
  const passed = { status: 'passed', fullName: 'a' };
  const file = (...assertionResults: { status: string; fullName: string }[]) => ({
    name: 'x.test.ts',
    status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    assertionResults,
  });
  const judge = (testResults: Report['testResults']) => judgeReport({ testResults }, 2);

  test('counts its cases, and each that failed is a violation', () => {
    const failed = { status: 'failed', fullName: 'b', failureMessages: ['lost\nat line 1'] };
    expect(judge([file(passed), file(passed, failed)])).toMatchObject({ times: 3, wrong: ['b: lost'] });
  });

  test('is a violation when a file was not run, or broke before its first case', () => {
    expect(judge([file(passed)])).toMatchObject({ wrong: ['1 of 2 files were run'] });
    const broken = { ...file(), status: 'failed', message: 'SyntaxError\nat' };
    expect(judge([file(passed), broken])).toMatchObject({ wrong: ['x.test.ts: SyntaxError'] });
  });

  test('without any case proves nothing', () => {
    expect(judge([file(), file()])).toMatchObject({ times: 0 });
  });

  test('of which every case was skipped was not run', () => {
    const skipped = { status: 'skipped', fullName: 'a' };
    expect(judge([file(skipped), file(skipped)])).toHaveProperty('skipped');
  });
});
