/**
 * Sends a job for everything that the tables say is open: searches at the step where they stopped, clips that wait, and goals that can be
 * settled. Sending a job that exists already does nothing. So a lost job, an emptied queue or a restored goal costs a minute at most.
 */
import { Type } from 'typebox';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { OPEN_CLIP, SEARCH_IS_OVER } from './goal-search.ts';
import {
  DEDUPLICATE_CLIPS,
  DOWNLOAD_CLIP,
  EXECUTE_SEARCH,
  RESUME_STEPS,
  SAVE_SEARCH,
  SEARCH_CLIPS,
  SETTLE_GOAL,
} from './kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './options.ts';
import { cutOffOldSteps } from './steps.ts';

/** In one run; the rest follows a minute later. */
const MOST = 1_000;
/** Longer than the timeout of every step. */
const LONGEST_STEP_SECONDS = 900;

export function createResumeSteps(
  options: Pick<ClipWorkOptions, 'database' | 'now' | 'upstreamNow'>,
): JobKind<object> {
  const { database } = options;
  return defineJob({
    kind: RESUME_STEPS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 5, maxDelaySeconds: 5 },
    timeoutSeconds: 50,
    concurrency: 1,
    schedule: { cron: '* * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const open = await findOpenWork(database, upstreamTime(options));
      let sent = 0;
      for (const kind of new Set(open.map((one) => one.kind))) {
        const payloads = open
          .filter((one) => one.kind === kind)
          .map(({ goal, clip }) => toPayload(kind, goal, clip));
        sent += await jobs.sendMany(kind, payloads);
      }
      const cut = await cutOffOldSteps(database, LONGEST_STEP_SECONDS);
      if (sent + cut === 0) return skip('all open work has a job');
      log.info({ jobs: sent, cutOff: cut }, 'jobs of open work sent again');
      return done();
    },
  });
}

interface OpenWork {
  readonly kind: string;
  readonly goal: string;
  readonly clip: string | null;
}

function toPayload(kind: string, goal: string, clip: string | null): object {
  if (clip === null) return { goal };
  return kind === DOWNLOAD_CLIP ? { clip } : { goal, clip };
}

/** `at`: upstream's clock. Every part has an order, so that concurrent runs insert their jobs in the same order. */
async function findOpenWork(db: Queryable, at: Date): Promise<OpenWork[]> {
  const searches = await db.query<OpenWork>(
    `select case when s.goal_id is null then $3 when s.answers is null then $4 else $5 end as kind, g.id as goal, null as clip
     from gamekeeper.goal g left join gamekeeper.clip_search s on s.goal_id = g.id
     where g.state = 'stable' and (s.goal_id is not null
       or (g.settled_at is null and not ${SEARCH_IS_OVER} and coalesce(g.next_search_at <= $1, true)))
     order by g.stable_at, g.id limit $2`,
    [at, MOST, SEARCH_CLIPS, EXECUTE_SEARCH, SAVE_SEARCH],
  );
  const clips = await db.query<OpenWork>(
    `select case c.state when 'found' then $2 else $3 end as kind, c.goal_id as goal, c.id as clip
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id
     where g.state = 'stable' and ${OPEN_CLIP} and c.object_state <> 'deleting' order by c.id limit $1`,
    [MOST, DOWNLOAD_CLIP, DEDUPLICATE_CLIPS],
  );
  const settled = await db.query<OpenWork>(
    `select $2 as kind, g.id as goal, null as clip from gamekeeper.goal g
     where g.state = 'stable' and g.settled_at is null and ${SEARCH_IS_OVER}
       and not exists (select from gamekeeper.clip c where c.goal_id = g.id and ${OPEN_CLIP}) order by g.id limit $1`,
    [MOST, SETTLE_GOAL],
  );
  return [...searches, ...clips, ...settled];
}
