-- False on a player's first ranks in a queue until the boards that were projected before have been given them
-- (src/projector/late-ranks.ts). A rank is looked up for boards from then on only, so that a rank that arrives while a page of
-- matches is on its way to ClickHouse is never missed, and `verify` finds in ClickHouse what it expects.
alter table gamekeeper.rank_snapshot add column projected boolean not null default true;
create index rank_snapshot_late on gamekeeper.rank_snapshot (source, puuid) where not projected;

-- Players without a known rank who were asked about by puuid, whatever the answer was: most of them have no rank, and are not asked
-- about again for days (src/jobs/tft/read-ranks.ts). `player` is the number in ClickHouse (src/domain/tft/player-number.ts).
create table gamekeeper.rank_request (
  source text not null,
  player bigint not null,
  asked_at timestamptz not null default now(),
  primary key (source, player)
);
create index rank_request_by_time on gamekeeper.rank_request (asked_at);
