-- League of Legends: who somebody is, which games stand in whose history, and whose history is wanted.

-- A Riot ID is a name that people change: it is asked for again after a day. `name` is folded as people type it ("ana#euw").
create table gamekeeper.riot_id (
  source text not null check (source in ('tft', 'lol')),
  key_id text not null,
  name text not null,
  -- Who has it, or had it last and is still found by it. Null: nobody.
  puuid text,
  -- False: nobody had it when it was asked for last.
  is_held boolean not null,
  asked_at timestamptz not null default now(),
  primary key (source, key_id, name)
);

-- When the player's platform and name were asked for last. Null: they are known from games or ladders only.
alter table gamekeeper.player add column asked_at timestamptz;
-- For the search box: who begins with these letters.
create index player_name on gamekeeper.player (source, lower(game_name) text_pattern_ops) where game_name is not null;

-- One wish for a whole history, whoever asks. What is left of it to be done is derived from the states of its games.
--   listing ──► fetching ──► done
--      └───────────┴──────► cancelled | failed
create table gamekeeper.collection (
  id bigint generated always as identity primary key,
  source text not null check (source in ('tft', 'lol')),
  puuid text not null,
  key_id text not null,
  platform text not null,
  state text not null default 'listing' check (state in ('listing', 'fetching', 'done', 'failed', 'cancelled')),
  requested_at timestamptz not null default now(),
  -- Since then every id of the list is in `player_match`.
  listed_at timestamptz,
  ended_at timestamptz,
  -- Why it failed; while it is open, what holds it up.
  reason text
);
create unique index collection_one_open on gamekeeper.collection (source, puuid) where ended_at is null;
create index collection_of_player on gamekeeper.collection (source, puuid, requested_at desc);
create index collection_open on gamekeeper.collection (requested_at) where ended_at is null;

-- Which games stand in whose history.
create table gamekeeper.player_match (
  source text not null check (source in ('tft', 'lol')),
  puuid text not null,
  match_id text not null,
  listed_at timestamptz not null default now(),
  -- The only one that wants it: when it is cancelled, so is this. Null: somebody wants it for good.
  collection bigint,
  primary key (source, puuid, match_id)
);
create index player_match_players on gamekeeper.player_match (source, match_id);
create index player_match_collection on gamekeeper.player_match (collection) where collection is not null;

-- A game that is being asked for at this moment stays with the job that asks, whoever else wants it meanwhile.
alter table gamekeeper.match add column asked_at timestamptz;

-- The timelines that are wanted, with the columns of `match` and the same life. A timeline does not wait for its game.
create table gamekeeper.timeline (
  source text not null check (source in ('lol')),
  id text not null,
  platform text not null,
  state text not null default 'wanted' check (state in ('wanted', 'stored', 'gone', 'quarantined')),
  attempts smallint not null default 0,
  next_at timestamptz,
  reason text,
  priority smallint not null default 0,
  batch uuid,
  day date not null default (now() at time zone 'utc')::date,
  listed_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  asked_at timestamptz,
  primary key (source, id)
);
create index timeline_open on gamekeeper.timeline (source, platform, next_at) where state = 'wanted';
create index timeline_batch on gamekeeper.timeline (batch) where state = 'wanted';
