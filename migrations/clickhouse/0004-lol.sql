-- Games of League of Legends: one row is one seat of one game, bots included.
-- The same as in src/stores/clickhouse/lol-tables.ts, which makes the table of a rebuild; a test compares the two.
--
-- season: the first number of the client's version ('16'), or 'unknown'. patch: its first two ('16.4'), or ''.
-- player: the first eight bytes of the puuid's SHA-256, the highest first (src/domain/lol/player-hash.ts); 0 is a bot.
-- game: gamekeeper.raw.game. platform: see src/domain/tft/stored-codes.ts; with number it makes the match id again.
-- team: 100 is blue and 200 red; in Arena, the number of the group. placement: in Arena, else 0.
-- role: '' where the mode has none or nobody knows. minions: those of the jungle too. seconds: 0 for a game never played.
-- mates: the people on the same team, without the player. opponent: who has the same role on the other team; 0 is a bot, or unknown.
--
-- With has_timeline = 0 everything below it is null or empty. gold, minions, xp: at the minute that the name ends with; null where the
-- game was over before. diff: to the opponent at that minute, also to a bot. first_death, first_kill, first_item: seconds into the
-- game, null where there was none. item_ids, item_seconds: what was bought and neither undone nor used up for something else, in order.
create table if not exists lol_participant (
  season LowCardinality(String),
  player UInt64,
  started_at DateTime64(3, 'UTC'),
  game UInt32,
  seat UInt8,
  number UInt64,
  platform UInt8,
  puuid String,
  name String,
  tag String,
  is_bot UInt8,
  queue UInt16,
  seconds UInt32,
  patch LowCardinality(String),
  standing Enum8('played' = 1, 'remake' = 2, 'void' = 3),
  champion UInt16,
  champion_name LowCardinality(String),
  role Enum8('' = 0, 'TOP' = 1, 'JUNGLE' = 2, 'MIDDLE' = 3, 'BOTTOM' = 4, 'UTILITY' = 5),
  team UInt16,
  placement UInt8,
  win UInt8,
  kills UInt16,
  deaths UInt16,
  assists UInt16,
  minions UInt16,
  gold UInt32,
  damage UInt32,
  damage_taken UInt32,
  vision UInt16,
  level UInt8,
  mates Array(UInt64),
  opponent UInt64,
  has_timeline UInt8,
  gold_10 Nullable(Int32),
  minions_10 Nullable(Int32),
  xp_10 Nullable(Int32),
  gold_diff_10 Nullable(Int32),
  minions_diff_10 Nullable(Int32),
  xp_diff_10 Nullable(Int32),
  gold_15 Nullable(Int32),
  minions_15 Nullable(Int32),
  xp_15 Nullable(Int32),
  gold_diff_15 Nullable(Int32),
  minions_diff_15 Nullable(Int32),
  xp_diff_15 Nullable(Int32),
  first_death Nullable(Int32),
  first_kill Nullable(Int32),
  first_item Nullable(Int32),
  item_ids Array(UInt32),
  item_seconds Array(UInt32),
  batch UInt64
)
engine = MergeTree partition by season order by (player, started_at, game)
settings fsync_after_insert = 1, fsync_part_directory = 1,
  index_granularity = 1024, min_compress_block_size = 8192, max_compress_block_size = 65536;
