-- Riot IDs that were asked for and are not known yet. A request writes the row and its job; the job asks the upstream.
--   waiting ──► found | nobody | failed
-- Who has a name is kept in `riot_id`; a row here says whether a look-up is under way and how the last one ended.
create table gamekeeper.name_lookup (
  id bigint generated always as identity primary key,
  source text not null check (source in ('tft', 'lol')),
  key_id text not null,
  -- Folded like `riot_id.name`; the two columns below are as they were typed.
  name text not null,
  game_name text not null,
  tag_line text not null,
  platform_hint text,
  -- Whether the player's history is collected when the name is found.
  collects boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'found', 'nobody', 'failed')),
  puuid text,
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it failed; while it waits, what delays it.
  reason text,
  -- The API key is missing or refused: only the operator can help.
  is_key_fault boolean not null default false,
  unique (source, key_id, name)
);
create index name_lookup_requested on gamekeeper.name_lookup (source, requested_at);
