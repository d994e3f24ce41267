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

  test('a body that was sent long before the kill and is not stored is a violation', () => {
    const ledger = createServedLedger(1_000);
    ledger.look(served({ KR_1: 1 }), 500);
    ledger.closeLife(1_501, new Set());

    expect(ledger.needless()).toEqual(['KR_1']);
  });
});

describe('what is kept, against what is listed', () => {
  const stored = (id: string): KeptGame => ({ id, state: 'stored', reason: null, bodies: 1 });
  const boards = (number: string, count = 8, units = 60) => ({
    number,
    boards: count,
    seats: Math.min(8, count),
    units,
  });
  const listed = { must: new Set(['KR_1', 'KR_2']), may: new Set(['KR_1', 'KR_2', 'KR_3']) };
  const body = { boards: 8, units: 60 };
  const bodies = new Map([
    ['KR_1', body],
    ['KR_2', null],
    ['KR_3', body],
    ['KR_4', body],
  ]);
  const missing: KeptGame = { id: 'KR_2', state: 'wanted', reason: 'notFound: Data not found', bodies: 0 };
  const good: Kept = { games: [stored('KR_1'), missing], boards: [boards('1')], unitRows: 60 };
  const twice = { boards: [boards('1', 16, 120)], unitRows: 120 };
  const one = (id: string) => ({
    games: [...good.games, stored(`KR_${id}`)],
    boards: [boards('1'), boards(id)],
    unitRows: 120,
  });
  const wanted = { games: [{ ...missing, id: 'KR_1' }, missing], boards: [], unitRows: 0 };

  test.each<[string, Partial<Kept>, number[]]>([
    ['everything is right', {}, [0, 0, 0]],
    ['a listed match is not known', { games: [stored('KR_1')] }, [1, 0, 0]],
    ['a match that exists is still wanted', wanted, [1, 0, 0]],
    ['another reason', { games: [stored('KR_1'), { ...missing, reason: 'unavailable' }] }, [1, 0, 0]],
    ['a match has no boards', { boards: [] }, [1, 0, 0]],
    ['a match has a board too few', { boards: [boards('1', 7)] }, [1, 0, 0]],
    ['a match has a board too many', { boards: [boards('1', 9)] }, [0, 1, 0]],
    ['a match has its boards twice', twice, [0, 2, 0]],
    ['a row of a unit is missing', { unitRows: 59 }, [1, 0, 0]],
    ['a match is listed nowhere', one('4'), [0, 0, 1]],
    ['a match that has just left the span is stored', one('3'), [0, 0, 0]],
    ['there are boards of a match that is not known', { boards: [boards('1'), boards('9')] }, [0, 0, 1]],
  ])('lost, doubled, listed nowhere when %s', (_what, kept, expected) => {
    const found = compareWithUpstream(listed, bodies, { ...good, ...kept });

    expect([found.lost.length, found.duplicated.length, found.strange.length]).toEqual(expected);
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
    ['a line that a kill has cut off is none', `${fine}{"level":30,"ms`, 0],
  ])('%s', (_what, log, faults) => {
    expect(findLogFaults(log, true)).toHaveLength(faults);
    expect(findLogFaults(log, false)).toHaveLength(log.endsWith('\n') ? faults : 1);
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

describe('a step of the clock', () => {
  const step = {
    offsetMs: 3_600_000,
    lastedMs: 12_000,
    skewMs: 3_600_050,
    recoveryMs: 100,
    storedLate: true,
  };

  test('has to last longer than the longest window of the limits, whichever it is', () => {
    expect(longestWindowMs('30:1,250:10')).toBe(10_000);
    expect(longestWindowMs('100:120,20:1')).toBe(120_000);
  });

  test.each<[string, Partial<typeof step>, (string | RegExp)[]]>([
    ['has no fault', {}, []],
    ['that ended with the window proves nothing', { lastedMs: 10_000 }, [/the longest window has 10000$/]],
    [
      'that the product did not follow proves nothing',
      { skewMs: 0 },
      [/is 0 ms off; it was set 3600000 ms off$/],
    ],
    ['after which nothing was stored is a fault', { storedLate: false }, [/^no match was left to be stored/]],
  ])('%s', (_what, change, faults) => {
    const expected = faults.map((fault) => expect.stringMatching(fault));
    expect(findStepFaults([{ ...step, ...change }], 10_000)).toEqual(expected);
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

describe('a suite of test files', () => {
  const passed = { status: 'passed', fullName: 'a' };
  const failed = { status: 'failed', fullName: 'b', failureMessages: ['lost\nat line 1'] };
  const skipped = { status: 'skipped', fullName: 'c' };
  const file = (...assertionResults: Report['testResults'][number]['assertionResults']) => ({
    name: 'x.test.ts',
    status: assertionResults.includes(failed) ? 'failed' : 'passed',
    assertionResults,
  });
  const broken = { ...file(), status: 'failed', message: 'SyntaxError\nat' };

  test.each<[string, Report['testResults'], object]>([
    [
      'counts its cases, and each that failed',
      [file(passed), file(passed, failed)],
      { times: 3, wrong: ['b: lost'] },
    ],
    ['has to run every file', [file(passed)], { wrong: ['1 of 2 files were run'] }],
    ['may not break before its first case', [file(passed), broken], { wrong: ['x.test.ts: SyntaxError'] }],
    ['without any case proves nothing', [file(), file()], { times: 0 }],
    [
      'of which every case was skipped was not run',
      [file(skipped), file(skipped)],
      { skipped: expect.any(String) },
    ],
  ])('%s', (_what, testResults, expected) => {
    expect(judgeReport({ testResults }, 2)).toMatchObject(expected);
  });
});
