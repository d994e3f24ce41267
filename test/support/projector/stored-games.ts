/** Games in PostgreSQL as the crawl leaves them, for tests: small invented bodies, stored and settled in one transaction. */
import { zstdCompressSync } from 'node:zlib';
import { tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';

export const GAME_ENDED_AT = Date.UTC(2026, 4, 19, 12);

export interface StoredGame {
  readonly id: string;
  readonly state?: 'stored' | 'quarantined';
  readonly body?: Uint8Array;
  /** As in the body. Default: that of `bodyOf`. */
  readonly endedAt?: number;
}

/** Two patches in turn: even numbers are of client 16.10, odd ones of 16.11. */
export function bodyOf(id: string, changes: Partial<TftMatch['info']> = {}): Uint8Array {
  const number = Number(id.split('_')[1]);
  const minor = number % 2 === 0 ? 10 : 11;
  const match = tftMatch({
    game_version: `Linux Version 16.${minor}.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/16.${minor}>`,
    game_datetime: GAME_ENDED_AT + number,
    gameId: number,
    participants: [1, 2, 3, 4, 5, 6, 7, 8].map((place) =>
      tftSeat(place, { level: 5 + ((number + place) % 5) }),
    ),
    ...changes,
  });
  return Buffer.from(JSON.stringify({ ...match, metadata: { ...match.metadata, match_id: id } }));
}

export function gameIds(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `EUW1_${from + at}`);
}

export async function storeGames(database: Database, games: readonly StoredGame[]): Promise<void> {
  await database.transaction((tx) => insertGames(tx, games));
}

export async function insertGames(tx: Queryable, games: readonly StoredGame[]): Promise<void> {
  for (const { id, state = 'stored', body = bodyOf(id), endedAt = GAME_ENDED_AT } of games) {
    await tx.query(
      `insert into gamekeeper.match (source, id, platform, state, day)
       values ('tft', $1, lower(split_part($1, '_', 1)), $2, $3)`,
      [id, state, new Date(endedAt).toISOString().slice(0, 10)],
    );
    await tx.query(
      `insert into gamekeeper.raw (source, kind, id, body, size, sha) values ('tft', 'match', $1, $2, $3, '')`,
      [id, zstdCompressSync(body), body.length],
    );
  }
}
