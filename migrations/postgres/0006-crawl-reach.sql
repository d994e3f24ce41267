-- How many players a cycle of the crawl reaches down to. It grows while calls are left over.
alter table gamekeeper.cursor add column reach integer not null default 0;
