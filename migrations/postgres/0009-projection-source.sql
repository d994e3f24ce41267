-- There is a projection for each game now, and each is verified and built anew by itself.
alter table gamekeeper.projection_task add column source text not null default 'tft' check (source in ('tft', 'lol'));
