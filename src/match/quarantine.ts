/**
 * Quarantine: matches and timelines that were refused, each with its reason and its body, if there was one.
 *
 *   quarantined ──► stored   its body passes the checks now
 *        └────────► wanted   it is fetched again
 */
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { BodyOutcome } from './body.ts';
import { notePlayersSeen } from './people.ts';
import { PERSON } from './priority.ts';
import { publishRawAgain, unpackBody } from './raw.ts';
import { type Kept, lockMatches } from './rows.ts';

export interface QuarantinedRow extends Kept {
  readonly id: string;
  readonly reason: string;
  readonly since: Date;
  /** Size of the body as it was sent. Null: refused without a body. */
  readonly bytes: number | null;
}

const ASIDE = `(
  select source, 'match' as kind, id, reason, changed_at from gamekeeper.match where state = 'quarantined'
  union all
  select source, 'timeline', id, reason, changed_at from gamekeeper.timeline where state = 'quarantined')`;
const REASON = `coalesce(a.reason, 'no reason recorded')`;

/** Newest first. */
export async function listQuarantined(
  db: Queryable,
  { source, limit }: { readonly source: string | null; readonly limit: number },
): Promise<QuarantinedRow[]> {
  return db.query<QuarantinedRow>(
    `select a.source, a.kind, a.id, ${REASON} as reason, a.changed_at as since, r.size as bytes
     from (select * from ${ASIDE} as a where $1::text is null or a.source = $1
           order by changed_at desc, id, kind limit $2) as a
     left join gamekeeper.raw r on r.source = a.source and r.kind = a.kind and r.id = a.id
     order by a.changed_at desc, a.id, a.kind`,
    [source, limit],
  );
}

export interface QuarantineCounts {
  readonly total: number;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

export async function countReasons(
  db: Queryable,
  { source, limit }: { readonly source: string | null; readonly limit: number },
): Promise<QuarantineCounts> {
  const rows = await db.query<{ reason: string; count: number; total: number }>(
    `select ${REASON} as reason, count(*)::int as count, (sum(count(*)) over ())::int as total
     from ${ASIDE} as a where $1::text is null or a.source = $1
     group by 1 order by count desc, 1 limit $2`,
    [source, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    reasons: rows.map(({ reason, count }) => ({ reason, count })),
  };
}

export interface QuarantineCount extends Kept {
  readonly count: number;
}

/** By source and kind, with 0 where there are none. */
export async function countQuarantined(db: Queryable): Promise<QuarantineCount[]> {
  return db.query<QuarantineCount>(
    `select k.source, k.kind, count(a.id)::int as count
     from (values ('tft', 'match'), ('lol', 'match'), ('lol', 'timeline')) as k (source, kind)
     left join ${ASIDE} as a on a.source = k.source and a.kind = k.kind
     group by k.source, k.kind order by k.source desc, k.kind`,
  );
}

interface QuarantinedBody {
  /** zstd. */
  readonly packed: Uint8Array;
  /** Changes with every new body. */
  readonly rev: string;
  readonly fetchedAt: Date;
}

export interface FoundQuarantined {
  readonly row: QuarantinedRow;
  readonly body: QuarantinedBody | null;
}

/** Undefined: unknown, or not in quarantine. */
export async function readQuarantined(
  db: Queryable,
  { source, kind }: Kept,
  id: string,
): Promise<FoundQuarantined | undefined> {
  const [found] = await db.query<
    Omit<QuarantinedRow, 'source' | 'kind' | 'id'> & {
      packed: Uint8Array | null;
      rev: string | null;
      fetchedAt: Date | null;
    }
  >(
    `select ${REASON} as reason, a.changed_at as since, r.size as bytes, r.body as packed, r.rev::text as rev,
            r.fetched_at as "fetchedAt"
     from gamekeeper.${kind} a
     left join gamekeeper.raw r on r.source = a.source and r.kind = $3 and r.id = a.id
     where a.source = $1 and a.id = $2 and a.state = 'quarantined'`,
    [source, id, kind],
  );
  if (found === undefined) return undefined;
  const { packed, rev, fetchedAt, ...rest } = found;
  const body = packed === null || rev === null || fetchedAt === null ? null : { packed, rev, fetchedAt };
  return { row: { source, kind, id, ...rest }, body };
}

const SHOWN_BYTES = 256 * 1024;
/** Of UTF-8, a character has at most four bytes. */
const CHARACTER_BYTES = 4;

export interface ShownBody {
  /** Null: it cannot be decompressed. */
  readonly text: string | null;
  readonly isCut: boolean;
}

export function showBody(packed: Uint8Array): ShownBody {
  const bytes = unpackBody(packed);
  if (bytes === null) return { text: null, isCut: false };
  if (bytes.length <= SHOWN_BYTES) return { text: bytes.toString('utf8'), isCut: false };
  return { text: bytes.subarray(0, endOfCharacter(bytes, SHOWN_BYTES)).toString('utf8'), isCut: true };
}

/** The end of the last whole character at or before `at`. */
function endOfCharacter(bytes: Uint8Array, at: number): number {
  for (let end = at; end > at - CHARACTER_BYTES; end--) {
    const byte = bytes[end] ?? 0;
    const isInside = byte >= 0x80 && byte < 0xc0;
    if (!isInside) return end;
  }
  return at;
}

interface Release {
  readonly id: string;
  /** Of the body that was checked. If there is another one now, nothing changes. */
  readonly rev: string;
  readonly endedAt: Date | null;
}

/**
 * Returns false if it is not in quarantine any more, or has another body. The caller publishes the body again
 * in the same transaction.
 */
async function markStored(
  tx: Transaction,
  { source, kind }: Kept,
  { id, rev, endedAt }: Release,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.${kind} m set
       state = 'stored', reason = null, next_at = null, changed_at = now(),
       day = coalesce(($4::timestamptz at time zone 'utc')::date, m.day)
     where m.source = $1 and m.id = $2 and m.state = 'quarantined'
       and exists (select from gamekeeper.raw r
                   where r.source = $1 and r.kind = $5 and r.id = $2 and r.rev = $3::bigint)
     returning 1`,
    [source, id, rev, endedAt, kind],
  );
  return rows.length === 1;
}

/** The rules may give another reason now. The time since when it is in quarantine stays. */
async function noteReason(db: Queryable, { source, kind }: Kept, id: string, reason: string): Promise<void> {
  await db.query(
    `update gamekeeper.${kind} set reason = $3 where source = $1 and id = $2 and state = 'quarantined'`,
    [source, id, reason],
  );
}

/**
 * Returns false if it is not in quarantine any more. The body is kept until another one arrives, but its hash
 * is cleared: if the same bytes arrive again and pass, they must count as new, or readers in commit order
 * would not see them.
 */
async function wantAgain(
  tx: Transaction,
  { source, kind }: Kept,
  { id, region, priority }: { readonly id: string; readonly region: string; readonly priority: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.${kind} set
       state = 'wanted', reason = null, attempts = 0, next_at = null, region = $3, priority = $4,
       changed_at = now()
     where source = $1 and id = $2 and state = 'quarantined' returning 1`,
    [source, id, region, priority],
  );
  if (rows.length === 0) return false;
  await tx.query(`update gamekeeper.raw set sha = '' where source = $1 and kind = $2 and id = $3`, [
    source,
    kind,
    id,
  ]);
  return true;
}

export interface StoredFault {
  readonly kind: 'match' | 'timeline';
  readonly id: string;
  readonly reason: string;
}

export async function quarantineStored(
  tx: Queryable,
  source: string,
  faults: readonly StoredFault[],
): Promise<void> {
  for (const kind of ['match', 'timeline'] as const)
    await quarantine(
      tx,
      { source, kind },
      faults.filter((fault) => fault.kind === kind),
    );
}

async function quarantine(
  tx: Queryable,
  { source, kind }: Pick<StoredFault, 'kind'> & { readonly source: string },
  faults: readonly StoredFault[],
): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `update gamekeeper.${kind} as game
     set state = 'quarantined', reason = found.reason, changed_at = now()
     from unnest($2::text[], $3::text[]) as found (id, reason)
     where game.source = $1 and game.id = found.id and game.state = 'stored'`,
    [source, faults.map(({ id }) => id), faults.map(({ reason }) => reason.replaceAll('\0', ''))],
  );
}

export type Judgement =
  | { readonly isFit: true; readonly outcome: BodyOutcome }
  | { readonly isFit: false; readonly reason: string };

/** Checks a stored body with the rules of its game. */
export type JudgeBody = (kept: Kept, id: string, body: QuarantinedBody) => Judgement;

export type Revalidated =
  | { readonly type: 'stored' }
  | { readonly type: 'still-refused'; readonly reason: string }
  /** Not in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** Refused without a body. */
  | { readonly type: 'no-body' };

export async function revalidateBody(
  { database, judge }: { readonly database: Database; readonly judge: JudgeBody },
  kept: Kept,
  id: string,
): Promise<Revalidated> {
  const found = await readQuarantined(database, kept, id);
  if (found === undefined) return { type: 'unknown' };
  if (found.body === null) return { type: 'no-body' };
  const judgement = judge(kept, id, found.body);
  if (!judgement.isFit) {
    const reason = toStorableText(judgement.reason);
    if (reason !== found.row.reason) await noteReason(database, kept, id, reason);
    return { type: 'still-refused', reason };
  }
  const { rev } = found.body;
  const { settlement, seen } = judgement.outcome;
  return database.transaction(async (tx) => {
    // The writer of a timeline locks the row of its match first, so the match is not published without it.
    await lockMatches(tx, kept.source, [id]);
    if (!(await markStored(tx, kept, { id, rev, endedAt: settlement.endedAt }))) return { type: 'unknown' };
    await publishRawAgain(tx, kept.source, [id]);
    if (seen.length > 0) await notePlayersSeen(tx, kept.source, seen);
    return { type: 'stored' };
  });
}

export type Refetched =
  | { readonly type: 'asked-again' }
  /** Not in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** The id has no known region. */
  | { readonly type: 'nowhere' };

/** The row becomes wanted with the priority of a waiting person. */
export async function refetchBody(database: Database, kept: Kept, id: string): Promise<Refetched> {
  const region = isMatchId(id) ? placeOfMatch(id)?.region : undefined;
  if (region === undefined) {
    const found = await readQuarantined(database, kept, id);
    return { type: found === undefined ? 'unknown' : 'nowhere' };
  }
  const isAsked = await database.transaction((tx) => wantAgain(tx, kept, { id, region, priority: PERSON }));
  return { type: isAsked ? 'asked-again' : 'unknown' };
}
