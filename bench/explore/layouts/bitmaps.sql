-- One row is one unit on one board. Answers what is asked about one unit, and conditions on stars and items of a unit.
create table bitmaps_unit (
  batch UInt64 codec(Delta, ZSTD(1)),
  patch UInt16,
  unit UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  copy UInt8,
  stars UInt8,
  item_1 UInt16,
  item_2 UInt16,
  item_3 UInt16,
  level UInt8,
  region UInt8,
  queue UInt16,
  day UInt16
) engine = MergeTree partition by patch order by (unit, lp, board);

-- One row is one board: what no token tells exactly (LP inside a band, the minute of the end).
create table bitmaps_board (
  batch UInt64 codec(Delta, ZSTD(1)),
  patch UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  level UInt8,
  region UInt8,
  queue UInt16,
  ended DateTime('UTC') codec(Delta, LZ4)
) engine = MergeTree partition by patch order by (lp, board);

-- For each thing that a board can have: which boards have it, at each place. A filter is a set of boards; a breakdown counts,
-- for each token of a kind, how many of its boards are in that set. `nth` 2: boards that have it at least twice.
create table bitmaps_token (
  patch UInt16,
  kind Enum8('board' = 0, 'unit' = 1, 'item' = 2, 'holder' = 3, 'trait' = 4, 'level' = 5, 'region' = 6, 'queue' = 7,
    'day' = 8, 'lp_band' = 9, 'five_costs' = 10, 'composition' = 11),
  token UInt32,
  nth UInt8,
  place UInt8,
  last_batch SimpleAggregateFunction(max, UInt64),
  boards AggregateFunction(groupBitmap, UInt32)
) engine = AggregatingMergeTree partition by patch order by (kind, token, nth, place)
settings index_granularity = 16, min_bytes_for_wide_part = 0;
