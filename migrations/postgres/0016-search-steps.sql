-- A search for clips in three steps (get, execute, save), the names of runs, and goals that were scored before the first poll.

-- The search of a goal that is under way. `get` writes the row, `execute` adds the answers, `save` turns them into clips and deletes the row;
-- each sends the next step's job in the same transaction. So a failed or killed `save` never asks the sites again.
create table gamekeeper.clip_search (
  goal_id uuid primary key references gamekeeper.goal on delete cascade,
  -- Upstream's clock. The next search begins a fixed time after it.
  started_at timestamptz not null,
  -- JSON as text: captions may hold what jsonb refuses (NUL, lone surrogates), and JSON escapes it.
  query text not null,
  -- Executions that no site answered.
  failures integer not null default 0,
  -- What each site answered. Null: not executed yet.
  answers text
);

-- When the next search may begin (upstream's clock). Null: at once, because there was none yet or one was requested.
alter table gamekeeper.goal add column next_search_at timestamptz;

alter table gamekeeper.goal_step drop constraint goal_step_step_check;
-- `search`: written by versions that searched in one step.
alter table gamekeeper.goal_step add constraint goal_step_step_check
  check (step in ('search', 'get-search', 'execute-search', 'save-search', 'download', 'deduplicate', 'upload', 'settle'));

-- `monitor-05_12_2024-15:23`. Null: kinds whose runs have no name.
alter table gamekeeper.job_log add column run_name text;

-- False: the goal was scored before the first poll of its match, or while nothing was polled.
alter table gamekeeper.goal add column observed_live boolean not null default true;

-- When the first answer with events was processed. Null: never, so the score is known and the goals are not.
alter table gamekeeper.fixture add column followed_at timestamptz;
update gamekeeper.fixture f set followed_at = p.asked_at
  from gamekeeper.fixture_poll p where p.fixture_id = f.id and p.processed_at is not null;
update gamekeeper.fixture f set followed_at = g.first_seen_at
  from (select fixture_id, min(first_seen_at) as first_seen_at from gamekeeper.goal group by fixture_id) g
  where g.fixture_id = f.id and f.followed_at is null;
