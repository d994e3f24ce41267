/**
 * All games of one player, from the rows of ClickHouse. The table is sorted by a hash of the player, so a thousand games are a few thousand
 * rows to read, however many millions there are; the puuid beside it makes certain that it is the same player.
 *
 * Columns are asked for as they are, and games are put in order here: lists made by the engine, and its sorting, took a seventh of the time.
 */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { GameTimeline, MinuteMark, PlayedGame, Role, Side } from '#/domain/lol/history/played-game.ts';
import { playerHash } from '#/domain/lol/player-hash.ts';
import type { GameStanding } from '#/domain/riot/lol-game.ts';
import { platformName } from '#/domain/tft/stored-codes.ts';
import { ask, type Statement } from '../ask.ts';

type Mark = [
  gold: number | null,
  minions: number | null,
  xp: number | null,
  goldDifference: number | null,
  minionsDifference: number | null,
  xpDifference: number | null,
];

type Row = [
  platform: number,
  number: string,
  startedAt: number | string,
  seconds: number,
  queue: number,
  patch: string,
  champion: number,
  championName: string,
  role: Role | '',
  team: number,
  win: number,
  standing: GameStanding,
  kills: number,
  deaths: number,
  assists: number,
  minions: number,
  gold: number,
  damage: number,
  vision: number,
  mates: string[],
  hasTimeline: number,
  firstDeath: number | null,
  firstKill: number | null,
  firstItem: number | null,
  ...at10: Mark,
  ...at15: Mark,
];
/** Where the columns at ten and at fifteen minutes begin. */
const AT_10 = 24;
const AT_15 = 30;

// Numbers of 64 bits travel as texts: JSON would round them.
const COLUMNS = `platform, toString(number), toUnixTimestamp64Milli(started_at), seconds, queue, patch,
  champion, champion_name, role, team, win, standing, kills, deaths, assists, minions, gold, damage, vision,
  cast(mates as Array(String)), has_timeline, first_death, first_kill, first_item,
  gold_10, minions_10, xp_10, gold_diff_10, minions_diff_10, xp_diff_10,
  gold_15, minions_15, xp_15, gold_diff_15, minions_diff_15, xp_diff_15`;

/** Newest first. */
export async function readGames(
  clickhouse: ClickHouseReader,
  puuid: string,
  signal?: AbortSignal,
): Promise<PlayedGame[]> {
  const statement: Statement = {
    query: `select ${COLUMNS} from lol_participant where player = {player:UInt64} and puuid = {puuid:String}`,
    parameters: { player: String(playerHash(puuid)), puuid },
  };
  const rows = await ask<Row>(clickhouse, statement, signal);
  return rows.map(toPlayedGame).sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
}

function toPlayedGame(row: Row): PlayedGame {
  const [platform, number, startedAt, seconds, queue, patch, champion, championName, role, team, win] = row;
  return {
    id: `${platformName(platform).toUpperCase()}_${number}`,
    startedAt: Number(startedAt),
    seconds,
    queue,
    patch,
    champion,
    championName,
    role,
    side: toSide(team),
    isWin: win === 1,
    standing: row[11],
    kills: row[12],
    deaths: row[13],
    assists: row[14],
    minions: row[15],
    gold: row[16],
    damage: row[17],
    vision: row[18],
    mates: row[19],
    timeline: row[20] === 1 ? toTimeline(row) : null,
  };
}

function toSide(team: number): Side {
  if (team === 100) return 'blue';
  return team === 200 ? 'red' : 'other';
}

function toTimeline(row: Row): GameTimeline {
  return {
    at10: toMark(row.slice(AT_10, AT_15) as Mark),
    at15: toMark(row.slice(AT_15) as Mark),
    firstDeath: row[21],
    firstKill: row[22],
    firstItem: row[23],
  };
}

/** Null: the game was over by then. */
function toMark([
  gold,
  minions,
  xp,
  goldDifference,
  minionsDifference,
  xpDifference,
]: Mark): MinuteMark | null {
  if (gold === null || minions === null || xp === null) return null;
  return { gold, minions, xp, goldDifference, minionsDifference, xpDifference };
}
