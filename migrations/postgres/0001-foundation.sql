-- What every process needs before there is any game: who runs, what work ended how, and who may change things.

create table gamekeeper.process (
  id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  rss_bytes bigint not null,
  cpu_percent real not null
);

-- One row for every end of a job attempt; kept for a set number of days.
create table gamekeeper.job_log (
  id bigint generated always as identity primary key,
  kind text not null,
  key text,
  job_id uuid not null,
  outcome text not null check (outcome in ('done', 'skipped', 'retried', 'postponed', 'dead-lettered')),
  attempts integer not null,
  duration_ms double precision not null,
  reason text,
  ended_at timestamptz not null default now()
);
create index job_log_ended_at on gamekeeper.job_log (ended_at desc, id desc);
create index job_log_kind on gamekeeper.job_log (kind, ended_at desc);

-- The admin token itself is shown once and never kept.
create table gamekeeper.admin_token (
  only_one boolean primary key default true check (only_one),
  sha256 bytea not null,
  created_at timestamptz not null default now()
);
