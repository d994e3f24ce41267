/**
 * Football as it travels: the match day, one fixture with its goals and clips, and the time line of a goal. The live topic
 * `football` carries a `FootballDay` of today (UTC), `football-fixture/{id}` a `FootballFixtureView`.
 */
import { Type, type Static } from 'typebox';
import {
  CLIP_REASONS,
  CLIP_STATES,
  REPEATABLE_STEPS,
  STEP_OUTCOMES,
  STEPS,
} from '#/domain/football/clip-state.ts';
import { GOAL_CHANGES, GOAL_DECISIONS, GOAL_KINDS, GOAL_STATES } from '#/domain/football/goal.ts';
import { Day, Nullable, Time } from './field-shapes.ts';

const Count = Type.Integer({ minimum: 0 });

const ScoreLine = Type.Object({ home: Count, away: Count });

const FootballTeam = Type.Object({ id: Type.Integer(), name: Type.String() });

export const FootballFixture = Type.Object(
  {
    id: Type.Integer(),
    competition: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      country: Type.String(),
      season: Nullable(Type.Integer()),
      round: Type.String(),
    }),
    home: FootballTeam,
    away: FootballTeam,
    kickoffAt: Time,
    phase: Type.Enum(['staging', 'active', 'completed']),
    status: Type.String({ description: "The upstream's short code: NS, 1H, HT, 2H, ET, P, FT, …" }),
    statusGroup: Type.Enum(['upcoming', 'live', 'break', 'held-up', 'finished', 'not-played']),
    minute: Nullable(Type.Integer()),
    extraMinute: Nullable(Type.Integer()),
    score: Nullable(ScoreLine),
    penalties: Nullable(ScoreLine),
    polledAt: Nullable(Time),
    followedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When its goals were first read. Null: only the score is known.',
      }),
    ),
    trouble: Nullable(
      Type.String({ description: 'Why the upstream tells nothing of it by now. Null: all is well.' }),
    ),
    goals: Type.Object({ stable: Count, detected: Count, removed: Count }),
    clips: Count,
  },
  { $id: 'FootballFixture' },
);
export type FootballFixture = Static<typeof FootballFixture>;

/** Counted over stable goals that were not removed. */
export const FootballCoverage = Type.Object(
  {
    goals: Count,
    searched: Count,
    withClips: Count,
    found: Type.Integer({ minimum: 0, description: 'Videos that searches found.' }),
    downloaded: Count,
    distinct: Type.Integer({ minimum: 0, description: 'Clusters: videos that show something of their own.' }),
    dropped: Type.Array(Type.Object({ reason: Type.Enum([...CLIP_REASONS]), count: Count })),
    secondsToFirstClip: Type.Object(
      { median: Nullable(Type.Number()), slowest: Nullable(Type.Number()) },
      { description: 'From the first sighting of the goal to its first archived clip.' },
    ),
  },
  { $id: 'FootballCoverage' },
);
export type FootballCoverage = Static<typeof FootballCoverage>;

export const ClipSiteHealth = Type.Object({
  name: Type.String(),
  state: Type.Enum([
    'well',
    'login-expired',
    'captcha',
    'rate-limited',
    'layout-changed',
    'unreachable',
    'unknown',
  ]),
  detail: Nullable(Type.String({ description: 'What was seen, and when the site is asked again.' })),
  loginExpiresAt: Nullable(Time),
});
export type ClipSiteHealth = Static<typeof ClipSiteHealth>;

export const FootballDay = Type.Object(
  {
    day: Day,
    timeZone: Type.String(),
    fixtures: Type.Array(Type.Unsafe<FootballFixture>(Type.Ref('FootballFixture'))),
    coverage: Type.Unsafe<FootballCoverage>(Type.Ref('FootballCoverage')),
    sites: Type.Array(ClipSiteHealth),
    tools: Type.Array(
      Type.Object({
        name: Type.Enum(['ffmpeg', 'ffprobe', 'yt-dlp', 'browser']),
        found: Type.Boolean(),
        detail: Type.String({
          description: 'Which one is used, or what is off without it and how to get it.',
        }),
      }),
    ),
    isOn: Type.Boolean({ description: 'False: no key and no practice world, so nothing is collected.' }),
    isPractice: Type.Boolean(),
  },
  { $id: 'FootballDay' },
);
export type FootballDay = Static<typeof FootballDay>;

export const FootballClip = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    site: Type.String(),
    author: Nullable(Type.String()),
    caption: Type.String(),
    pageUrl: Nullable(Type.String()),
    postedAt: Nullable(Time),
    foundAt: Time,
    sightings: Count,
    relevance: Type.Number({ minimum: 0, maximum: 1 }),
    isVerified: Type.Boolean(),
    state: Type.Enum([...CLIP_STATES]),
    reasonCode: Nullable(Type.Enum([...CLIP_REASONS])),
    reason: Nullable(Type.String({ description: 'Why it was kept or dropped, in words.' })),
    media: Nullable(
      Type.Object({
        bytes: Count,
        seconds: Type.Number(),
        width: Type.Integer(),
        height: Type.Integer(),
        hasAudio: Type.Boolean(),
        md5: Type.String(),
      }),
    ),
    cluster: Nullable(Type.String({ format: 'uuid' })),
    isBest: Type.Boolean(),
    copies: Type.Integer({
      minimum: 0,
      description: 'How many clips of its cluster were found, itself included.',
    }),
    containsClips: Type.Array(Type.String({ format: 'uuid' })),
    otherGoalId: Nullable(Type.String({ format: 'uuid' })),
    videoUrl: Nullable(Type.String({ description: 'Where it can be watched. Null: it is not archived.' })),
  },
  { $id: 'FootballClip' },
);
export type FootballClip = Static<typeof FootballClip>;

export const FootballGoal = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    label: Type.String({ description: '{fixture}_{team}_{player}_{type}_{n}' }),
    side: Type.Enum(['home', 'away']),
    team: FootballTeam,
    player: Type.Object({ id: Nullable(Type.Integer()), name: Nullable(Type.String()) }),
    assist: Type.Object({ id: Nullable(Type.Integer()), name: Nullable(Type.String()) }),
    kind: Type.Enum([...GOAL_KINDS]),
    minute: Nullable(Type.Integer()),
    extraMinute: Nullable(Type.Integer()),
    state: Type.Enum([...GOAL_STATES]),
    sightings: Count,
    misses: Count,
    scoreBefore: ScoreLine,
    scoreAfter: ScoreLine,
    observedLive: Type.Boolean({
      description: 'False: scored before its match was polled, or while nothing was polled.',
    }),
    firstSeenAt: Time,
    stableAt: Nullable(Time),
    removedAt: Nullable(Time),
    restoredAt: Nullable(Time),
    byHand: Nullable(
      Type.Enum([...GOAL_DECISIONS], {
        description:
          'What the admin decided, which answers of the upstream do not undo. Null: the upstream decides.',
      }),
    ),
    searches: Count,
    searchUntil: Nullable(Time),
    settledAt: Nullable(Time),
    settledReason: Nullable(Type.String()),
    secondsToFirstClip: Nullable(Type.Number()),
    changes: Type.Array(
      Type.Object({
        at: Time,
        kind: Type.Enum([...GOAL_CHANGES]),
        before: Nullable(Type.String()),
        after: Nullable(Type.String()),
      }),
    ),
    clips: Type.Array(Type.Unsafe<FootballClip>(Type.Ref('FootballClip')), {
      description: 'Best first: verified, then seen often, then quality. What was dropped comes last.',
    }),
  },
  { $id: 'FootballGoal' },
);
export type FootballGoal = Static<typeof FootballGoal>;

export const FootballFixtureView = Type.Object(
  {
    fixture: Type.Unsafe<FootballFixture>(Type.Ref('FootballFixture')),
    goals: Type.Array(Type.Unsafe<FootballGoal>(Type.Ref('FootballGoal')), {
      description: 'In the order of the match; removed ones are in it, marked.',
    }),
    coverage: Type.Unsafe<FootballCoverage>(Type.Ref('FootballCoverage')),
    isPractice: Type.Boolean(),
  },
  { $id: 'FootballFixtureView' },
);
export type FootballFixtureView = Static<typeof FootballFixtureView>;

/** Everything that was run for a goal, in the order in which it began. */
export const FootballTimeline = Type.Object(
  {
    goalId: Type.String({ format: 'uuid' }),
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        step: Type.Enum([...STEPS], {
          description:
            'A search is get-search, execute-search, save-search; `search` in rows of older versions.',
        }),
        name: Type.String({
          description:
            'search-Liverpool-Salah-45+3min-123456_40_306_Goal_1: the same as runName of the job log.',
        }),
        clipId: Nullable(Type.String({ format: 'uuid' })),
        attempt: Type.Integer(),
        startedAt: Time,
        endedAt: Nullable(Time),
        outcome: Nullable(Type.Enum([...STEP_OUTCOMES])),
        reason: Nullable(Type.String()),
      }),
    ),
  },
  { $id: 'FootballTimeline' },
);
export type FootballTimeline = Static<typeof FootballTimeline>;

/** To run a step again by hand. `download` and `upload` are about one clip. */
export const FootballStepRequest = Type.Object(
  {
    step: Type.Enum([...REPEATABLE_STEPS]),
    clipId: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false, $id: 'FootballStepRequest' },
);
export type FootballStepRequest = Static<typeof FootballStepRequest>;

export const FootballStepTaken = Type.Object(
  {
    goalId: Type.String({ format: 'uuid' }),
    step: Type.Enum([...REPEATABLE_STEPS]),
    clipId: Nullable(Type.String({ format: 'uuid' })),
  },
  { $id: 'FootballStepTaken' },
);
export type FootballStepTaken = Static<typeof FootballStepTaken>;

/** To read the fixtures of a day now. */
export const FootballIngestRequest = Type.Object(
  { day: Type.Optional(Day) },
  {
    additionalProperties: false,
    $id: 'FootballIngestRequest',
    description: 'Without a day: today and the days ahead.',
  },
);
export type FootballIngestRequest = Static<typeof FootballIngestRequest>;

export const FootballIngestTaken = Type.Object(
  {
    day: Nullable(Day),
    isNew: Type.Boolean({ description: 'False: the same is waiting or running already.' }),
  },
  { $id: 'FootballIngestTaken' },
);
export type FootballIngestTaken = Static<typeof FootballIngestTaken>;
