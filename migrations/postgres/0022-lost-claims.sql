-- Claims in a row that ended without an answer, because their worker died: what ends its worker again and again is claimed more rarely.
alter table gamekeeper.match add column lost_claims smallint not null default 0;
alter table gamekeeper.timeline add column lost_claims smallint not null default 0;
alter table gamekeeper.player add column lost_claims smallint not null default 0;
