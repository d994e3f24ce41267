-- Boards get the nearest rank instead of the last one before their end, with its distance in time. Everything is projected again
-- from the raw bodies. The same as in src/stores/clickhouse/tft-tables.ts; a test compares the two.
--
-- lp, tier: the last rank at or before the start of the match, otherwise the first one after; -32768 and 0 are unknown.
-- rank_hours: how far the rank is away from the start. 0, -1, …: whole hours before. 1, 2, …: within so many hours after.
-- -32768 is unknown. See src/domain/tft/match-rank.ts.
-- seconds: length of the match; ended_at minus seconds is its start.
-- player: a number made from the puuid (src/domain/tft/player-number.ts); 0 is a bot. A player's boards are found by it.
--
-- lp left the sort keys: a key column cannot be updated, and boards of unknown rank get one when their player's first rank arrives.
-- Few finished mutations are kept, because those updates list the boards that they change.

drop table if exists tft_board;
drop table if exists tft_unit;
drop table if exists tft_item;

create table if not exists tft_board (
  patch LowCardinality(String),
  board UInt32,
  place UInt8,
  number UInt64,
  seat UInt8,
  level UInt8,
  platform UInt8,
  queue UInt16,
  lp Int16,
  tier UInt8,
  rank_hours Int16,
  hour UInt32,
  ended_at DateTime('UTC'),
  seconds UInt16,
  player UInt64,
  unit_count UInt8,
  cost_1 UInt8,
  cost_2 UInt8,
  cost_3 UInt8,
  cost_4 UInt8,
  cost_5 UInt8,
  three_stars UInt8,
  emblems UInt8,
  artifacts UInt8,
  radiants UInt8,
  main_trait UInt16,
  carry UInt16,
  units Array(UInt16) codec(NONE),
  items Array(UInt16) codec(NONE),
  traits Array(UInt16) codec(NONE),
  batch UInt64
)
engine = MergeTree partition by patch order by (board)
settings fsync_after_insert = 1, fsync_part_directory = 1, finished_mutations_to_keep = 4;

create table if not exists tft_unit (
  patch LowCardinality(String),
  unit UInt16,
  board UInt32,
  place UInt8,
  copy UInt8,
  stars UInt8,
  items Array(UInt16),
  level UInt8,
  platform UInt8,
  queue UInt16,
  lp Int16,
  tier UInt8,
  rank_hours Int16,
  hour UInt32,
  batch UInt64
)
engine = MergeTree partition by patch order by (unit, board)
settings fsync_after_insert = 1, fsync_part_directory = 1, finished_mutations_to_keep = 4;

create table if not exists tft_item (
  patch LowCardinality(String),
  item UInt16,
  unit UInt16,
  board UInt32,
  place UInt8,
  copies UInt8,
  stars UInt8,
  level UInt8,
  platform UInt8,
  queue UInt16,
  lp Int16,
  tier UInt8,
  rank_hours Int16,
  hour UInt32,
  batch UInt64
)
engine = MergeTree partition by patch order by (item, unit, board)
settings fsync_after_insert = 1, fsync_part_directory = 1, finished_mutations_to_keep = 4;
