-- Ids became numbers (gamekeeper.tft_code in PostgreSQL says which), boards became numbers too, and items got a table of their own:
-- what a question reads is a fifth of what it was. Everything is projected anew from the raw bodies.
-- The same as in src/stores/clickhouse/tft-tables.ts, which makes the tables of a rebuild; a test compares the two.
--
-- board: the place decides the highest three bits (a free one where two boards share a place), the game's number the other 29.
-- lp: -32768 is unknown, and below every limit. hour: of the game's end, since 1970, in UTC.
-- tier, platform: see src/domain/tft/stored-codes.ts.

drop table if exists tft_board;
drop table if exists tft_unit;

-- One row is one board. units, items, traits: what it has, each once, as code * 8 + place - 1, so that a breakdown groups by one
-- number; code 0 stands first in each and is the baseline. A trait's code is that of the trait at one tier.
create table if not exists tft_board (
  patch LowCardinality(String),
  lp Int16,
  board UInt32,
  place UInt8,
  number UInt64,
  seat UInt8,
  level UInt8,
  platform UInt8,
  queue UInt16,
  tier UInt8,
  hour UInt32,
  ended_at DateTime('UTC'),
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
  units Array(UInt16),
  items Array(UInt16),
  traits Array(UInt16),
  batch UInt64
)
engine = MergeTree partition by patch order by (lp, board)
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- One row is one unit on one board. copy: 1 for the first of its kind on the board, counting only those counts boards.
-- items: sorted, so that a build is always spelt the same.
create table if not exists tft_unit (
  patch LowCardinality(String),
  unit UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  copy UInt8,
  stars UInt8,
  items Array(UInt16),
  level UInt8,
  platform UInt8,
  queue UInt16,
  tier UInt8,
  hour UInt32,
  batch UInt64
)
engine = MergeTree partition by patch order by (unit, lp, board)
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- One row is one kind of item on one unit: who holds it, and which boards have it. copies: how many of it this unit holds.
create table if not exists tft_item (
  patch LowCardinality(String),
  item UInt16,
  unit UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  copies UInt8,
  stars UInt8,
  level UInt8,
  platform UInt8,
  queue UInt16,
  tier UInt8,
  hour UInt32,
  batch UInt64
)
engine = MergeTree partition by patch order by (item, unit, lp, board)
settings fsync_after_insert = 1, fsync_part_directory = 1;
