/**
 * Fills `lol_participant` with invented games: every player has a thousand, over two seasons, spread over all inserts, so that no history
 * lies in one piece unless the engine has merged it. The rows are dealt by the engine itself: ten million from here would take minutes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';

export const GAMES_EACH = 1_000;
const SEASONS = ['15', '16'] as const;
const PIECES_A_SEASON = 10;
/** Who plays with whom: every fifth game with the same friend. */
const CIRCLE = 50;

export function puuidOf(player: number): string {
  return `bench-${String(player).padStart(72, '0')}`;
}

export async function fillParticipants({ writer, reader }: ClickHouse, players: number): Promise<void> {
  const games = GAMES_EACH / SEASONS.length / PIECES_A_SEASON;
  for (const [place, season] of SEASONS.entries()) {
    for (let piece = 0; piece < PIECES_A_SEASON; piece++) {
      const from = (place * PIECES_A_SEASON + piece) * games;
      await writer.command(FILL, { season, players, games, from, circle: CIRCLE });
    }
  }
  for (let quiet = 0; quiet < 3;) {
    const [merges] = await reader.query<[string]>('select count() from system.merges', { asArrays: true });
    quiet = Number(merges?.[0]) === 0 ? quiet + 1 : 0;
    await delay(300);
  }
}

/** The hash as `src/domain/lol/player-hash.ts` has it. */
const hashOf = (index: string): string =>
  `reinterpretAsUInt64(reverse(substring(SHA256(concat('bench-', leftPad(toString(${index}), 72, '0'))), 1, 8)))`;

/** A game number is a player's own: what matters here is how rows lie, not that ten of them make a match. */
const FILL = `insert into lol_participant (season, player, started_at, game, seat, number, platform, puuid, name, tag, queue, seconds, patch,
  standing, champion, champion_name, role, team, win, kills, deaths, assists, minions, gold, damage, damage_taken, vision, level, mates,
  opponent, has_timeline, gold_10, minions_10, xp_10, gold_diff_10, minions_diff_10, xp_diff_10, first_death, item_ids, item_seconds, batch)
with
  toUInt32(number % {players:UInt32}) as who,
  toUInt32({from:UInt32} + intDiv(number, {players:UInt32})) as nth,
  cityHash64(who, nth) as luck,
  concat('bench-', leftPad(toString(who), 72, '0')) as id,
  intDiv(who, {circle:UInt32}) * {circle:UInt32} as circle
select
  {season:String}, ${hashOf('who')}, toDateTime64('2025-01-01 12:00:00', 3, 'UTC') + nth * 61200 + luck % 20000,
  nth * {players:UInt32} + who, luck % 10, 7000000000 + nth * {players:UInt32} + who, 6, id, concat('Player ', toString(who)), 'EUW',
  [420, 440, 450, 400][1 + luck % 4], 1200 + luck % 1500, concat({season:String}, '.', toString(1 + nth % 24)),
  if(luck % 67 = 0, 'remake', 'played'), 1 + luck % 160, concat('Champion', toString(1 + luck % 160)),
  ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'][1 + luck % 5], if(luck % 2 = 0, 100, 200), bitShiftRight(luck, 20) % 100 < 52,
  luck % 15, bitShiftRight(luck, 8) % 12, bitShiftRight(luck, 12) % 20, luck % 250, 6000 + luck % 12000, luck % 40000, luck % 35000,
  luck % 60, 18, [${hashOf('circle + (who + 1) % {circle:UInt32}')}, luck, luck + 1, luck + 2], luck + 3, 1,
  3000 + luck % 900, luck % 90, 3500 + luck % 1000, toInt32(luck % 2000) - 1000, toInt32(luck % 40) - 20, toInt32(luck % 1000) - 500,
  luck % 900, [1001, 3020, 3157, 3089], [60, 600, 1100, 1500], 1
from numbers({players:UInt32} * {games:UInt32})`;
