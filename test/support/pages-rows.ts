/** What the product whose pages are tested has stored besides what it collected itself, written to its PostgreSQL and data directory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrillSession } from '../../src/contract/operations.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { storeGames } from './projector/stored-games.ts';
import { TFT_PLAYERS, tftGame, tftGameIds, tftPuuid } from './tft-games.ts';

const TFT_GAMES = 240;

/** Quarantined games: one that the present rules accept, one that they refuse, one without a stored body. */
export const QUARANTINED = {
  fit: 'EUW1_6000001',
  strange: 'EUW1_6000002',
  bodiless: 'EUW1_6000003',
} as const;
export const QUARANTINE_REASON = 'a rule of yesterday did not like it';
/** Text, markup, and a character that reverses the order of what follows. */
export const STRANGE_BODY = '{"note":"<b>bold</b> or BOLD","name":"a\u202Eb","big":9007199254740993}';

/** A minute with a long queue, half an hour ago. */
export const LONG_QUEUE = 1_234_567;
const LONG_QUEUE_AGO_MINUTES = 30;

/** Ranks come first: a board gets the rank that is known when it is projected. */
export async function writeTftGames(database: Database): Promise<void> {
  // Three of four players have a rank: every five hours for the younger half of them, one old one for the others.
  await database.query(
    `insert into gamekeeper.rank_snapshot
       (source, puuid, queue, taken_at, platform, tier, division, league_points, wins, losses, projected)
     select 'tft', players.puuid, 'RANKED_TFT', taken_at, 'euw1',
       case when place % 3 = 0 then 'DIAMOND' else 'MASTER' end, 'I', place::int * 9, 10, 10, true
     from unnest($1::text[]) with ordinality as players (puuid, place),
       generate_series(now() - interval '8 days', now(), case when place % 2 = 0 then interval '5 hours' else interval '9 days' end)
         as taken_at`,
    [Array.from({ length: (TFT_PLAYERS * 3) / 4 }, (_, number) => tftPuuid(number))],
  );
  await storeGames(
    database,
    tftGameIds(TFT_GAMES).map((id) => tftGame(id)),
  );
}

export async function writeQuarantine(database: Database): Promise<void> {
  const { fit, strange, bodiless } = QUARANTINED;
  await storeGames(database, [
    { ...tftGame(fit), state: 'quarantined' },
    { ...tftGame(strange), state: 'quarantined', body: Buffer.from(STRANGE_BODY) },
    { ...tftGame(bodiless), state: 'quarantined' },
  ]);
  const ids = Object.values(QUARANTINED);
  await database.query(`update gamekeeper.match set reason = $1 where source = 'tft' and id = any($2)`, [
    QUARANTINE_REASON,
    ids,
  ]);
  await database.query(`delete from gamekeeper.raw where source = 'tft' and id = $1`, [bodiless]);
}

export async function writeLongQueue(database: Database): Promise<void> {
  await database.query(
    `with line as (
       insert into gamekeeper.operation_line (name, label) values ('jobs-waiting', '{}')
       on conflict (name, label) do update set name = excluded.name returning id)
     insert into gamekeeper.operation_sample (slot, marks, lines, readings)
     select date_trunc('minute', now()) - make_interval(mins => $1), '{"endsUntil":0,"bodies":{},"calls":{}}',
            array[id], array[$2::float8] from line`,
    [LONG_QUEUE_AGO_MINUTES, LONG_QUEUE],
  );
}

/** The second line cannot be read. */
export function writeDrillSessions(dataDirectory: string): void {
  const fault = {
    held: true,
    times: 3,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    recoveryMs: null,
    detail: '',
  };
  const drill: DrillSession = {
    startedAt: '2026-11-01T10:00:00.000Z',
    seconds: 125,
    seed: 4711,
    version: '9.9.9',
    machine: 'two cores',
    faults: [
      {
        ...fault,
        id: 'F1',
        name: 'a worker is killed',
        acknowledged: 1_500,
        recoveryMs: { median: 900, max: 4_000 },
      },
      { ...fault, id: 'F8', name: 'an upstream lies', held: false, lost: 2, detail: 'two games are missing' },
    ],
  };
  writeFileSync(
    join(dataDirectory, 'drill-sessions.jsonl'),
    `${JSON.stringify(drill)}\nthis is no session\n`,
  );
}
