-- What each API key may still do on each upstream host (src/domain/limiter/budget.ts): one value, changed as a whole under the
-- row's lock by whichever process asks for permits. Half-empty pages let every change stay on its page.
create table gamekeeper.permit (
  key_id text not null,
  host text not null,
  budget jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (key_id, host)
) with (fillfactor = 50);

-- What each upstream last said of our key: any process may hear it, every process may be asked.
create table gamekeeper.upstream_key (
  upstream text primary key,
  state text not null check (state in ('ok', 'rejected')),
  status integer,
  message text,
  since timestamptz not null,
  heard_at timestamptz not null default now()
);
