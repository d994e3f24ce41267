/**
 * Compares the clips of one goal, archives the best of each cluster and deletes the objects of the others. An advisory lock makes the
 * comparisons of a goal serial, not the queue: a job that was sent while another ran must run too, because that one may not have seen its clip.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import type { ClipReason, ClipState } from '#/domain/football/clip-state.ts';
import {
  arrangeClipsGently,
  type Arrangement,
  type ClipVerdict,
} from '#/domain/football/duplicates/arrange-clips.ts';
import { decodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { decodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';
import { RETIRE_OBJECT, type ObjectState } from './clip.ts';
import { publishFixtureChange } from './fixture.ts';
import { lockClips, readSearchedGoal, type SearchedGoalRow } from './goal-search.ts';
import { DEDUPLICATE_CLIPS } from './kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './options.ts';
import { settleWhenReady } from './settle.ts';
import { recordedStep, stepDone, stepSkipped, type StepEnd } from './steps.ts';
import { deleteUnwantedObjects } from './sweep.ts';

/** `clip`: the one that was downloaded. Without it all are compared again, also if none is new. */
type Payload = { goal: string; clip?: string };

export function createDeduplicateClips(options: ClipWorkOptions): JobKind<Payload> {
  const { database } = options;
  return defineJob({
    kind: DEDUPLICATE_CLIPS,
    payload: Type.Object({
      goal: Type.String({ format: 'uuid' }),
      clip: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    key: ({ goal, clip }) => `${goal}/${clip ?? 'all'}`,
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 30,
    concurrency: 4,
    async handle({ goal: id, clip }, context) {
      const goal = await readSearchedGoal(database, id);
      if (goal === undefined) return skip('the goal does not exist');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      const isForced = clip === undefined;
      if (!isForced && !(await hasUndecided(database, id))) return skip('every clip is decided already');
      return recordedStep(database, { step: 'deduplicate', goal }, context, async () => {
        const end = await database.transaction((tx) => deduplicate(tx, options, goal, isForced, context));
        await deleteUnwantedObjects(options, { goalId: goal.id, log: context.log });
        return end;
      });
    },
  });
}

async function deduplicate(
  tx: Transaction,
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  isForced: boolean,
  { jobs, signal }: JobContext,
): Promise<StepEnd> {
  await lockClips(tx, goal.id);
  const copies = await readCopies(tx, goal.id);
  if (!isForced && copies.every(({ state }) => state !== 'downloaded'))
    return stepSkipped('another run has compared it already');
  const others = await readCopiesOfOtherGoals(tx, goal.id);
  const arrangement = await arrangeClipsGently(
    copies.map(withPrints),
    others.map(withPrints),
    () => nextTurn(),
    { goalAt: goal.scoredAt },
  );
  signal.throwIfAborted();
  const decisions = decideClips(copies, arrangement);
  await writeDecisions(tx, decisions, upstreamTime(options));
  await settleWhenReady(tx, jobs, goal.id);
  await publishFixtureChange(tx, goal.fixtureId);
  return stepDone(describe(decisions));
}

function withPrints(row: CopyRow) {
  return {
    ...row,
    picture: row.picturePrint === null ? null : decodePicturePrint(row.picturePrint),
    sound: row.soundPrint === null ? null : decodeSoundPrint(row.soundPrint),
  };
}

function describe(decisions: readonly ClipDecision[]): string {
  const count = (state: ClipDecision['state']): number =>
    decisions.filter((decision) => decision.state === state).length;
  return `${decisions.length} clips: ${count('kept')} distinct, ${count('duplicate')} copies, ${count('rejected')} of other goals`;
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
}

/**
 * The comparison ranks the copies; only the rows know which of them still have their object. A copy whose object was deleted or lost cannot
 * take the place of one that has it.
 */
export function decideClips(copies: readonly CopyRow[], { clusters, verdicts }: Arrangement): ClipDecision[] {
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const bests = new Map(
    clusters.map(({ id, memberIds }) => {
      const members = memberIds.flatMap((member) => byId.get(member) ?? []);
      return [id, members.find(({ objectState }) => objectState === 'stored')] as const;
    }),
  );
  return verdicts.flatMap((verdict): ClipDecision[] => {
    const copy = byId.get(verdict.clipId);
    if (copy === undefined) return [];
    const best = verdict.clusterId === null ? undefined : bests.get(verdict.clusterId);
    const common = {
      id: copy.id,
      cluster: verdict.clusterId,
      isBest: best?.id === copy.id,
      contains: verdict.containsIds,
      otherGoalId: verdict.otherGoalId,
    };
    if (verdict.clusterId === null)
      return [{ ...common, state: 'rejected', code: 'other-goal', words: verdict.words }];
    if (!common.isBest) return [{ ...common, state: 'duplicate', ...whyDuplicate(copy, verdict, best) }];
    const words = verdict.isBest ? verdict.words : 'the best copy whose file is still there';
    return [{ ...common, state: 'kept', code: null, words }];
  });
}

function whyDuplicate(
  copy: CopyRow,
  verdict: ClipVerdict,
  best: CopyRow | undefined,
): Pick<ClipDecision, 'code' | 'words'> {
  if (copy.isBest && best !== undefined)
    return { code: 'better-copy', words: `it was the best copy until ${best.id} was found` };
  const isSameBytes = best !== undefined && best.sha256 === copy.sha256;
  const code = verdict.reason ?? (isSameBytes ? 'same-bytes' : 'same-picture');
  return { code, words: verdict.isBest ? 'a better copy, but its file is gone' : verdict.words };
}

export interface CopyRow {
  readonly id: string;
  readonly goalId: string;
  readonly state: ClipState;
  readonly objectState: ObjectState;
  readonly isBest: boolean;
  readonly sha256: string;
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

const SELECT = `select c.id, c.goal_id, c.state, c.object_state, c.is_best, c.sha256, c.bytes::float8 as bytes, c.seconds, c.width, c.height,
    c.has_audio, c.picture_print, c.sound_print, c.posted_at, c.found_at, c.is_verified
  from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id`;
const COMPARED = `c.state in ('downloaded', 'kept', 'duplicate') and c.sha256 is not null`;

/** Clips that are in the clusters of a goal, or wait for the comparison. */
async function readCopies(tx: Transaction, goalId: string): Promise<CopyRow[]> {
  return tx.query<CopyRow>(`${SELECT} where g.id = $1 and ${COMPARED} order by c.found_at, c.id`, [goalId]);
}

/** The same for the other goals of the fixture. */
async function readCopiesOfOtherGoals(tx: Transaction, goalId: string): Promise<CopyRow[]> {
  return tx.query<CopyRow>(
    `${SELECT} where g.fixture_id = (select fixture_id from gamekeeper.goal where id = $1) and g.id <> $1 and ${COMPARED}
     order by c.found_at, c.id`,
    [goalId],
  );
}

async function hasUndecided(db: Queryable, goalId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from gamekeeper.clip where goal_id = $1 and state = 'downloaded' limit 1`,
    [goalId],
  );
  return rows.length > 0;
}

/** Every clip that is not the best of its cluster loses its object. */
async function writeDecisions(tx: Transaction, decisions: readonly ClipDecision[], at: Date): Promise<void> {
  const write = async (isBest: boolean, set: string, values: readonly unknown[]): Promise<void> => {
    const rows = decisions.filter((decision) => decision.isBest === isBest);
    if (rows.length === 0) return;
    await tx.query(
      `update gamekeeper.clip c set state = d.state, reason_code = d.code, reason = d.words, cluster = d.cluster, is_best = d.is_best,
         contains_clips = array(select jsonb_array_elements_text(d.contains))::uuid[], other_goal_id = d.other_goal_id, ${set}
       from jsonb_to_recordset($1::jsonb) as d (id uuid, state text, code text, words text, cluster uuid, is_best boolean,
         contains jsonb, other_goal_id uuid)
       where c.id = d.id and c.state in ('downloaded', 'kept', 'duplicate')`,
      [toRecordset(rows), ...values],
    );
  };
  await write(true, 'archived_at = coalesce(c.archived_at, $2)', [at]);
  await write(false, RETIRE_OBJECT, []);
}
