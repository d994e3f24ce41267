/**
 * Bodies that an upstream might send, good ones with a few things changed, walked through everything that reads them: from the bytes to the
 * rows that are stored. Nothing may be thrown; what cannot be used is refused with a reason that can be stored, and what is taken fits
 * its columns.
 */
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FollowedGoal } from '../../src/domain/football/goal.ts';
import { followGoals } from '../../src/domain/football/goals/follow-goals.ts';
import { toParticipantRows } from '../../src/domain/lol/rows/participant-rows.ts';
import type { TimelineColumns } from '../../src/domain/lol/rows/timeline-columns.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createCodeBook } from '../../src/domain/tft/code-book.ts';
import { type BoardRow, createRowMaker, UNRANKED } from '../../src/domain/tft/rows.ts';
import { OTHER_CODE } from '../../src/domain/tft/stored-codes.ts';
import { toStorableReading } from '../../src/football/poll.ts';
import { createLolGameReader } from '../../src/lol/flatten.ts';
import { matchRules, timelineRules } from '../../src/lol/body.ts';
import { LOL_PARTICIPANT } from '../../src/lol/tables.ts';
import { type BodyOutcome, toBodyOutcome } from '../../src/match/body.ts';
import { createGameReader } from '../../src/tft/flatten.ts';
import { tftMatchRules } from '../../src/tft/body.ts';
import { TFT_TABLES } from '../../src/tft/tables.ts';
import { createFixtureParser } from '../../src/upstream/api-football-fixture.ts';
import { API_FOOTBALL, FOOTBALL_BODY, readFixtureList } from '../../src/upstream/api-football.ts';
import type { BodyRules } from '../../src/upstream/body.ts';
import { toOutcome } from '../../src/upstream/call.ts';
import { envelope, errorBody, fixtureItem } from '../../src/upstream/fixtures/football-bodies.ts';
import { lolMatch, lolTimeline, PUUID, tftMatch } from '../../src/upstream/fixtures/riot-bodies.ts';
import type { Outcome } from '../../src/upstream/outcome.ts';
import type { LolMatch } from '../../src/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '../../src/upstream/riot-schema/lol-timeline.ts';
import type { TftMatch } from '../../src/upstream/riot-schema/tft-match.ts';
import { RIOT, RIOT_BODIES } from '../../src/upstream/riot.ts';
import { compileShape } from '../../src/upstream/shape.ts';
import {
  CommunityDragonFile,
  DataDragonFile,
  readCommunityDragon,
  readDataDragon,
} from '../../src/upstream/static-data-files.ts';
import { needsRealBodies, realFiles } from '../support/real-bodies.ts';
import { type Damage, damages, mutate, type Mutation, mutations, toBytes } from './mutations.ts';
import { isStorableText, outOfRange, columnsOutOfRange } from './stored-numbers.ts';
import { claim, hostileSeed, runsOf } from './test-property.ts';

const seed = hostileSeed();

const KEY = new Secret('RGAPI-the-key-that-nobody-may-see');
const NOW = new Date('2026-11-15T12:00:00Z');

/** The first body of some files. */
function realBodies(folder: string, pattern: RegExp, most: number): unknown[] {
  return realFiles(folder, pattern, most).map(({ name, bytes }) => {
    const text = bytes.toString();
    return JSON.parse(name.includes('.ndjson') ? (text.split('\n', 1)[0] ?? '') : text) as unknown;
  });
}

/** Each of the bodies, with a few things changed and its bytes damaged at times. */
function changed(bodies: readonly unknown[], read: (bytes: Buffer) => void) {
  return fc.property(fc.constantFrom(...bodies), mutations, damages, (body, steps, damage) => {
    read(toBytes(mutate(body, steps), damage));
  });
}

function runs(usual: number): fc.Parameters<[unknown, readonly Mutation[], Damage]> {
  return { seed, numRuns: runsOf(usual) };
}

const statuses = [200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 408, 418, 429, 500, 503, 599];

type BodyName = keyof typeof RIOT_BODIES;

function createRiotReader<Body>(name: BodyName): (bytes: Buffer, status?: number) => Outcome<Body> {
  const rules = RIOT_BODIES[name] as BodyRules<unknown>;
  return (bytes, status = 200) => {
    const answer = { type: 'answer', status, headers: {}, bytes, isWhole: true } as const;
    return toOutcome(answer, rules, RIOT, { now: NOW, key: KEY }) as Outcome<Body>;
  };
}

/** What is written of a body, whether it could be read or not. */
function expectStorable({ settlement, seen }: BodyOutcome): void {
  expect(isStorableText(settlement.reason)).toBe(true);
  const names = seen.flatMap(({ puuid, gameName, tagLine }) => [puuid, gameName, tagLine]);
  expect(names.filter((name) => !isStorableText(name))).toEqual([]);
  for (const time of [settlement.endedAt, ...seen.map(({ lastGameAt }) => lastGameAt)])
    expect(time === null || (time.getFullYear() >= 1970 && time.getFullYear() < 10_000)).toBe(true);
}

describe('a game of Teamfight Tactics', () => {
  const codes = createCodeBook();
  const toRows = createRowMaker(codes);
  const last = { unit: 0, item: 0, trait: 0 };
  const readGame = createGameReader();

  /** As the projector does it: ids that the code book misses get the next number, then the rows are made again. */
  function rowsOf(...asked: Parameters<typeof toRows>): BoardRow[] {
    for (let tries = 0; tries < 3; tries++) {
      const rows = toRows(...asked);
      const missing = codes.takeMissing();
      if (missing.length === 0) return rows;
      for (const { kind, ids } of missing)
        codes.learn(
          ids.map((id) => ({ kind, id, code: (last[kind] = Math.min(last[kind] + 1, OTHER_CODE)) })),
        );
    }
    throw new Error('there are always codes missing');
  }

  function createReader(): (bytes: Buffer) => void {
    const read = createRiotReader<TftMatch>('tftMatch');
    const writers = TFT_TABLES.map((table) => table.openWriter());
    return (bytes) => {
      const outcome = read(bytes);
      const id = outcome.outcome === 'ok' ? outcome.body.metadata.match_id : 'EUW1_7000000001';
      const settled = toBodyOutcome(outcome, { id, attempts: 3 }, 0.5, tftMatchRules);
      expectStorable(settled);
      if (outcome.outcome !== 'ok') return;
      expect(settled.settlement.state).toBe('stored');
      const kept = readGame(id, zstdCompressSync(outcome.bytes));
      if (kept.type === 'fault') {
        // What was taken from the wire can be read from the store, too; it may only not be counted.
        claim(kept.reason).toMatch(/boards|place|units and items|has no number/);
        return;
      }
      const rows = rowsOf(kept.game, { game: 1, number: kept.number });
      expect(rows.flatMap(outOfRange)).toEqual([]);
      for (const writer of writers) {
        for (const board of rows) writer.add({ board, rank: UNRANKED });
        expect(writer.block('17.4', 1) === null).toBe(writer.sizeBytes() === 0);
        writer.clear();
      }
    };
  }

  test('of our own making, changed', () => {
    fc.assert(changed([tftMatch(), tftMatch({ participants: [] })], createReader()), runs(250));
  });

  test('that was really played, changed', (context) => {
    needsRealBodies(context);
    fc.assert(changed(realBodies('tft-match', /ndjson/, 8), createReader()), runs(75));
  });
});

describe('a game of League of Legends', () => {
  function createReader(timeline: LolTimeline | null): (bytes: Buffer) => void {
    const read = createRiotReader<LolMatch>('lolMatch');
    const stored = createLolGameReader();
    const writer = LOL_PARTICIPANT.openWriter();
    const packed = timeline === null ? null : zstdCompressSync(JSON.stringify(timeline));
    return (bytes) => {
      const outcome = read(bytes);
      const id = outcome.outcome === 'ok' ? outcome.body.metadata.matchId : 'NA1_5000000001';
      const settled = toBodyOutcome(outcome, { id, attempts: 3 }, 0.5, matchRules());
      expectStorable(settled);
      if (outcome.outcome !== 'ok') return;
      const kept = stored.game(id, zstdCompressSync(outcome.bytes));
      if (kept.type === 'fault') {
        claim(kept.reason).toMatch(/has no number/);
        return;
      }
      const told = packed === null ? null : stored.timeline('NA1_5000000001', packed);
      const rows = toParticipantRows(kept.game, told?.type === 'timeline' ? told.timeline : null, {
        game: 1,
        number: kept.number,
      });
      expect(rows.flatMap(columnsOutOfRange)).toEqual([]);
      for (const row of rows) writer.add(row);
      expect(writer.block('16', 1) === null).toBe(rows.length === 0);
      writer.clear();
    };
  }

  test('of our own making, changed', () => {
    fc.assert(changed([lolMatch(), lolMatch({ participants: [] })], createReader(lolTimeline())), runs(200));
  });

  test('that was really played, changed', (context) => {
    needsRealBodies(context);
    fc.assert(changed(realBodies('lol-match', /json/, 8), createReader(null)), runs(40));
  });

  function createTimelineReader(game: LolMatch): (bytes: Buffer) => void {
    const read = createRiotReader<LolTimeline>('lolTimeline');
    const stored = createLolGameReader();
    const kept = stored.game(game.metadata.matchId, zstdCompressSync(JSON.stringify(game)));
    if (kept.type === 'fault') throw new Error(kept.reason);
    return (bytes) => {
      const outcome = read(bytes);
      const id = outcome.outcome === 'ok' ? outcome.body.metadata.matchId : 'NA1_5000000001';
      expectStorable(toBodyOutcome(outcome, { id, attempts: 3 }, 0.5, timelineRules()));
      if (outcome.outcome !== 'ok') return;
      const told = stored.timeline(id, zstdCompressSync(outcome.bytes));
      if (told.type === 'fault') throw new Error(`it was taken and cannot be read: ${told.reason}`);
      const rows = toParticipantRows(kept.game, told.timeline, { game: 1, number: kept.number });
      expect(rows.flatMap(columnsOutOfRange)).toEqual([]);
      const numbers = rows.flatMap(({ timeline }) => numbersOf(timeline));
      expect(numbers.filter((number) => !Number.isInteger(number) || Math.abs(number) > 2 ** 32)).toEqual([]);
    };
  }

  test('its timeline, of our own making, changed', () => {
    fc.assert(changed([lolTimeline()], createTimelineReader(lolMatch())), runs(200));
  });

  test('its timeline, as it was really sent, changed', (context) => {
    needsRealBodies(context);
    fc.assert(changed(realBodies('lol-timeline', /json/, 2), createTimelineReader(lolMatch())), runs(12));
  });
});

describe('everything else that Riot is asked for', () => {
  const standing = { puuid: PUUID, leaguePoints: 12, rank: 'I', wins: 3, losses: 4, queueType: 'RANKED_TFT' };
  const bodies: readonly [BodyName, unknown][] = [
    ['account', { puuid: PUUID, gameName: 'Reed', tagLine: 'EUW' }],
    ['activeRegion', { puuid: PUUID, game: 'lol', region: 'euw1' }],
    ['league', { tier: 'MASTER', queue: 'RANKED_TFT', entries: [standing] }],
    ['leagueEntries', [{ ...standing, tier: 'GOLD' }]],
    ['matchIds', ['EUW1_7000000001', 'EUW1_7000000002']],
    ['status', { id: 'EUW1', name: 'EU West', maintenances: [], incidents: [{ id: 1, titles: [] }] }],
  ];

  test.each(bodies)('%s, changed, under any status', (name, body) => {
    const read = createRiotReader(name);
    fc.assert(
      fc.property(mutations, damages, fc.constantFrom(...statuses), (steps, damage, status) => {
        const outcome = read(toBytes(mutate(body, steps), damage), status);
        expect(JSON.stringify(outcome)).not.toContain(KEY.reveal());
        if (status >= 300) claim(outcome.outcome).not.toBe('ok');
      }),
      { seed, numRuns: runsOf(150) },
    );
  });
});

describe('football', () => {
  const parser = createFixtureParser();

  function createReader(): (bytes: Buffer, status?: number) => void {
    let count = 0;
    return (bytes, status = 200) => {
      const answer = { type: 'answer', status, headers: {}, bytes, isWhole: true } as const;
      const outcome = toOutcome(answer, FOOTBALL_BODY, API_FOOTBALL, { now: NOW, key: KEY });
      expect(JSON.stringify(outcome)).not.toContain(KEY.reveal());
      if (outcome.outcome !== 'ok') return;
      const list = readFixtureList(outcome, parser);
      if (list.outcome !== 'ok') return;
      for (const { reading, bytes: item } of list.body.fixtures) {
        // What is kept of an item reads as the item did.
        expect(parser.parse(item)).toEqual({ type: 'read', reading });
        const storable = toStorableReading(reading);
        let known: readonly FollowedGoal[] = [];
        for (let poll = 0; poll < 4; poll++) {
          const at = new Date(NOW.getTime() + poll * 60_000);
          const followed = followGoals(
            known,
            poll === 2 ? { ...storable, events: [] } : storable,
            at,
            () => `g${count++}`,
          );
          known = followed.goals;
          const texts = followed.changes.flatMap(({ before, after }) => [before, after]);
          expect(texts.filter((text) => !isStorableText(text))).toEqual([]);
        }
        for (const goal of known) {
          const { playerName, assistName, teamName, label } = goal;
          expect([playerName, assistName, teamName, label].filter((text) => !isStorableText(text))).toEqual(
            [],
          );
          const { playerId, assistId, teamId, minute, extraMinute } = goal;
          const numbers = [playerId, assistId, teamId, minute, extraMinute].filter((one) => one !== null);
          expect(numbers.filter((one) => !Number.isInteger(one) || Math.abs(one) > 2 ** 31)).toEqual([]);
        }
      }
    };
  }

  test('answers of our own making, changed, under any status', () => {
    const read = createReader();
    const bodies = [envelope([fixtureItem(1), fixtureItem(2)]), errorBody({ token: 'no' }), envelope([])];
    fc.assert(changed(bodies, read), runs(250));
    fc.assert(
      changed(bodies, (bytes) => read(bytes, statuses[bytes.length % statuses.length])),
      runs(100),
    );
  });

  test('answers that were really sent, changed', (context) => {
    needsRealBodies(context);
    fc.assert(
      changed(realBodies('football', /^(live_all|fixtures)_.*_\d{1,2}fx/, 4), createReader()),
      runs(25),
    );
  });
});

describe('static data', () => {
  const shown = { id: 'TFT17_Beekeeper', name: 'Beekeeper', tier: 3, image: { full: 'x.png', group: 'tft' } };
  const ofDataDragon = { type: 'tft', version: '16.1.1', data: { 'a/TFT17_Beekeeper': shown } };
  const ofCommunityDragon = {
    items: [{ apiName: 'TFT_Item_Veil', name: 'Veil', icon: 'a/b.tex', composition: ['TFT_Item_A'] }],
    setData: [
      {
        number: 17,
        champions: [{ apiName: 'TFT17_Beekeeper', name: 'Beekeeper', cost: 3, traits: ['Gardener'] }],
        traits: [{ apiName: 'TFT17_Gardener', name: 'Gardener', effects: [{ minUnits: 2 }] }],
      },
    ],
    sets: { 17: { champions: [], traits: [] } },
  };

  const dataDragon = compileShape(DataDragonFile);
  const communityDragon = compileShape(CommunityDragonFile);

  function read(bytes: Buffer): void {
    const body = parse(bytes);
    const entries = dataDragon.fits(body)
      ? [
          ...readDataDragon('units', body, '16.1.1').units,
          ...readDataDragon('items', body, '16.1.1').items,
          ...readDataDragon('traits', body, '16.1.1').traits,
        ]
      : [];
    if (communityDragon.fits(body)) {
      const { units, items, traits } = readCommunityDragon(body);
      entries.push(...units, ...items, ...traits);
    } else claim(isStorableText(communityDragon.describeFault(body).toWellFormed())).toBe(true);
    const texts = entries.flatMap(({ id, name, icon }) => [id, name, icon?.path ?? null]);
    expect(texts.filter((text) => !isStorableText(text))).toEqual([]);
    expect(entries.filter(({ icon }) => icon?.path.includes('/../') === true)).toEqual([]);
  }

  test('of both dragons, changed', () => {
    fc.assert(changed([ofDataDragon, ofCommunityDragon], read), runs(300));
  });
});

function numbersOf(timeline: TimelineColumns): number[] {
  const states = [timeline.at10, timeline.at15, timeline.diff10, timeline.diff15];
  const told = states.flatMap((state) => (state === null ? [] : [state.gold, state.minions, state.xp]));
  const first = [timeline.firstDeath, timeline.firstKill, timeline.firstItem].filter((one) => one !== null);
  return told.concat(first, timeline.itemIds, timeline.itemSeconds);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined; // The client has said so before: these readers get what is JSON.
  }
}
