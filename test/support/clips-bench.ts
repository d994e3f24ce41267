/** A database, a clip site, videos and folders for one test file; and goals to look for clips of. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FollowedGoal } from '#/domain/football/goal.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { ClipWorkOptions } from '#/football/options.ts';
import { SEARCH_CLIPS } from '#/football/kinds.ts';
import { createFootballClips } from '#/football/jobs.ts';
import { listClips, type ClipRow } from '#/football/clip.ts';
import { saveFixtures } from '#/football/fixture.ts';
import { saveGoals } from '#/football/goal.ts';
import { readSearchedGoal } from '#/football/goal-search.ts';
import { createClipWork } from './clip-work.ts';
import { startClipSite, type ClipSiteUnderTest } from './clip-site-under-test.ts';
import { createJobsBench, type JobsBench } from './jobs-bench.ts';
import { createMadeClips, type MadeClips } from './made-clips.ts';
import { until } from './until.ts';

interface GoalFacts {
  readonly fixtureId?: number;
  readonly observedLive?: boolean;
  /** Default: now. */
  readonly kickoffAt?: Date;
}

export interface ClipsBench extends JobsBench {
  readonly site: ClipSiteUnderTest;
  readonly directory: string;
  readonly videos: MadeClips;
  readonly work: ClipWorkOptions;
  /** An engine that does all the work for clips. */
  clips(options?: Partial<ClipWorkOptions>): Promise<JobEngine>;
  /** An engine that has searched for the goal until it was settled. By default it searches once. */
  searched(goalId: string, options?: Partial<ClipWorkOptions>): Promise<JobEngine>;
  /** Returns the reason with which the goal is settled. */
  searchAgain(engine: JobEngine, goalId: string): Promise<string>;
  /** A goal that counts, of a fixture of its own unless told otherwise: Lindqvist, 23', Port Amber 1-0 Vale Rovers. */
  goal(options?: Partial<FollowedGoal> & GoalFacts): Promise<string>;
  change(goalId: string, set: string): Promise<void>;
  untilSettled(goalId: string): Promise<string>;
  rows(goalId: string): Promise<ClipRow[]>;
  /** Keys of all objects, in order. */
  keys(): Promise<string[]>;
}

export async function createClipsBench(): Promise<ClipsBench> {
  const jobs = await createJobsBench();
  const site = await startClipSite();
  const directory = await mkdtemp(join(tmpdir(), 'gamekeeper-clips-'));
  const work = await createClipWork(jobs.database, { siteUrl: site.url, directory });
  let fixtures = 900_000;
  const { database } = jobs;
  const clips = (options: Partial<ClipWorkOptions> = {}) =>
    jobs.engine({ kinds: createFootballClips({ ...work, ...options }) });
  const untilSettled = (goalId: string) =>
    until('the goal is settled', 40_000, async () => {
      const goal = await readSearchedGoal(database, goalId);
      if (goal?.settledAt === null) return null;
      const [row] = await database.query<{ reason: string }>(
        'select settled_reason as reason from gamekeeper.goal where id = $1',
        [goalId],
      );
      return row?.reason;
    });
  const searchAgain = async (engine: JobEngine, goalId: string): Promise<string> => {
    await engine.send(SEARCH_CLIPS, { goal: goalId });
    return untilSettled(goalId);
  };
  return {
    ...jobs,
    site,
    directory,
    videos: createMadeClips(directory),
    work,
    clips,
    async searched(goalId, options = { search: { ...work.search, searches: 1 } }) {
      const engine = await clips(options);
      await searchAgain(engine, goalId);
      return engine;
    },
    searchAgain,
    async goal({ fixtureId = ++fixtures, observedLive = true, kickoffAt = new Date(), ...goal } = {}) {
      const followed = { ...invented(), ...goal };
      await database.transaction(async (tx) => {
        await saveFixtures(tx, [{ ...fixtureOf(fixtureId), kickoffAt }]);
        await saveGoals(tx, fixtureId, [followed], observedLive);
      });
      return followed.id;
    },
    async change(goalId, set) {
      await database.query(`update gamekeeper.goal set ${set} where id = $1`, [goalId]);
    },
    untilSettled,
    rows: (goalId) => listClips(database, [goalId]),
    async keys() {
      const keys: string[] = [];
      for await (const { key } of work.objects.list('')) keys.push(key);
      return keys;
    },
    async drop() {
      await jobs.drop();
      await site.stop();
      work.objects.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function invented(): FollowedGoal {
  const at = new Date();
  const id = randomUUID();
  return {
    id,
    side: 'home',
    teamId: 40,
    teamName: 'Port Amber',
    playerId: 306,
    playerName: 'A. Lindqvist',
    formerScorers: [],
    assistId: null,
    assistName: null,
    kind: 'normal',
    minute: 23,
    extraMinute: null,
    state: 'stable',
    sightings: 3,
    misses: 0,
    scoreBefore: { home: 0, away: 0 },
    scoreAfter: { home: 1, away: 0 },
    label: `900001_40_306_Goal_${id.slice(0, 4)}`,
    firstSeenAt: at,
    lastSeenAt: at,
    stableAt: at,
    removedAt: null,
    restoredAt: null,
  };
}

function fixtureOf(id: number): Parameters<typeof saveFixtures>[1][number] {
  return {
    id,
    league: { id: 1, name: 'Lantern League', country: 'Nowhere', season: 2026, round: 'Round 1' },
    home: { id: 40, name: 'Port Amber' },
    away: { id: 41, name: 'Vale Rovers' },
    kickoffAt: new Date(),
    status: { code: '1H', minute: 24, extraMinute: null },
    goals: { home: 1, away: 0 },
    penalties: { home: null, away: null },
    phase: 'active',
    nextPollAt: null,
    polledAt: null,
    trouble: null,
    troubleSince: null,
    finalSince: null,
    completedAt: null,
    followedAt: null,
  };
}
