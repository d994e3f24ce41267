-- What the operations page draws: a few dozen numbers every half minute, and what was put aside.

-- What is measured: a name and what tells lines of one name apart (`{"source": "tft"}`). Named once, so that a sample is two lists of numbers.
create table gamekeeper.operation_line (
  id integer generated always as identity primary key,
  name text not null,
  label jsonb not null,
  unique (name, label)
);

-- One row for each half minute, written by whoever leads the scheduler; of two that meant to, the first. Kept for a week.
create table gamekeeper.operation_sample (
  slot timestamptz primary key,
  taken_at timestamptz not null default now(),
  -- How far was counted: the next sample counts from there, whoever takes it.
  marks jsonb not null,
  lines integer[] not null,
  readings double precision[] not null
);

-- Calls that were made with this key on this host, by all processes, and answers 429 to them.
alter table gamekeeper.permit add column calls bigint not null default 0;
alter table gamekeeper.permit add column refusals bigint not null default 0;

-- What was put aside, newest first: rare among millions.
create index match_quarantined on gamekeeper.match (changed_at desc) where state = 'quarantined';
create index timeline_quarantined on gamekeeper.timeline (changed_at desc) where state = 'quarantined';
