-- Numbers of boards: the place decides the highest three bits (a free one where two boards share a place), the number of the game
-- the rest. Games are numbered about as they are played, so the boards of a patch at one place lie close together.
-- Numbers in arrays: code × 8 + place − 1, so that a breakdown groups by one number; code 0 is on every board, the baseline.
-- LP: −32768 is unknown, and below every limit.

-- One row is one unit on one board: what is asked about one unit, and conditions on its stars and items.
create table if not exists tft_unit (
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

-- One row is one item on one unit: who holds it.
create table if not exists tft_item (
  batch UInt64 codec(Delta, ZSTD(1)),
  patch UInt16,
  item UInt16,
  unit UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  stars UInt8,
  queue UInt16
) engine = MergeTree partition by patch order by (item, unit, lp, board);

-- One row is one board: every breakdown of boards under a filter of LP, time, place of play, counts.
create table if not exists tft_board (
  batch UInt64 codec(Delta, ZSTD(1)),
  patch UInt16,
  lp Int16,
  board UInt32,
  place UInt8,
  level UInt8,
  region UInt8,
  queue UInt16,
  ended DateTime('UTC'),
  five_costs UInt8,
  composition UInt32,
  units Array(UInt16),
  items Array(UInt16),
  tiers Array(UInt16)
) engine = MergeTree partition by patch order by (lp, board);

-- One row is one thing at one place: which boards have it. Conditions on boards are sets of boards, joined by and, or, not; a
-- breakdown counts, for each token, how many of its boards are in the set. `nth` 2: boards that have it at least twice.
-- Few rows, each of some kilobytes: small granules, never the compact format, and merged to one part whenever there is time.
create table if not exists tft_token (
  patch UInt16,
  kind Enum8('board' = 0, 'unit' = 1, 'item' = 2, 'trait' = 3),
  token UInt16,
  nth UInt8,
  place UInt8,
  last_batch SimpleAggregateFunction(max, UInt64),
  boards AggregateFunction(groupBitmap, UInt32)
) engine = AggregatingMergeTree partition by patch order by (kind, token, nth, place)
settings index_granularity = 16, min_bytes_for_wide_part = 0;
