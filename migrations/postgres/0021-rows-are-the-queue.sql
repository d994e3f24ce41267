-- Rows of `match`, `timeline` and `player` are the queue of what is fetched and listed. A worker claims rows for some seconds and extends
-- the claim while it works on them; the claim of a worker that died ends by itself. Nothing else says what is to be done.

alter table gamekeeper.match add column region text;
alter table gamekeeper.match add column claimed_by uuid;
alter table gamekeeper.match add column claimed_until timestamptz;
alter table gamekeeper.match drop column batch;
alter table gamekeeper.match drop column asked_at;

alter table gamekeeper.timeline add column region text;
alter table gamekeeper.timeline add column claimed_by uuid;
alter table gamekeeper.timeline add column claimed_until timestamptz;
alter table gamekeeper.timeline drop column batch;
alter table gamekeeper.timeline drop column asked_at;

-- `listing_since` says that a player's list is to be read; the columns below say when, how urgently and by whom.
alter table gamekeeper.player add column region text;
alter table gamekeeper.player add column priority integer not null default 0;
alter table gamekeeper.player add column next_at timestamptz;
alter table gamekeeper.player add column attempts smallint not null default 0;
alter table gamekeeper.player add column claimed_by uuid;
alter table gamekeeper.player add column claimed_until timestamptz;

-- The host that is asked. New rows get it from the program; a stored match is asked for no more and needs none.
create table gamekeeper.place (platform, region) as values
  ('na1', 'americas'), ('br1', 'americas'), ('la1', 'americas'), ('la2', 'americas'), ('pbe1', 'americas'),
  ('euw1', 'europe'), ('eun1', 'europe'), ('tr1', 'europe'), ('ru', 'europe'), ('me1', 'europe'),
  ('kr', 'asia'), ('jp1', 'asia'),
  ('oc1', 'sea'), ('sg2', 'sea'), ('tw2', 'sea'), ('vn2', 'sea'), ('ph2', 'sea'), ('th2', 'sea');
update gamekeeper.match m set region = p.region from gamekeeper.place p where p.platform = m.platform and m.state <> 'stored';
update gamekeeper.timeline t set region = p.region from gamekeeper.place p where p.platform = t.platform and t.state <> 'stored';
update gamekeeper.player r set region = p.region from gamekeeper.place p where p.platform = r.platform and r.listing_since is not null;
drop table gamekeeper.place;

-- In the order in which rows are claimed.
create index match_queue on gamekeeper.match (source, region, priority desc, listed_at, id desc) where state = 'wanted';
create index timeline_queue on gamekeeper.timeline (source, region, priority desc, listed_at, id desc) where state = 'wanted';
create index player_queue on gamekeeper.player (source, region, priority desc, puuid) where listing_since is not null;
