-- Names of units, items and traits, and what the patch calendar needs beside its dates.

-- One row per id and upstream, the newest telling of it. A set that leaves the upstream's files keeps its names here, and an
-- upstream that is away takes nothing with it.
create table gamekeeper.static_name (
  source text not null,
  origin text not null check (origin in ('data-dragon', 'community-dragon')),
  kind text not null check (kind in ('unit', 'item', 'trait')),
  id text not null,
  entry jsonb not null,
  -- Of the upstream: `16.10.1`.
  version text not null,
  fetched_at timestamptz not null default now(),
  primary key (source, origin, kind, id)
);

-- A start that is planned or reckoned, and that nobody has seen yet.
alter table gamekeeper.patch add column is_estimate boolean not null default false;
-- A patch that somebody took out stays out, although it is among those that every installation begins with.
alter table gamekeeper.patch add column removed_at timestamptz;
