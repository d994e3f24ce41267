-- Linked accounts with their synchronisation, players who are followed on a schedule, groups of them, and weekly reports.

-- pending -> syncing -> completed | failed; every way into `syncing` goes through `pending` (src/domain/lol/account/sync-state.ts).
create table gamekeeper.account (
  id uuid primary key default gen_random_uuid(),
  puuid text not null unique,
  -- Puuids are made for one API key.
  key_id text not null,
  platform text not null,
  game_name text not null,
  tag_line text not null,
  linked_at timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'syncing', 'completed', 'failed')),
  -- What asked for the sync that is pending, runs or was the last.
  trigger text not null check (trigger in ('linked', 'visit', 'manual', 'schedule', 'retry', 'recovered')),
  requested_at timestamptz not null default now(),
  -- Who syncs it. Only the holder of the claim changes anything; a claim whose heart stopped is taken away.
  claim uuid,
  claimed_at timestamptz,
  beat_at timestamptz,
  -- When this sync had read the whole list: from then on the total is known.
  listed_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  reason text,
  failures smallint not null default 0,
  retry_at timestamptz,
  check ((state = 'syncing') = (claim is not null)),
  check (claim is null or (claimed_at is not null and beat_at is not null)),
  check (state <> 'failed' or (failed_at is not null and reason is not null))
);
create index account_open on gamekeeper.account (state, requested_at) where state in ('pending', 'syncing', 'failed');

create table gamekeeper.tracked_player (
  puuid text primary key,
  key_id text not null,
  platform text not null,
  game_name text not null,
  tag_line text not null,
  -- Where the player's days and weeks begin. Null: as the installation says.
  time_zone text,
  tracked_at timestamptz not null default now(),
  -- Ends of the last runs that got everything they asked for.
  latest_at timestamptz,
  ranked_at timestamptz,
  -- The last run that did not, until one does.
  failed_at timestamptz,
  reason text
);

create table gamekeeper.player_group (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  time_zone text,
  created_at timestamptz not null default now()
);
create unique index player_group_name on gamekeeper.player_group (lower(name));

create table gamekeeper.player_group_member (
  group_id uuid not null references gamekeeper.player_group on delete cascade,
  -- With another API key everybody has another puuid.
  puuid text not null references gamekeeper.tracked_player on delete cascade on update cascade,
  primary key (group_id, puuid)
);
create index player_group_member_puuid on gamekeeper.player_group_member (puuid);

-- Of the list that begins at the cursor: how many games have been taken, and how many are left for the next runs.
alter table gamekeeper.cursor add column position integer not null default 0;
alter table gamekeeper.cursor add column left_over integer not null default 0;

-- One row is one week of one player or group. A week that is made again replaces what was made before.
create table gamekeeper.report (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('player', 'group')),
  -- A puuid, or the id of a group.
  subject_id text not null,
  -- Everybody whose games or names are in it: whoever is forgotten takes the report along.
  people text[] not null,
  -- The first day of the week, in the zone.
  week date not null,
  time_zone text not null,
  version smallint not null,
  body jsonb not null,
  made_at timestamptz not null default now(),
  unique (subject, subject_id, week, time_zone)
);
create index report_newest on gamekeeper.report (week desc, made_at desc);
create index report_people on gamekeeper.report using gin (people);
