/** The goals of one match of the practice world, whose site posts copies, other cameras, wrong goals and dead links; its hidden truth is the judge. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPracticeWorld, type RunningPracticeWorld } from '../../practice/practice-world.ts';
import { createClipWork } from '../../test/support/clip-work.ts';
import { createClipsBench, type ClipsBench } from '../../test/support/clips-bench.ts';
import type { ClipRow } from './clip.ts';
import { SEARCH_CLIPS } from './kinds.ts';
import { createFootballClips } from './jobs.ts';

interface TrueGoal {
  readonly key: string;
  readonly side: 'home' | 'away';
  readonly kind: 'normal' | 'penalty' | 'own';
  readonly scorer: { readonly name: string };
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly happenedAt: number;
  readonly stands: boolean;
  readonly scoreBefore: { readonly home: number; readonly away: number };
  readonly scoreAfter: { readonly home: number; readonly away: number };
}
interface TrueMatch {
  readonly fixture: number;
  readonly home: { readonly id: number; readonly name: string };
  readonly away: { readonly id: number; readonly name: string };
  readonly endsAt: number;
  readonly goals: readonly TrueGoal[];
}
interface TruePost {
  readonly id: string;
  readonly kind: string;
  readonly videos: readonly {
    readonly shows: readonly string[];
    readonly cameras: readonly number[];
    readonly fate: string;
  }[];
}

const STARTS_AT = Date.UTC(2026, 10, 14, 18);
/** Clips are made when they are asked for, and each takes the better part of a second. */
const GOALS = 4;

let bench: ClipsBench;
let world: RunningPracticeWorld;
beforeAll(async () => {
  bench = await createClipsBench();
  world = await createPracticeWorld({
    seed: 7,
    clock: { mode: 'stepped', startAt: STARTS_AT },
    playerCount: 50,
    profile: 'unlimited',
  });
});
afterAll(async () => {
  await bench.drop();
  await world.stop();
});

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${world.url}/practice${path}`);
  return (await answer.json()) as Answer;
}

test('each goal keeps one clip of each camera, and none of another goal', { timeout: 300_000 }, async () => {
  const { matches } = await ask<{ matches: TrueMatch[] }>('/football/truth');
  const match = matches.find(
    ({ endsAt, goals }) =>
      endsAt < STARTS_AT &&
      endsAt > STARTS_AT - 7_200_000 &&
      goals.filter(({ stands }) => stands).length >= GOALS,
  );
  if (match === undefined) throw new Error('no match of this day has enough goals');
  const work = await createClipWork(bench.database, {
    siteUrl: world.clipSiteUrl,
    directory: bench.directory,
  });
  const engine = await bench.engine({
    kinds: createFootballClips({
      ...work,
      upstreamNow: () => new Date(STARTS_AT),
      search: { ...work.search, searches: 1 },
    }),
  });

  const { posts } = await ask<{ posts: TruePost[] }>(`/clips/truth?fixture=${match.fixture}`);
  for (const goal of match.goals.filter(({ stands }) => stands).slice(0, GOALS)) {
    const id = await followGoal(match, goal);
    await engine.send(SEARCH_CLIPS, { goal: id });
    process.stdout.write(`${goal.key}: ${await bench.untilSettled(id)}\n`);
    const clips = (await bench.rows(id)).map((row) => ({ row, truth: truthOf(posts, row) }));

    for (const { row, truth } of clips.filter(({ row }) => row.state !== 'rejected'))
      expect(row.state === 'failed').toBe(truth.fate !== 'good');
    const archived = clips.filter(({ row }) => row.objectState === 'stored').map(({ truth }) => truth.scenes);
    expect(archived.filter((scenes) => !scenes.some((scene) => scene.startsWith(goal.key)))).toEqual([]);
    // A compilation may stand beside the goal's own clip; two copies of one camera may not.
    expect(new Set(archived.map((scenes) => scenes.join())).size).toBe(archived.length);
    const dropped = clips.flatMap(({ row, truth }) => (row.state === 'duplicate' ? truth.scenes : []));
    expect(archived.flat()).toEqual(
      expect.arrayContaining(dropped.filter((scene) => scene.startsWith(goal.key))),
    );
  }
});

/** What it really shows, as `{goal} by camera {number}`. */
function truthOf(posts: readonly TruePost[], { postId, videoNumber }: ClipRow) {
  const video = posts.find(({ id }) => id === postId)?.videos[videoNumber - 1];
  if (video === undefined) throw new Error(`the world knows nothing of post ${postId}`);
  return {
    fate: video.fate,
    scenes: video.shows.map((goal, place) => `${goal} by camera ${video.cameras[place]}`),
  };
}

async function followGoal(match: TrueMatch, goal: TrueGoal): Promise<string> {
  const seenAt = new Date(goal.happenedAt + 60_000);
  const id = randomUUID();
  await bench.goal({
    id,
    fixtureId: match.fixture,
    side: goal.side,
    teamName: match[goal.side].name,
    playerName: goal.scorer.name,
    kind: goal.kind,
    minute: goal.minute,
    extraMinute: goal.extraMinute,
    scoreBefore: goal.scoreBefore,
    scoreAfter: goal.scoreAfter,
    label: goal.key,
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
    stableAt: seenAt,
  });
  await bench.database.query('update gamekeeper.fixture set home_name = $2, away_name = $3 where id = $1', [
    match.fixture,
    match.home.name,
    match.away.name,
  ]);
  return id;
}
