-- Games, players and ranks: what is wanted, what is kept, and how strong whoever played was at that time.

-- One row is one game, whoever saw it first: the primary key is the set of everything ever seen.
create table gamekeeper.match (
  source text not null check (source in ('tft', 'lol')),
  id text not null,
  -- From the id's prefix: a player's history may hold games of another platform.
  platform text not null,
  state text not null default 'wanted' check (state in ('wanted', 'stored', 'gone', 'quarantined')),
  attempts smallint not null default 0,
  -- A wanted game that could not be had is asked for again then.
  next_at timestamptz,
  reason text,
  -- Higher goes first: a person waits for it, or it is fresh.
  priority smallint not null default 0,
  -- Games that one job fetches together. A game is in one batch only, and a batch has one job: so nobody fetches it twice.
  batch uuid,
  -- In UTC: of the game's end once that is known, of the listing until then.
  day date not null default (now() at time zone 'utc')::date,
  listed_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (source, id)
);
create index match_open on gamekeeper.match (source, platform, next_at) where state = 'wanted';
create index match_batch on gamekeeper.match (batch) where state = 'wanted';
create index match_states on gamekeeper.match (source, platform, day, state);

-- Exactly what the upstream sent, zstd-compressed, before anything was read from it.
create sequence gamekeeper.raw_rev;
create table gamekeeper.raw (
  source text not null,
  kind text not null check (kind in ('match', 'timeline')),
  id text not null,
  body bytea not null,
  size integer not null,
  sha bytea not null,
  rev bigint not null default nextval('gamekeeper.raw_rev'),
  -- Above 0: published again, because the body or what is thought of it has changed. What was made of it before has to go.
  revision smallint not null default 0,
  -- Readers in commit order take only what lies below every transaction that is still open.
  xid xid8 not null default pg_current_xact_id(),
  fetched_at timestamptz not null default now(),
  primary key (source, kind, id)
);
-- Compressed already: PostgreSQL would try in vain to make it smaller.
alter table gamekeeper.raw alter column body set storage external;
create index raw_in_commit_order on gamekeeper.raw (source, kind, xid, rev);

-- Puuids are made for one API key: `key_id` says which, and a player of another key is another row.
create table gamekeeper.player (
  source text not null check (source in ('tft', 'lol')),
  puuid text not null,
  key_id text not null,
  platform text not null,
  game_name text,
  tag_line text,
  -- How often and how lately somebody plays decides whom the crawl asks first.
  last_game_at timestamptz,
  games_seen integer not null default 0,
  listed_at timestamptz,
  -- Set while their list of games is to be read: the work of a crawl is here, its jobs only carry it out.
  listing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (source, puuid)
) with (fillfactor = 80);
create index player_to_list on gamekeeper.player (source, platform) where listing_since is not null;

-- Append-only: the rank of a player as of a time. A game takes the newest one at or before its end.
create table gamekeeper.rank_snapshot (
  source text not null,
  puuid text not null,
  queue text not null,
  taken_at timestamptz not null,
  platform text not null,
  tier text not null,
  division text not null,
  league_points integer not null,
  wins integer not null,
  losses integer not null,
  primary key (source, puuid, queue, taken_at)
);
create index rank_snapshot_by_time on gamekeeper.rank_snapshot (source, platform, queue, taken_at desc);

-- How far a list has been read. It never passes an id that is not in `match`.
create table gamekeeper.cursor (
  source text not null,
  kind text not null,
  name text not null,
  read_until timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (source, kind, name)
);

-- The patch calendar: what was live from when on. `region` '*' is everywhere, `b_patch` '' the patch itself.
create table gamekeeper.patch (
  source text not null,
  set_number integer not null,
  patch text not null,
  b_patch text not null default '',
  region text not null default '*',
  starts_at timestamptz not null,
  origin text not null check (origin in ('seed', 'detected', 'manual')),
  created_at timestamptz not null default now(),
  primary key (source, set_number, patch, b_patch, region)
);

-- What has been written to ClickHouse. `system_id` is PostgreSQL's own: after a restore into another server xids begin anew.
create table gamekeeper.projection (
  name text primary key,
  version integer not null,
  state text not null check (state in ('live', 'building', 'ready')),
  system_id text not null,
  -- ClickHouse's own ids of the tables: others mean that it began anew.
  table_ids text[] not null,
  xid xid8 not null default '0',
  rev bigint not null default 0,
  last_batch bigint not null default 0,
  -- Patches that were let go to save space, and old ones that were asked for again.
  dropped text[] not null default '{}',
  pinned text[] not null default '{}',
  changed_at timestamptz not null default now()
);

-- A batch gets its number before anything of it is sent. What never became `done` is `void`: its rows are removed.
create table gamekeeper.batch (
  id bigint generated by default as identity primary key,
  projection text not null,
  version integer not null,
  state text not null default 'open' check (state in ('open', 'done', 'void')),
  from_xid xid8 not null,
  from_rev bigint not null,
  to_xid xid8 not null,
  to_rev bigint not null,
  patches text[] not null,
  games integer not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Of a void one: when ClickHouse was last found to have nothing of it.
  clean_at timestamptz
);
create unique index batch_one_open on gamekeeper.batch (projection) where state = 'open';
create index batch_void on gamekeeper.batch (ended_at) where state = 'void';

-- What the projector was asked to do besides projecting: by the command line, by the API, by itself.
create table gamekeeper.projection_task (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'rebuild')),
  -- Null: all of them.
  patch text,
  state text not null default 'wanted' check (state in ('wanted', 'running', 'done', 'failed')),
  progress jsonb not null default '{}',
  outcome jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index projection_task_open on gamekeeper.projection_task (id) where state in ('wanted', 'running');
