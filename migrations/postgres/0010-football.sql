-- Football: the fixtures that are followed, their goals, the clips of a goal, and every step that was taken for them.

-- One fixture, under the number that API-Football gave it. `phase` is ours: staging (not begun), active (asked about), completed.
create table gamekeeper.fixture (
  id bigint primary key,
  league_id integer not null,
  league_name text not null,
  country text not null default '',
  season integer,
  round text not null default '',
  home_id integer not null,
  home_name text not null,
  away_id integer not null,
  away_name text not null,
  kickoff_at timestamptz not null,
  -- The upstream's short code (NS, 1H, HT, …), as the newest answer told it; codes that nobody knows are kept as they are.
  status text not null,
  minute integer,
  extra_minute integer,
  -- Without the shoot-out, which has two numbers of its own. Null: not begun, or not told.
  home_goals integer,
  away_goals integer,
  home_penalties integer,
  away_penalties integer,
  phase text not null check (phase in ('staging', 'active', 'completed')),
  -- When it is asked about next. Null: not any more.
  next_poll_at timestamptz,
  -- The newest answer that told something, and why asking tells nothing since (null: all is well).
  polled_at timestamptz,
  trouble text,
  trouble_since timestamptz,
  -- Since when the upstream calls it over; corrections still come for a while.
  final_since timestamptz,
  completed_at timestamptz,
  ingested_at timestamptz not null default now()
);
create index fixture_next_poll on gamekeeper.fixture (next_poll_at) where phase <> 'completed';
create index fixture_kickoff on gamekeeper.fixture (kickoff_at);

-- The live buffer: the newest answer about a fixture, overwritten by the next. Processed once, in the transaction that says so.
create sequence gamekeeper.fixture_poll_number;
create table gamekeeper.fixture_poll (
  fixture_id bigint primary key references gamekeeper.fixture on delete cascade,
  number bigint not null,
  asked_at timestamptz not null,
  -- The upstream's item, zstd, bytes exact.
  body bytea not null,
  processed_at timestamptz
);
create index fixture_poll_waiting on gamekeeper.fixture_poll (fixture_id) where processed_at is null;

-- One goal, under an id of our own: what the upstream calls it changes (scorer, minute, side of an own goal).
create table gamekeeper.goal (
  id uuid primary key,
  fixture_id bigint not null references gamekeeper.fixture on delete cascade,
  -- The side that it counts for.
  side text not null check (side in ('home', 'away')),
  team_id integer not null,
  team_name text not null,
  player_id integer,
  player_name text,
  assist_id integer,
  assist_name text,
  kind text not null check (kind in ('normal', 'penalty', 'own', 'from-score')),
  -- Null: it is known from the score alone.
  minute integer,
  extra_minute integer,
  state text not null check (state in ('detected', 'stable', 'removed')),
  -- Polls in a row in which it was seen (up to what makes it stable) and missed (up to what removes it).
  sightings integer not null,
  misses integer not null,
  home_before integer not null,
  away_before integer not null,
  home_after integer not null,
  away_after integer not null,
  -- `{fixture}_{team}_{player}_{type}_{n}`, for people; it changes when the upstream changes its mind.
  label text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  stable_at timestamptz,
  removed_at timestamptz,
  restored_at timestamptz,
  -- What somebody decided by hand, which answers of the upstream do not undo. Null: the upstream decides.
  by_hand text check (by_hand in ('hidden', 'restored')),
  -- The search for clips: how often it was done, up to how often and until when it may go on (null: not begun), and since when no
  -- more of it will come.
  searches integer not null default 0,
  search_limit integer,
  search_until timestamptz,
  search_ended_at timestamptz,
  -- No more steps are wanted, and why.
  settled_at timestamptz,
  settled_reason text
);
create index goal_of_fixture on gamekeeper.goal (fixture_id);
create index goal_stable on gamekeeper.goal (stable_at desc) where stable_at is not null;

-- What the upstream changed its mind about.
create table gamekeeper.goal_change (
  id bigint generated always as identity primary key,
  goal_id uuid not null references gamekeeper.goal on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('detected', 'stable', 'scorer', 'assist', 'minute', 'kind', 'side', 'score', 'removed', 'restored')),
  before text,
  after text
);
create index goal_change_of_goal on gamekeeper.goal_change (goal_id, id);

-- One video that a search found. States and what may follow what: src/domain/football/clip-state.ts.
create table gamekeeper.clip (
  id uuid primary key,
  goal_id uuid not null references gamekeeper.goal on delete cascade,
  -- Where it was found, by the name in the configuration, and what it is called there.
  site text not null,
  post_id text not null,
  video_number integer not null,
  page_url text,
  media_url text,
  author text,
  caption text not null default '',
  posted_at timestamptz,
  found_at timestamptz not null default now(),
  -- In how many searches it was seen.
  sightings integer not null default 1,
  -- 0 to 1: how well its words and time fit the goal. `is_verified`: scorer or score, and the minute.
  relevance real not null default 0,
  is_verified boolean not null default false,
  state text not null check (state in ('found', 'downloaded', 'kept', 'duplicate', 'rejected', 'failed', 'deleted')),
  -- Why it is in a state that is not good, in one word for machines and in words for people.
  reason_code text,
  reason text,
  -- What the file is, once it was downloaded.
  bytes bigint,
  md5 text,
  sha256 text,
  seconds real,
  width integer,
  height integer,
  frame_rate real,
  has_audio boolean,
  picture_print bytea,
  sound_print bytea,
  -- Clips of this goal that show the same; the best of them is `is_best` and alone is archived.
  cluster uuid,
  is_best boolean not null default false,
  -- It shows more than this goal, or another one.
  contains_clips uuid[] not null default '{}',
  other_goal_id uuid references gamekeeper.goal on delete set null,
  -- The truth about the object store: an object is there iff its row says so. `incoming/…` until it is archived.
  object_key text,
  object_state text not null default 'none' check (object_state in ('none', 'incoming', 'uploading', 'stored', 'deleting')),
  object_changed_at timestamptz,
  archived_at timestamptz,
  unique (goal_id, site, post_id, video_number)
);
create index clip_of_goal on gamekeeper.clip (goal_id);
create index clip_object on gamekeeper.clip (object_key) where object_key is not null;
create index clip_archived on gamekeeper.clip (archived_at) where archived_at is not null;

-- Every run of a step for a goal: what, when, how often, and what came of it. A row without an end was cut off.
create table gamekeeper.goal_step (
  id bigint generated always as identity primary key,
  goal_id uuid not null references gamekeeper.goal on delete cascade,
  clip_id uuid references gamekeeper.clip on delete cascade,
  step text not null check (step in ('search', 'download', 'deduplicate', 'upload', 'settle')),
  -- `search-Liverpool-Salah-45+3min-123456_40_306_Goal_1`
  name text not null,
  job_id uuid not null,
  attempt integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'skipped', 'failed', 'postponed', 'cut-off')),
  reason text
);
create index goal_step_of_goal on gamekeeper.goal_step (goal_id, id);

-- What is known of a site: an expired login is a state of health, and not "no clips".
create table gamekeeper.clip_site (
  name text primary key,
  state text not null check (state in ('well', 'login-expired', 'unreachable', 'changed')),
  detail text,
  since timestamptz not null default now(),
  checked_at timestamptz not null default now()
);

-- The calls of a day that a key of API-Football has, shared by all processes. Arithmetic: src/domain/football/day-quota.ts.
create table gamekeeper.football_quota (
  budget_id text primary key,
  -- The first moment of the day (UTC) that is counted.
  day_at timestamptz not null,
  -- Null: the upstream has not told yet.
  call_limit integer,
  used integer not null,
  blocked_until timestamptz,
  changed_at timestamptz not null default now()
);
