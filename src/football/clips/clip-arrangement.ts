/** What the comparison of clips reads and writes. All of it with `lockClips` held: two comparisons of a goal must not cross. */
import type { ClipReason, ClipState } from '#/domain/football/clip-state.ts';
import { RETIRED_OBJECT } from './clip-object.ts';
import type { ObjectState } from './clip.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';

export interface CopyRow {
  readonly id: string;
  readonly goalId: string;
  readonly state: ClipState;
  readonly objectState: ObjectState;
  readonly cluster: string | null;
  readonly isBest: boolean;
  readonly sha256: string;
  readonly md5: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly picturePrint: Uint8Array | null;
  readonly soundPrint: Uint8Array | null;
  readonly postedAt: Date | null;
  readonly foundAt: Date;
  readonly isVerified: boolean;
}

const SELECT = `select c.id, c.goal_id as "goalId", c.state, c.object_state as "objectState", c.cluster, c.is_best as "isBest", c.sha256,
    c.md5, c.bytes::float8 as bytes, c.seconds, c.width, c.height, c.has_audio as "hasAudio", c.picture_print as "picturePrint",
    c.sound_print as "soundPrint", c.posted_at as "postedAt", c.found_at as "foundAt", c.is_verified as "isVerified"
  from gamekeeper.clip c`;

/** Those of a goal that are in its clusters, or wait to be. */
export async function readCopies(tx: Transaction, goalId: string): Promise<CopyRow[]> {
  return tx.query<CopyRow>(
    `${SELECT} where c.goal_id = $1 and c.state in ('downloaded', 'kept', 'duplicate') and c.sha256 is not null
     order by c.found_at, c.id`,
    [goalId],
  );
}

/** Those that were found for other goals of the same fixture and not rejected there. */
export async function readCopiesOfOtherGoals(tx: Transaction, goalId: string): Promise<CopyRow[]> {
  return tx.query<CopyRow>(
    `${SELECT} join gamekeeper.goal g on g.id = c.goal_id
     where g.fixture_id = (select fixture_id from gamekeeper.goal where id = $1) and g.id <> $1
       and c.state in ('downloaded', 'kept', 'duplicate') and c.sha256 is not null
     order by c.found_at, c.id`,
    [goalId],
  );
}

export async function countUndecided(db: Queryable, goalId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.clip where goal_id = $1 and state = 'downloaded'`,
    [goalId],
  );
  return row?.count ?? 0;
}

export interface ClipDecision {
  readonly id: string;
  readonly state: 'kept' | 'duplicate' | 'rejected';
  readonly code: ClipReason | null;
  readonly words: string;
  readonly cluster: string | null;
  readonly isBest: boolean;
  readonly contains: readonly string[];
  readonly otherGoalId: string | null;
  /** Its object is of no use any more. */
  readonly isRetired: boolean;
}

export async function writeDecisions(tx: Transaction, decisions: readonly ClipDecision[]): Promise<void> {
  if (decisions.length === 0) return;
  await tx.query(
    `update gamekeeper.clip c set state = d.state, reason_code = d.code, reason = d.words, cluster = d.cluster, is_best = d."isBest",
       contains_clips = array(select jsonb_array_elements_text(d.contains))::uuid[], other_goal_id = d."otherGoalId",
       object_state = case when d."isRetired" then ${RETIRED_OBJECT.state} else c.object_state end,
       object_key = case when d."isRetired" then ${RETIRED_OBJECT.key} else c.object_key end,
       object_changed_at = case when d."isRetired" then ${RETIRED_OBJECT.changedAt} else c.object_changed_at end
     from jsonb_to_recordset($1::jsonb) as d (id uuid, state text, code text, words text, cluster uuid, "isBest" boolean,
       contains jsonb, "otherGoalId" uuid, "isRetired" boolean)
     where c.id = d.id and c.state in ('downloaded', 'kept', 'duplicate')`,
    [JSON.stringify(decisions)],
  );
}
