/**
 * The table of League of Legends: one row is one participant of one match. Sorted by player, because
 * questions read one player's whole history; a season is a partition, so that one season can be rebuilt
 * alone. A change of a column requires a new `LOL_PROJECTION_VERSION`: the projector then builds the table
 * again beside the old one.
 */
import { type ParticipantRow, STANDING_CODES } from '#/domain/lol/rows/participant-rows.ts';
import { LOL_ROLES } from '#/domain/lol/rows/role.ts';
import type { TableShape } from '#/runtime/clickhouse/projected-tables.ts';
import {
  bits,
  bitsList,
  createRowWriter,
  largeNumber,
  largeNumbers,
  maybeNumber,
  repeatedText,
  type RowColumn,
  type RowWriter,
  smallNumber,
  text,
  tinyNumber,
  wideNumber,
} from '#/runtime/clickhouse/row-columns.ts';

const STANDING_TYPE = enumType(Object.entries(STANDING_CODES));
const ROLE_TYPE = enumType(LOL_ROLES.map((role, code) => [role, code]));

const WHICH: readonly RowColumn<ParticipantRow>[] = [
  bits('player', (row) => row.player),
  wideNumber('started_at', (row) => row.startedAt, "DateTime64(3, 'UTC')"),
  largeNumber('game', (row) => row.game),
  tinyNumber('seat', (row) => row.seat),
  wideNumber('number', (row) => row.number),
  tinyNumber('platform', (row) => row.platform),
  text('puuid', (row) => row.puuid),
  text('name', (row) => row.name),
  text('tag', (row) => row.tag),
  tinyNumber('is_bot', (row) => row.isBot),
  smallNumber('queue', (row) => row.queue),
  largeNumber('seconds', (row) => row.seconds),
  repeatedText('patch', (row) => row.patch),
  tinyNumber('standing', (row) => row.standing, STANDING_TYPE),
];

const PLAYED: readonly RowColumn<ParticipantRow>[] = [
  smallNumber('champion', (row) => row.champion),
  repeatedText('champion_name', (row) => row.championName),
  tinyNumber('role', (row) => row.role, ROLE_TYPE),
  smallNumber('team', (row) => row.team),
  tinyNumber('placement', (row) => row.placement),
  tinyNumber('win', (row) => row.win),
  smallNumber('kills', (row) => row.kills),
  smallNumber('deaths', (row) => row.deaths),
  smallNumber('assists', (row) => row.assists),
  smallNumber('minions', (row) => row.minions),
  largeNumber('gold', (row) => row.gold),
  largeNumber('damage', (row) => row.damage),
  largeNumber('damage_taken', (row) => row.damageTaken),
  smallNumber('vision', (row) => row.vision),
  tinyNumber('level', (row) => row.level),
  bitsList('mates', (row) => row.mates),
  bits('opponent', (row) => row.opponent),
];

const TOLD: readonly RowColumn<ParticipantRow>[] = [
  tinyNumber('has_timeline', (row) => row.hasTimeline),
  ...minute('10', (row) => [row.timeline.at10, row.timeline.diff10]),
  ...minute('15', (row) => [row.timeline.at15, row.timeline.diff15]),
  maybeNumber('first_death', (row) => row.timeline.firstDeath),
  maybeNumber('first_kill', (row) => row.timeline.firstKill),
  maybeNumber('first_item', (row) => row.timeline.firstItem),
  largeNumbers('item_ids', (row) => row.timeline.itemIds),
  largeNumbers('item_seconds', (row) => row.timeline.itemSeconds),
];

export const LOL_COLUMNS: readonly RowColumn<ParticipantRow>[] = [...WHICH, ...PLAYED, ...TOLD];

type Told = ParticipantRow['timeline']['at10'];

function minute(
  name: string,
  of: (row: ParticipantRow) => readonly [own: Told, difference: Told],
): RowColumn<ParticipantRow>[] {
  return [
    maybeNumber(`gold_${name}`, (row) => of(row)[0]?.gold ?? null),
    maybeNumber(`minions_${name}`, (row) => of(row)[0]?.minions ?? null),
    maybeNumber(`xp_${name}`, (row) => of(row)[0]?.xp ?? null),
    maybeNumber(`gold_diff_${name}`, (row) => of(row)[1]?.gold ?? null),
    maybeNumber(`minions_diff_${name}`, (row) => of(row)[1]?.minions ?? null),
    maybeNumber(`xp_diff_${name}`, (row) => of(row)[1]?.xp ?? null),
  ];
}

function enumType(values: readonly (readonly [name: string, code: number])[]): string {
  return `Enum8(${values.map(([name, code]) => `'${name}' = ${code}`).join(', ')})`;
}

const NAMES = LOL_COLUMNS.map(({ name }) => name);

export const LOL_PARTICIPANT: TableShape = {
  name: 'lol_participant',
  columns: [
    { name: 'season', type: 'LowCardinality(String)' },
    ...LOL_COLUMNS.map(({ name, type }) => ({ name, type })),
    { name: 'batch', type: 'UInt64' },
  ],
  partitionBy: 'season',
  orderBy: 'player, started_at, game',
  // A history is a few hundred rows: small pieces, so that few others are unpacked with them.
  settings: ['index_granularity = 1024', 'min_compress_block_size = 8192', 'max_compress_block_size = 65536'],
  bucketBy: 'game',
  game: 'game',
  // A timeline that comes after its game changes the game's rows, and thousands of them may.
  removal: 'mask',
  sent: ['season', 'batch', ...NAMES],
  proved: NAMES,
  ranks: [],
};

/** Real games with timelines have 374. */
const ROW_BYTES = 400;

export function createLolRowWriter(): RowWriter<ParticipantRow> {
  return createRowWriter({ partitionBy: 'season', columns: LOL_COLUMNS, rowBytes: ROW_BYTES });
}
