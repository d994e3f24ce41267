/** Matches of a day long gone, written straight into the product's PostgreSQL: whatever a page has to show of goals and clips, in one place. */

export const DAY = '2026-03-14';
export const MATCH = 990_001;
const QUIET_MATCH = 990_002;
export const LATE_MATCH = 990_003;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const GOALS = {
  opener: id(1),
  takenBack: id(2),
  ownGoal: id(3),
  unsure: id(4),
  hideable: id(5),
} as const;
export const CLIPS = {
  best: id(101),
  copy: id(102),
  gone: id(103),
  other: id(104),
  hidden: id(105),
} as const;
/** What somebody who wants to do harm would write. */
export const HOSTILE = '<img src=x onerror="document.title=\'owned\'">';

interface Writable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

interface Goal {
  readonly id: string;
  readonly side: 'home' | 'away';
  readonly player: string | null;
  readonly assist?: string;
  readonly kind?: string;
  readonly minute: number | null;
  readonly extra?: number;
  readonly state?: string;
  readonly sightings?: number;
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

const MATCH_GOALS: readonly Goal[] = [
  {
    id: GOALS.opener,
    side: 'home',
    player: 'A. Lindqvist',
    assist: 'C. Okafor',
    minute: 12,
    before: [0, 0],
    after: [1, 0],
  },
  {
    id: GOALS.takenBack,
    side: 'away',
    player: 'B. Moreau',
    minute: 33,
    state: 'removed',
    before: [1, 0],
    after: [1, 1],
  },
  {
    id: GOALS.ownGoal,
    side: 'home',
    player: 'J. Featherstone',
    kind: 'own',
    minute: 45,
    extra: 3,
    before: [1, 0],
    after: [2, 0],
  },
  {
    id: GOALS.hideable,
    side: 'away',
    player: HOSTILE,
    kind: 'penalty',
    minute: 60,
    before: [2, 0],
    after: [2, 1],
  },
  {
    id: GOALS.unsure,
    side: 'away',
    player: null,
    kind: 'from-score',
    minute: null,
    state: 'detected',
    sightings: 2,
    before: [2, 1],
    after: [2, 2],
  },
];

const CHANGES = [
  [GOALS.opener, 'assist', null, 'C. Okafor'],
  [GOALS.takenBack, 'removed', 'B. Moreau 33', null],
  [GOALS.ownGoal, 'scorer', 'B. Griese', 'J. Featherstone'],
  [GOALS.ownGoal, 'kind', 'normal', 'own'],
] as const;

/** Beside goal and id: author, caption, page, state, reason. */
const FOUND = [
  [
    GOALS.opener,
    CLIPS.best,
    'north_stand',
    'Lindqvist! 1-0',
    'https://terrace.example/posts/1',
    'kept',
    null,
    'the best of 2 copies',
  ],
  [
    GOALS.opener,
    CLIPS.copy,
    'south_stand',
    'Goal by Lindqvist',
    'https://terrace.example/posts/2',
    'duplicate',
    'same-picture',
    null,
  ],
  [
    GOALS.opener,
    CLIPS.gone,
    HOSTILE,
    HOSTILE,
    'javascript:document.title="owned"',
    'failed',
    'gone',
    'the site answered 410',
  ],
  [
    GOALS.opener,
    CLIPS.other,
    null,
    'Own goal!',
    'https://terrace.example/posts/4',
    'rejected',
    'other-goal',
    null,
  ],
  [
    GOALS.takenBack,
    CLIPS.hidden,
    'away_end',
    'Moreau!',
    'https://terrace.example/posts/5',
    'kept',
    null,
    null,
  ],
] as const;

export async function writeFootballRows(database: Writable): Promise<void> {
  await writeFixture(database, MATCH, {
    league: 700,
    home: 'Eastport Rovers',
    away: 'Millbrook United',
    score: [2, 1],
  });
  await writeFixture(database, QUIET_MATCH, {
    league: 701,
    home: 'Oakvale',
    away: 'Riverton',
    score: [0, 0],
  });
  for (const goal of MATCH_GOALS) await writeGoal(database, goal);
  for (const change of CHANGES) await writeChange(database, change);
  for (const clip of FOUND) await writeClip(database, clip);
  await database.query(`update gamekeeper.clip set other_goal_id = $1 where id = $2`, [
    GOALS.ownGoal,
    CLIPS.other,
  ]);
  await writeSteps(database);
}

/** Kicked off late on that day, and still played; nobody asks about it. */
export async function writeLateMatch(database: Writable, day: string): Promise<void> {
  await writeFixture(database, LATE_MATCH, {
    league: 702,
    home: 'Nightvale',
    away: 'Duskmoor',
    score: [1, 0],
    day,
  });
  await database.query(`update gamekeeper.fixture set status = '2H', minute = 88 where id = $1`, [
    LATE_MATCH,
  ]);
}

interface Fixture {
  readonly day?: string;
  readonly league: number;
  readonly home: string;
  readonly away: string;
  readonly score: readonly [number, number];
}

async function writeFixture(database: Writable, fixture: number, facts: Fixture): Promise<void> {
  await database.query(
    `insert into gamekeeper.fixture (id, league_id, league_name, country, season, round, home_id, home_name, away_id, away_name,
       kickoff_at, status, minute, home_goals, away_goals, phase, polled_at, completed_at, followed_at)
     values ($1, $2, $3, 'Norland', 2026, 'Round 9', 7001, $4, 7002, $5, $6::date + interval '23 hours', 'FT', 90, $7, $8,
       'completed', $6::date + interval '25 hours', $6::date + interval '25 hours', $6::date + interval '22 hours')`,
    [
      fixture,
      facts.league,
      `League ${facts.league}`,
      facts.home,
      facts.away,
      facts.day ?? DAY,
      ...facts.score,
    ],
  );
}

async function writeGoal(database: Writable, goal: Goal): Promise<void> {
  const isSure = goal.state === undefined;
  await database.query(
    `insert into gamekeeper.goal (id, fixture_id, side, team_id, team_name, player_id, player_name, assist_name, kind, minute, extra_minute,
       state, sightings, misses, home_before, away_before, home_after, away_after, label, first_seen_at, last_seen_at, stable_at,
       removed_at, searches, settled_at, settled_reason)
     values ($1, $2, $3, 7001, $4, null, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::timestamptz, $18,
       $18::timestamptz + interval '2 minutes', $19, $20, $21, $22)`,
    [
      goal.id,
      MATCH,
      goal.side,
      goal.side === 'home' ? 'Eastport Rovers' : 'Millbrook United',
      goal.player,
      goal.assist ?? null,
      goal.kind ?? 'normal',
      goal.minute,
      goal.extra ?? null,
      goal.state ?? 'stable',
      goal.sightings ?? 3,
      goal.state === 'removed' ? 3 : 0,
      ...goal.before,
      ...goal.after,
      `${MATCH}_7001_0_Goal_${goal.id.at(-1)}`,
      `${DAY}T23:15:00Z`,
      goal.state === 'removed' ? `${DAY}T23:20:00Z` : null,
      isSure ? 4 : 0,
      isSure ? `${DAY}T23:59:00Z` : null,
      isSure ? 'the time for searching is over' : null,
    ],
  );
}

async function writeChange(database: Writable, change: (typeof CHANGES)[number]): Promise<void> {
  await database.query(
    `insert into gamekeeper.goal_change (goal_id, kind, before, after, at) values ($1, $2, $3, $4, now() - interval '3 hours 10 minutes')`,
    [...change],
  );
}

async function writeClip(database: Writable, clip: (typeof FOUND)[number]): Promise<void> {
  const [goalId, clipId, author, caption, page, state, code, reason] = clip;
  const isWhole = state === 'kept' || state === 'duplicate';
  await database.query(
    `insert into gamekeeper.clip (id, goal_id, site, post_id, video_number, page_url, author, caption, posted_at, sightings, relevance,
       is_verified, state, reason_code, reason, bytes, md5, seconds, width, height, has_audio, cluster, is_best, object_key, object_state,
       archived_at)
     values ($1::uuid, $2, 'terrace', $1::uuid::text, 1, $3, $4, $5, $6, 2, 0.75, $7, $8, $9, $10, $11, $12, $13, $14, $15, true, $16, $7, $17, $18, $19)`,
    [
      clipId,
      goalId,
      page,
      author,
      caption,
      `${DAY}T23:16:00Z`,
      state === 'kept',
      state,
      code,
      reason,
      ...(isWhole
        ? [812_345, 'ab'.repeat(16), 8.25, 640, 360, goalId]
        : [null, null, null, null, null, null]),
      ...(state === 'kept'
        ? [`${MATCH}/${goalId}/no-such-object.mp4`, 'stored', `${DAY}T23:17:23Z`]
        : [null, 'none', null]),
    ],
  );
}

async function writeSteps(database: Writable): Promise<void> {
  const runs = [
    ['get-search', null, 1, 'done', '(Lindqvist) (Eastport)'],
    ['execute-search', null, 1, 'done', '4 videos, all of them new'],
    ['save-search', null, 1, 'done', '4 new, 4 to download'],
    ['download', CLIPS.gone, 1, 'failed', 'the site answered 503'],
    ['download', CLIPS.gone, 2, 'failed', 'the site answered 410'],
    ['deduplicate', null, 1, 'done', null],
    ['upload', CLIPS.copy, 1, 'skipped', 'a better copy was found'],
  ] as const;
  for (const [step, clip, attempt, outcome, reason] of runs) {
    await database.query(
      `insert into gamekeeper.goal_step (goal_id, clip_id, step, name, job_id, attempt, started_at, ended_at, outcome, reason)
       values ($1, $2, $3, $4, gen_random_uuid(), $5, $6::timestamptz, $6::timestamptz + interval '1240 milliseconds', $7, $8)`,
      [
        GOALS.opener,
        clip,
        step,
        `${step.endsWith('-search') ? 'search' : step}-Eastport_Rovers-Lindqvist-12min`,
        attempt,
        `${DAY}T23:17:00Z`,
        outcome,
        reason,
      ],
    );
  }
}
