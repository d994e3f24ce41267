/** From rows in ClickHouse and ranks in PostgreSQL to an analysis that keeps to the contract: rows written by hand, and real bodies. */
import { LolCell, LolEstimate } from '#/contract/lol-cells.ts';
import { LolAnalysis, LolFinding, LolHistoryOptions } from '#/contract/lol-history.ts';
import { inventGame } from '#/domain/lol/history/fixtures/invented-games.ts';
import { DEFAULT_OPTIONS } from '#/domain/lol/history/history-options.ts';
import { playerHash } from '#/domain/lol/player-hash.ts';
import { type ParticipantRow, toParticipantRows } from '#/domain/lol/rows/participant-rows.ts';
import { createLolGameReader } from '#/lol/flatten.ts';
import { LOL_PARTICIPANT } from '#/lol/tables.ts';
import { appendChangedRanks } from '#/match/ranks.ts';
import { sendRows } from '../../../test/support/projector/send-rows.ts';
import { createTestClickHouse, type TestClickHouse } from '../../../test/support/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createLolAnalytics, type LolAnalytics } from './lol-analytics.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';

const MATCHES = join(import.meta.dirname, '../../../../shared/data/lol-match');
const SCHEMAS = { LolEstimate, LolCell, LolHistoryOptions, LolFinding };

let postgres: TestDatabase;
let clickhouse: TestClickHouse;
let analytics: LolAnalytics;

beforeAll(async () => {
  postgres = await createTestDatabase();
  const { database } = postgres;
  clickhouse = await createTestClickHouse(database);
  analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
});
afterAll(async () => {
  await clickhouse.drop();
  await postgres.drop();
});

function faultsOf(analysis: unknown): unknown {
  return [...Errors(SCHEMAS, LolAnalysis, analysis)].map(
    ({ instancePath, message }) => `${instancePath}: ${message}`,
  );
}

describe('rows written by hand', () => {
  const [me, friend, stranger] = ['puuid-me', 'puuid-friend', 'puuid-stranger'];
  const at = (hour: number): string =>
    new Date(Date.UTC(2026, 2, 2, hour)).toISOString().slice(0, -1).replace('T', ' ');
  const hashOf = (puuid: string): string => String(playerHash(puuid));
  const FIRST_GAME = { kills: 3, deaths: 2, assists: 1, minions: 150, gold: 9_000 };
  const SECOND_GAME = { damage: 12_345, vision: 17, role: '', queue: 450 };
  /** Of the last game, at a minute: gold, minions and experience, and their differences to the opponent. */
  const MARKS = { 10: [3_000, 70, 4_000, -250, null, 0], 15: [5_100, 112, 7_200, 333, -4, 21] } as const;
  const columnsOf = (minute: 10 | 15): object => {
    const names = ['gold', 'minions', 'xp', 'gold_diff', 'minions_diff', 'xp_diff'];
    return Object.fromEntries(names.map((name, index) => [`${name}_${minute}`, MARKS[minute][index]]));
  };
  const markAt = (minute: 10 | 15): object => {
    const [gold, minions, xp, goldDifference, minionsDifference, xpDifference] = MARKS[minute];
    return { gold, minions, xp, goldDifference, minionsDifference, xpDifference };
  };
  const row = (puuid: string, game: number, more: object = {}): object => ({
    season: '16',
    player: hashOf(puuid),
    puuid,
    name: `name of ${puuid}`,
    tag: 'TAG',
    game,
    number: 7_000_000_000 + game,
    platform: 6,
    started_at: at(10 + game),
    seconds: 1_800,
    queue: 420,
    patch: '16.4',
    standing: 'played',
    champion: 103,
    champion_name: 'Ahri',
    role: 'MIDDLE',
    team: 100,
    ...more,
  });

  beforeAll(async () => {
    const [friendHash, strangerHash] = [hashOf(friend), hashOf(stranger)];
    await clickhouse.writer.insert({
      table: 'lol_participant',
      rows: [
        row(me, 1, { win: 1, mates: [friendHash, strangerHash], ...FIRST_GAME }),
        row(me, 2, { mates: [friendHash], has_timeline: 1, first_kill: 95, team: 200, ...SECOND_GAME }),
        row(me, 3, { standing: 'remake', seconds: 240, team: 7 }),
        row(me, 4, {
          season: '15',
          has_timeline: 1,
          ...columnsOf(10),
          ...columnsOf(15),
          first_death: 61,
          first_item: 700,
        }),
        row(friend, 1, { name: 'Old name' }),
        row(friend, 2, { name: 'Willow', tag: 'EUW' }),
        row(friend, 3, { name: '' }),
        // Somebody else with the same hash: once in many million players, but not never.
        row('puuid-double', 9, { player: hashOf(me) }),
      ],
    });
    const ladder = { source: 'lol', platform: 'euw1', queue: 'RANKED_SOLO_5x5' };
    const rank = { puuid: me, tier: 'GOLD', division: 'I', leaguePoints: 90, wins: 10, losses: 9 };
    const { database } = postgres;
    await appendChangedRanks(database, { ...ladder, takenAt: new Date('2026-03-01T00:00:00.5Z') }, [rank]);
    const promoted = { ...rank, tier: 'PLATINUM', division: 'IV', leaguePoints: 5 };
    await appendChangedRanks(database, { ...ladder, takenAt: new Date('2026-03-02T00:00:00Z') }, [promoted]);
    await appendChangedRanks(
      database,
      { ...ladder, source: 'tft', takenAt: new Date('2026-03-03T00:00:00Z') },
      [rank],
    );
  });

  test('are the games of that player alone, newest first, of all seasons', async () => {
    const games = await analytics.readGames(me);
    expect(games.map(({ id }) => id)).toEqual([4, 3, 2, 1].map((game) => `EUW1_${7_000_000_000 + game}`));
    const first = { id: 'EUW1_7000000001', startedAt: Date.UTC(2026, 2, 2, 11), ...FIRST_GAME };
    const mates = [hashOf(friend), hashOf(stranger)];
    expect(games.at(-1)).toEqual(inventGame({ ...first, mates, damage: 0, vision: 0 }));
    expect(games[2]).toMatchObject({ side: 'red', isWin: false, ...SECOND_GAME });
    const nothing = { at10: null, at15: null, firstDeath: null, firstKill: null, firstItem: null };
    expect(games[2]?.timeline).toEqual({ ...nothing, firstKill: 95 });
    expect(games[1]).toMatchObject({ standing: 'remake', side: 'other' });
    const marks = { at10: markAt(10), at15: markAt(15) };
    expect(games[0]?.timeline).toEqual({ ...nothing, ...marks, firstDeath: 61, firstItem: 700 });
  });

  test('become an analysis that keeps to the contract, with names of mates and ranks', async () => {
    const { analysis, words } = await analytics.analyse(me, { ...DEFAULT_OPTIONS, champions: [103, 1] });
    expect(faultsOf(analysis)).toEqual([]);
    expect(analysis.counts).toMatchObject({ stored: 4, counted: 3, remakes: 1, withTimeline: 2 });
    expect(analysis.mates).toHaveLength(1);
    expect(analysis.mates[0]).toMatchObject({ gameName: 'Willow', tagLine: 'EUW', n: 2, wins: 1 });
    expect(words).toContain('as Ahri or champion 1');
    expect(analysis.ranks).toHaveLength(1);
    expect(analysis.ranks[0]?.points.map(({ at: time, label, change }) => [time, label, change])).toEqual([
      ['2026-03-01T00:00:00.500Z', 'Gold I 90 LP', null],
      ['2026-03-02T00:00:00.000Z', 'Platinum IV 5 LP', 'promotion'],
    ]);
  });

  test('that nobody waits for any longer are not read', async () => {
    await expect(analytics.analyse(me, DEFAULT_OPTIONS, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

interface Body {
  readonly info: {
    readonly gameStartTimestamp?: number;
    readonly gameCreation: number;
    readonly gameDuration: number;
    readonly queueId: number;
    readonly participants: readonly {
      readonly puuid: string;
      readonly win: boolean;
      readonly gameEndedInEarlySurrender?: boolean;
    }[];
  };
}

const AGAINST_THE_COMPUTER = new Set([830, 840, 850, 870, 880, 890, 1810, 1820, 1830, 1840]);

/** Wins and games of a player by hour and by weekday, from the bodies themselves. */
function countByHand(bodies: readonly Body[], puuid: string, zone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    hourCycle: 'h23',
    weekday: 'short',
  });
  const counts: Record<string, [wins: number, n: number]> = {};
  for (const { info } of bodies) {
    const seat = info.participants.find((one) => one.puuid === puuid);
    const isRemake = info.participants.some((one) => one.gameEndedInEarlySurrender === true);
    if (seat === undefined || isRemake || AGAINST_THE_COMPUTER.has(info.queueId)) continue;
    const parts = format.formatToParts(info.gameStartTimestamp || info.gameCreation);
    const part = (type: string): string => String(parts.find((one) => one.type === type)?.value);
    for (const key of [String(Number(part('hour'))), part('weekday').toLowerCase().slice(0, 3)]) {
      const [wins, n] = counts[key] ?? [0, 0];
      counts[key] = [wins + Number(seat.win), n + 1];
    }
  }
  return Object.fromEntries(Object.entries(counts).map(([key, [wins, n]]) => [key, `${wins} of ${n}`]));
}

describe('real bodies', () => {
  const bodies: Body[] = [];

  beforeAll(async () => {
    if (!existsSync(MATCHES)) return;
    const read = createLolGameReader();
    const seasons = new Map<string, ParticipantRow[]>();
    for (const [game, name] of readdirSync(MATCHES).entries()) {
      const bytes = gunzipSync(readFileSync(join(MATCHES, name)));
      bodies.push(JSON.parse(bytes.toString()) as Body);
      const outcome = read.game(name.replace('.json.gz', ''), zstdCompressSync(bytes));
      if (outcome.type === 'fault') throw new Error(`${name}: ${outcome.reason}`);
      const numbers = { game: 1_000 + game, number: outcome.number };
      for (const row of toParticipantRows(outcome.game, null, numbers))
        seasons.set(row.season, [...(seasons.get(row.season) ?? []), row]);
    }
    let batch = 1;
    for (const [partition, rows] of seasons)
      await sendRows(clickhouse.writer, [LOL_PARTICIPANT], rows, { partition, batch: batch++ });
  });

  const needsData = (context: TestContext): void => {
    if (!existsSync(MATCHES))
      context.skip('needs ../shared/data: real bodies, which are not part of the project');
  };

  test.for(['Europe/Berlin', 'America/New_York', 'Asia/Seoul'])(
    'give the hours and weekdays of %s that the bodies give by hand, for whoever played most',
    async (zone, context) => {
      needsData(context);
      const people = bodies.flatMap(({ info }) => info.participants.map(({ puuid }) => puuid));
      const games = Map.groupBy(people, (puuid) => puuid);
      const often = [...games.keys()]
        .filter((puuid) => puuid !== 'BOT')
        .toSorted((a, b) => Number(games.get(b)?.length) - Number(games.get(a)?.length))
        .slice(0, 8);
      let counted = 0;
      for (const puuid of often) {
        const { analysis } = await analytics.analyse(puuid, { ...DEFAULT_OPTIONS, zone });
        expect(faultsOf(analysis)).toEqual([]);
        const told = [...analysis.hours, ...analysis.weekdays].flatMap(({ key, n, wins }) =>
          n === 0 ? [] : [[key, `${wins} of ${n}`]],
        );
        expect(Object.fromEntries(told)).toEqual(countByHand(bodies, puuid, zone));
        counted += analysis.counts.counted;
      }
      expect(counted).toBeGreaterThan(12);
    },
  );
});
