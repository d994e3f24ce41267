-- Whom a goal was ascribed to before: the upstream takes corrections back, and a row that names one of them is hardly another goal's.
alter table gamekeeper.goal add column former_scorers jsonb not null default '[]';
