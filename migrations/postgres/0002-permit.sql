-- What each API key may still do on each upstream host (src/domain/limiter/budget.ts): one value, changed as a whole under the
-- row's lock by whichever process asks for permits. Half-empty pages let every change stay on its page.
create table gamekeeper.permit (
  key_id text not null,
  host text not null,
  budget jsonb not null,
  primary key (key_id, host)
) with (fillfactor = 50);
