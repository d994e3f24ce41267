import { expect, test } from 'vitest';
import { LOL_PARTICIPANT } from '#/lol/tables.ts';
import { TFT_TABLES } from '#/tft/tables.ts';
import {
  changedTable,
  createTable,
  dropTable,
  localTable,
  systemParts,
  type ClickHousePlace,
} from './cluster.ts';
import { createTableStatements } from './projected-tables.ts';

const place: ClickHousePlace = { database: 'games', cluster: 'main' };
const alone: ClickHousePlace = { database: 'games', cluster: undefined };
const pet = {
  name: 'pet',
  columns: '  board UInt32',
  keys: 'partition by patch order by (board)',
  settings: ['fsync_after_insert = 1'],
  shardBy: 'board',
};
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('a table is a replicated one on every node and one that is queried; on a single server, one', () => {
  expect(createTable(place, pet).map(squeeze)).toEqual([
    "create table if not exists games.pet_local on cluster 'main' ( board UInt32 ) engine = ReplicatedMergeTree " +
      'partition by patch order by (board) settings fsync_after_insert = 1, replicated_deduplication_window = 0',
    "create table if not exists games.pet on cluster 'main' as games.pet_local " +
      "engine = Distributed('main', 'games', 'pet_local', board)",
  ]);
  expect(createTable(alone, pet).map(squeeze)).toEqual([
    'create table if not exists pet ( board UInt32 ) engine = MergeTree partition by patch order by (board) settings fsync_after_insert = 1',
  ]);
});

test('all tables deal rows to shards by their match', () => {
  const keys = [...TFT_TABLES, LOL_PARTICIPANT].map((shape) => {
    const [, queried = ''] = createTableStatements(place, { shape, name: shape.name });
    return /_local', (.+)\)$/.exec(queried)?.[1];
  });
  const gameOfBoard = 'bitAnd(board, 536870911)';
  expect(keys).toEqual([gameOfBoard, gameOfBoard, gameOfBoard, 'game']);
});

test('rows are changed in the tables that hold them, on all nodes', () => {
  expect([localTable(place, 'pet'), localTable(alone, 'pet')]).toEqual(['games.pet_local', 'pet']);
  expect([changedTable(place, 'pet'), changedTable(alone, 'pet')]).toEqual([
    "games.pet_local on cluster 'main'",
    'pet',
  ]);
});

test('a table is dropped with the one that holds its rows, which is the second', () => {
  expect(dropTable(place, 'pet')).toEqual([
    "drop table if exists games.pet on cluster 'main' sync",
    "drop table if exists games.pet_local on cluster 'main' sync",
  ]);
  expect(dropTable(alone, 'pet')).toEqual(['drop table if exists pet sync']);
});

test('parts of a cluster are those of one replica of each shard', () => {
  expect(systemParts(place)).toContain("cluster('main', system.parts)");
  expect(systemParts(alone)).toBe('system.parts');
});
