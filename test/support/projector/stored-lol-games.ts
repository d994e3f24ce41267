/** Games of League of Legends in PostgreSQL as collecting leaves them, for tests: small invented bodies, with or without a timeline. */
import { zstdCompressSync } from 'node:zlib';
import { lolMatch, lolSeat, lolTimeline } from '#/upstream/fixtures/riot-bodies.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { publishRawAgain } from '../../../src/match/raw.ts';

export interface StoredLolGame {
  readonly id: string;
  readonly body?: Uint8Array;
  /** True: an invented one. */
  readonly timeline?: boolean | Uint8Array;
}

const LANES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'];

/** Two seasons in turn: even numbers are of 15, odd ones of 16. Some seats are bots'. */
export function lolBodyOf(id: string, changes: Partial<LolMatch['info']> = {}): Uint8Array {
  const number = Number(id.split('_')[1]);
  const match = lolMatch({
    gameVersion: `${15 + (number % 2)}.4.748.682`,
    gameStartTimestamp: 1_771_685_324_811 + 1_000 * number,
    participants: Array.from({ length: 10 }, (_, at) =>
      lolSeat(at + 1, {
        kills: (number + at) % 20,
        goldEarned: 9_000 + number + at,
        teamPosition: LANES[at % 5] ?? '',
        puuid: at === 9 && number % 3 === 0 ? 'BOT' : `${number % 7}-${at}`.padEnd(78, 'p'),
      }),
    ),
    ...changes,
  });
  return Buffer.from(JSON.stringify({ ...match, metadata: { ...match.metadata, matchId: id } }));
}

/** Twelve minutes, in which participant 1 dies in the second that the game's number says. */
export function lolTimelineOf(id: string): Uint8Array {
  const number = Number(id.split('_')[1]);
  const seat = (minute: number, at: number) => ({
    totalGold: 500 + minute * 300 + at + (number % 50),
    xp: minute * 100,
    minionsKilled: minute,
    jungleMinionsKilled: at,
  });
  const timeline = lolTimeline({
    frames: Array.from({ length: 13 }, (_, minute) => ({
      timestamp: minute * 60_010,
      participantFrames: Object.fromEntries(
        Array.from({ length: 10 }, (__, at) => [String(at + 1), seat(minute, at)]),
      ),
      events:
        minute === 3
          ? [{ type: 'CHAMPION_KILL', timestamp: 1_000 * (number % 500), killerId: 6, victimId: 1 }]
          : [],
    })),
  });
  return Buffer.from(JSON.stringify({ ...timeline, metadata: { ...timeline.metadata, matchId: id } }));
}

export async function storeLolGames(database: Database, games: readonly StoredLolGame[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { id, body = lolBodyOf(id), timeline = false } of games) {
      await tx.query(
        `insert into gamekeeper.match (source, id, platform, state) values ('lol', $1, 'euw1', 'stored')`,
        [id],
      );
      await insertRaw(tx, 'match', id, body);
      if (timeline !== false) await insertTimeline(tx, id, timeline === true ? lolTimelineOf(id) : timeline);
    }
  });
}

/** As whoever stores a timeline that comes after its game does it. */
export async function storeLateTimeline(
  database: Database,
  id: string,
  body: Uint8Array = lolTimelineOf(id),
): Promise<void> {
  await database.transaction(async (tx) => {
    await insertTimeline(tx, id, body);
    await publishRawAgain(tx, 'lol', [id]);
  });
}

async function insertTimeline(tx: Queryable, id: string, body: Uint8Array): Promise<void> {
  await tx.query(
    `insert into gamekeeper.timeline (source, id, platform, state) values ('lol', $1, 'euw1', 'stored')
     on conflict (source, id) do update set state = 'stored'`,
    [id],
  );
  await insertRaw(tx, 'timeline', id, body);
}

async function insertRaw(tx: Queryable, kind: string, id: string, body: Uint8Array): Promise<void> {
  await tx.query(
    `insert into gamekeeper.raw (source, kind, id, body, size, sha) values ('lol', $1, $2, $3, $4, '')
     on conflict (source, kind, id) do update set body = excluded.body`,
    [kind, id, zstdCompressSync(body), body.length],
  );
}
