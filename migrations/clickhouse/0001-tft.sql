-- Games of Teamfight Tactics as flat rows. The same as in src/stores/clickhouse/tft-tables.ts, which makes the tables of a rebuild.
-- A test compares the two.

create table if not exists tft_board (
  patch LowCardinality(String),
  platform LowCardinality(String),
  number UInt64,
  seat UInt8,
  queue UInt16,
  ended_at DateTime('UTC'),
  placement UInt8,
  level UInt8,
  lp Int16,
  tier LowCardinality(String),
  traits Array(LowCardinality(String)),
  trait_tiers Array(UInt8),
  units Array(LowCardinality(String)),
  unit_stars Array(UInt8),
  items Array(LowCardinality(String)),
  batch UInt64,
  h UInt64
)
engine = MergeTree partition by patch order by (lp, ended_at)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists tft_unit (
  patch LowCardinality(String),
  platform LowCardinality(String),
  number UInt64,
  seat UInt8,
  queue UInt16,
  ended_at DateTime('UTC'),
  placement UInt8,
  level UInt8,
  lp Int16,
  tier LowCardinality(String),
  traits Array(LowCardinality(String)),
  trait_tiers Array(UInt8),
  unit LowCardinality(String),
  stars UInt8,
  rarity UInt8,
  items Array(LowCardinality(String)),
  item_count UInt8,
  copy UInt16,
  batch UInt64,
  h UInt64
)
engine = MergeTree partition by patch order by (unit, lp, ended_at)
settings fsync_after_insert = 1, fsync_part_directory = 1;
