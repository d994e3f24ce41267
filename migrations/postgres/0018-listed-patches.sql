-- A patch that Data Dragon lists and the calendar lacked: origin `listed`, provisional until a game that names it, a newer program or
-- the operator confirms its start.
alter table gamekeeper.patch drop constraint patch_origin_check;
alter table gamekeeper.patch add constraint patch_origin_check check (origin in ('seed', 'detected', 'listed', 'manual'));

-- `replay`: games that ended on these days (UTC) are projected again, because the calendar has changed.
alter table gamekeeper.projection_task drop constraint projection_task_kind_check;
alter table gamekeeper.projection_task add constraint projection_task_kind_check check (kind in ('verify', 'rebuild', 'replay'));
-- Of `replay`: [{"from": "2026-11-18", "until": "2026-11-19"}], both included; until null: no end.
alter table gamekeeper.projection_task add column days jsonb;
