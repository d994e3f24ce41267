/**
 * What upstreams sent, exactly: zstd of the bytes, before anything was read from them. Whether a body is fit to be counted is not
 * said here but by its match's state: `stored` is, `quarantined` is kept only to be looked at.
 */
import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface PackedBody {
  readonly id: string;
  /** zstd. */
  readonly bytes: Uint8Array;
  /** Of the body as it was sent. */
  readonly size: number;
  readonly sha: string;
  readonly fetchedAt: Date;
}

/**
 * Here and now: handing 20 KB to another thread costs the event loop more than packing them (0.11 ms against 0.08 ms a body). To be
 * told the size spares zstd the buffers for large ones, which is half of its time.
 */
export function packBody(id: string, body: Uint8Array, fetchedAt: Date): PackedBody {
  const size = body.byteLength;
  const bytes = zstdCompressSync(body, { pledgedSrcSize: size });
  return { id, bytes, size, sha: hash('sha256', body, 'hex'), fetchedAt };
}

/** A body that is there already is replaced when it is another one. All travel as one value: a list of bytea goes as text, twice as long. */
export async function storeBodies(
  db: Queryable,
  { source, kind }: { source: string; kind: 'match' | 'timeline' },
  bodies: readonly PackedBody[],
): Promise<void> {
  if (bodies.length === 0) return;
  let end = 1;
  const starts = bodies.map(({ bytes }) => (end += bytes.byteLength) - bytes.byteLength);
  await db.query(
    `insert into gamekeeper.raw as r (source, kind, id, body, size, sha, fetched_at)
     select $1, $2, b.id, substr($3::bytea, b.start, b.length), b.size, decode(b.sha, 'hex'), b.fetched_at
     from unnest($4::text[], $5::int[], $6::int[], $7::int[], $8::text[], $9::timestamptz[])
       as b (id, start, length, size, sha, fetched_at)
     on conflict (source, kind, id) do update set
       body = excluded.body, size = excluded.size, sha = excluded.sha, fetched_at = excluded.fetched_at,
       rev = nextval('gamekeeper.raw_rev'), xid = pg_current_xact_id(), revision = least(r.revision + 1, 32767)
     where r.sha <> excluded.sha`,
    [
      source,
      kind,
      Buffer.concat(bodies.map(({ bytes }) => bytes)),
      bodies.map(({ id }) => id),
      starts,
      bodies.map(({ bytes }) => bytes.byteLength),
      bodies.map(({ size }) => size),
      bodies.map(({ sha }) => sha),
      bodies.map(({ fetchedAt }) => fetchedAt),
    ],
  );
}
