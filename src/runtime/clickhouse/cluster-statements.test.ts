import { describe, expect, test } from 'vitest';
import { toClusterQuery, toClusterStatements } from './cluster-statements.ts';
import { LOL_PARTICIPANT } from '#/lol/tables.ts';
import { createTableStatement } from './projected-tables.ts';
import { TFT_TABLES } from '#/tft/tables.ts';

const place = { cluster: 'main', database: 'games' };
const on = (statement: string): string[] => toClusterStatements(statement, place);
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('a database is made on all nodes', () => {
  expect(on('create database if not exists games')).toEqual([
    "create database if not exists games on cluster 'main'",
  ]);
});

test('a table becomes a replicated one on every node and one that is asked, dealt out by game', () => {
  const [local = '', asked = '', ...more] = on(
    `-- A comment; with a semicolon.
create table if not exists pet (
  board UInt32,
  number UInt64,
  h Array(UInt8) codec(NONE)
)
engine = MergeTree partition by patch order by (board)
settings fsync_after_insert = 1`,
  );
  expect(squeeze(local)).toBe(
    "create table if not exists games.pet_local on cluster 'main' ( board UInt32, number UInt64, h Array(UInt8) codec(NONE) ) " +
      'engine = ReplicatedMergeTree partition by patch order by (board) settings fsync_after_insert = 1, replicated_deduplication_window = 0',
  );
  expect(squeeze(asked)).toBe(
    "create table if not exists games.pet on cluster 'main' as games.pet_local " +
      "engine = Distributed('main', 'games', 'pet_local', bitAnd(board, 536870911))",
  );
  expect(more).toEqual([]);
});

test('tables of one game deal its rows to one shard, and no column of another kind is taken for it', () => {
  const keys = [...TFT_TABLES, LOL_PARTICIPANT].map((shape) => {
    const [, asked = ''] = on(createTableStatement(shape, shape.name));
    return /_local', (.+)\)$/.exec(asked)?.[1];
  });
  expect(keys).toEqual([...TFT_TABLES.map(({ game }) => game), LOL_PARTICIPANT.game]);
  expect(() => on('create table if not exists pet (color String) engine = MergeTree order by color')).toThrow(
    /pet has no column by which/,
  );
});

test('rows and partitions leave the replicated tables, on all nodes', () => {
  expect(on("alter table pet delete in partition '17.4' where batch in (1, 2)")).toEqual([
    "alter table games.pet_local on cluster 'main' delete in partition '17.4' where batch in (1, 2)",
  ]);
  expect(on('delete from pet where game in (1)')).toEqual([
    "delete from games.pet_local on cluster 'main' where game in (1)",
  ]);
  expect(on("alter table pet drop partition '17.4'")).toEqual([
    "alter table games.pet_local on cluster 'main' drop partition '17.4'",
  ]);
  expect(on("alter table pet replace partition '17.4' from pet_next")).toEqual([
    "alter table games.pet_local on cluster 'main' replace partition '17.4' from games.pet_next_local",
  ]);
  expect(on('truncate table pet')).toEqual(["truncate table games.pet_local on cluster 'main'"]);
});

test('an exchange is one of the replicated tables; those that are asked stay', () => {
  expect(on('exchange tables pet and pet_next')).toEqual([
    "exchange tables games.pet_local and games.pet_next_local on cluster 'main'",
  ]);
});

test('a table that is dropped is dropped twice, the one that is asked first', () => {
  expect(on('drop table if exists pet sync')).toEqual([
    "drop table if exists games.pet on cluster 'main' sync",
    "drop table if exists games.pet_local on cluster 'main' sync",
  ]);
});

test('a column that changes is changed in the replicated table, and the one that is asked is made after it', () => {
  const [change = '', asked = ''] = on(
    'alter table tft_board\n  modify column units Array(UInt16) codec(NONE)',
  );
  expect(squeeze(change)).toBe(
    "alter table games.tft_board_local on cluster 'main' modify column units Array(UInt16) codec(NONE)",
  );
  expect(squeeze(asked)).toBe(
    "create or replace table games.tft_board on cluster 'main' as games.tft_board_local " +
      "engine = Distributed('main', 'games', 'tft_board_local', bitAnd(board, 536870911))",
  );
});

describe('what is not known is refused', () => {
  test.each([
    'insert into pet values (1)',
    'optimize table pet final',
    'rename table pet to cat',
    'alter table pet freeze',
    'create table pet (name String) engine = Memory',
    'create materialized view cat to pet as select 1',
    'system flush logs',
  ])('%s', (statement) => {
    expect(() => on(statement)).toThrow(/is not known to work on the cluster main, and was not run/);
  });
});

test('what the system tables of all nodes tell is asked for in their place', () => {
  const query = (text: string): string => squeeze(toClusterQuery(text, place));
  expect(query('select distinct partition from system.parts where database = currentDatabase()')).toBe(
    "select distinct partition from (select * replace (replaceRegexpOne(table, '_local$', '') as table) " +
      "from cluster('main', system.parts)) where database = 'games'",
  );
  expect(query('select count() from system.processes')).toBe(
    "select count() from clusterAllReplicas('main', system.processes)",
  );
  expect(query('select uuid from system.tables')).toContain('throwIf(uniqExact(one.uuid) > 1');
  expect(query('select 1 from "system"."tables"')).toBe('select 1 from "system"."tables"');
  expect(query('select count() from tft_unit')).toBe('select count() from tft_unit');
});
