/**
 * The live buffer: of each fixture the newest answer, overwritten by the next one. A poll draws its number before it asks, so numbers tell
 * which answer is newer, whoever asked: one that comes late finds a higher number in its place and is dropped, before or after that was
 * processed. `processed_at` is written in the transaction that does the processing, which holds the fixture's row; so an answer is processed
 * once, and what a killed process left is found.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface StoredPoll {
  readonly fixtureId: number;
  readonly number: string;
  readonly askedAt: Date;
  /** The upstream's item, exactly. */
  readonly body: Buffer;
}

export async function drawPollNumber(db: Queryable): Promise<string> {
  const [row] = await db.query<{ number: string }>(
    `select nextval('gamekeeper.fixture_poll_number') as number`,
  );
  if (row === undefined) throw new Error('PostgreSQL gave no number to a poll');
  return row.number;
}

/** False: a newer answer is there, or the fixture is not. */
export async function storePoll(
  db: Queryable,
  { fixtureId, number, askedAt, body }: Omit<StoredPoll, 'body'> & { readonly body: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(
    `insert into gamekeeper.fixture_poll as p (fixture_id, number, asked_at, body)
     select f.id, $2, $3, $4 from gamekeeper.fixture f where f.id = $1
     on conflict (fixture_id) do update
       set number = excluded.number, asked_at = excluded.asked_at, body = excluded.body, processed_at = null
       where p.number < excluded.number
     returning 1`,
    [fixtureId, number, askedAt, zstdCompressSync(body)],
  );
  return rows.length > 0;
}

/** Fixtures whose newest answer nobody has processed. */
export async function findWaitingPolls(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select fixture_id::float8 as id from gamekeeper.fixture_poll where processed_at is null order by number`,
  );
  return rows.map(({ id }) => id);
}

/** Of a fixture whose row is locked. Undefined: it was processed already. */
export async function readWaitingPoll(tx: Queryable, fixtureId: number): Promise<StoredPoll | undefined> {
  const [row] = await tx.query<StoredPoll>(
    `select fixture_id::float8 as "fixtureId", number, asked_at as "askedAt", body
     from gamekeeper.fixture_poll where fixture_id = $1 and processed_at is null for update`,
    [fixtureId],
  );
  return row && { ...row, body: zstdDecompressSync(row.body) };
}

export async function markPollProcessed(
  tx: Queryable,
  { fixtureId, number }: Pick<StoredPoll, 'fixtureId' | 'number'>,
): Promise<void> {
  await tx.query(
    `update gamekeeper.fixture_poll set processed_at = now() where fixture_id = $1 and number = $2`,
    [fixtureId, number],
  );
}
