-- ClickHouse keeps numbers instead of ids. A code is given once and never changes its meaning.
create table gamekeeper.tft_code (
  kind text not null check (kind in ('unit', 'item', 'trait')),
  -- 8191 is what all others share when there are too many to be told apart.
  code integer not null check (code between 1 and 8190),
  -- Of a trait with its tier: `trait@2`; and of the trait alone: `trait`.
  id text not null,
  primary key (kind, code),
  unique (kind, id)
);

-- Every body has a small number that it keeps, so that sets of boards are small too.
alter table gamekeeper.raw add column game integer generated always as identity;
-- Two games of one number would be counted as one, and nothing else would notice.
create unique index raw_game on gamekeeper.raw (game);
