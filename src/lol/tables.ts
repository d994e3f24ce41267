/**
 * The table of League of Legends: one row is one participant of one match, bots included. Sorted by player,
 * because questions read one player's whole history; a season is a partition, so that one season can be
 * rebuilt alone. A change of a column requires a new `LOL_PROJECTION_VERSION`: the projector then builds the
 * table again.
 */
import { STANDING_CODES, type ParticipantRow } from '#/domain/lol/rows/participant-rows.ts';
import { LOL_ROLES } from '#/domain/lol/rows/role.ts';
import {
  bits64,
  bits64s,
  dateTime64,
  enum8,
  nullableI32,
  repeatedText,
  text,
  u16,
  u32,
  u32s,
  u64,
  u8,
} from '#/runtime/clickhouse/native-block.ts';
import { BUCKETS } from '#/runtime/clickhouse/row-proof.ts';
import { column, defineTable, type RowColumn } from '#/runtime/clickhouse/row-table.ts';

const MATCH: readonly RowColumn<ParticipantRow>[] = [
  // The first eight bytes of the puuid's SHA-256, the highest first (`domain/lol/player-hash.ts`); 0 is a
  // bot.
  column('player', bits64, (row) => row.player),
  column('started_at', dateTime64, (row) => row.startedAt),
  // `gamekeeper.raw.game`
  column('game', u32, (row) => row.game),
  column('seat', u8, (row) => row.seat),
  // With the platform (`domain/tft/stored-codes.ts`) it gives the match id.
  column('number', u64, (row) => row.number),
  column('platform', u8, (row) => row.platform),
  column('puuid', text, (row) => row.puuid),
  column('name', text, (row) => row.name),
  column('tag', text, (row) => row.tag),
  column('is_bot', u8, (row) => row.isBot),
  column('queue', u16, (row) => row.queue),
  // 0 for a match that was never played.
  column('seconds', u32, (row) => row.seconds),
  // The first two numbers of the client's version ('16.4'), or ''.
  column('patch', repeatedText, (row) => row.patch),
  column('standing', enum8(Object.entries(STANDING_CODES)), (row) => row.standing),
];

const RESULT: readonly RowColumn<ParticipantRow>[] = [
  column('champion', u16, (row) => row.champion),
  column('champion_name', repeatedText, (row) => row.championName),
  // '' if the mode has no roles or the role is not known.
  column('role', enum8(LOL_ROLES.map((role, code) => [role, code])), (row) => row.role),
  // 100 is blue and 200 red; in Arena, the number of the group.
  column('team', u16, (row) => row.team),
  // In Arena, else 0.
  column('placement', u8, (row) => row.placement),
  column('win', u8, (row) => row.win),
  column('kills', u16, (row) => row.kills),
  column('deaths', u16, (row) => row.deaths),
  column('assists', u16, (row) => row.assists),
  // Those of the jungle included.
  column('minions', u16, (row) => row.minions),
  column('gold', u32, (row) => row.gold),
  column('damage', u32, (row) => row.damage),
  column('damage_taken', u32, (row) => row.damageTaken),
  column('vision', u16, (row) => row.vision),
  column('level', u8, (row) => row.level),
  // The people on the same team, without the player.
  column('mates', bits64s, (row) => row.mates),
  // Has the same role on the other team; 0 is a bot, or not known.
  column('opponent', bits64, (row) => row.opponent),
];

/** Null or empty without a timeline. Times are seconds into the match; null: it did not happen. */
const TIMELINE: readonly RowColumn<ParticipantRow>[] = [
  column('has_timeline', u8, (row) => row.hasTimeline),
  ...minute('10', (row) => [row.timeline.at10, row.timeline.diff10]),
  ...minute('15', (row) => [row.timeline.at15, row.timeline.diff15]),
  column('first_death', nullableI32, (row) => row.timeline.firstDeath),
  column('first_kill', nullableI32, (row) => row.timeline.firstKill),
  column('first_item', nullableI32, (row) => row.timeline.firstItem),
  // What was bought and neither undone nor used up for another item, in order.
  column('item_ids', u32s, (row) => row.timeline.itemIds),
  column('item_seconds', u32s, (row) => row.timeline.itemSeconds),
];

export const LOL_COLUMNS = [...MATCH, ...RESULT, ...TIMELINE];

export const LOL_PARTICIPANT = defineTable<ParticipantRow, ParticipantRow>({
  name: 'lol_participant',
  // The first number of the client's version ('16'), or 'unknown'.
  partitionBy: 'season',
  orderBy: 'player, started_at, game',
  own: LOL_COLUMNS,
  rowsOf: (row) => [row],
  // A history is a few hundred rows: small granules, so that few other rows are decompressed with them.
  settings: ['index_granularity = 1024', 'min_compress_block_size = 8192', 'max_compress_block_size = 65536'],
  bucketBy: 'game',
  bucketOf: ({ game }) => game % BUCKETS,
  game: 'game',
  // A timeline that arrives after its match replaces the rows of the match, and there may be thousands.
  removal: 'mask',
});

type AtMinute = ParticipantRow['timeline']['at10'];

/**
 * The player's numbers at that minute, and the difference to the opponent; null if the match was over before.
 */
function minute(
  name: string,
  of: (row: ParticipantRow) => readonly [own: AtMinute, difference: AtMinute],
): RowColumn<ParticipantRow>[] {
  return [
    column(`gold_${name}`, nullableI32, (row) => of(row)[0]?.gold ?? null),
    column(`minions_${name}`, nullableI32, (row) => of(row)[0]?.minions ?? null),
    column(`xp_${name}`, nullableI32, (row) => of(row)[0]?.xp ?? null),
    column(`gold_diff_${name}`, nullableI32, (row) => of(row)[1]?.gold ?? null),
    column(`minions_diff_${name}`, nullableI32, (row) => of(row)[1]?.minions ?? null),
    column(`xp_diff_${name}`, nullableI32, (row) => of(row)[1]?.xp ?? null),
  ];
}
