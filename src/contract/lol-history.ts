/**
 * What a player's history says, as it travels: the options that it is looked at with, and the analysis. The model and its arithmetic are in
 * `src/domain/lol/history`; how the games are collected is `lol-collection.ts`. Times are instants in UTC; hours, weekdays and dates
 * are those of the zone that was asked for.
 */
import { Type, type Static } from 'typebox';
import { ROLES } from '#/domain/lol/history/played-game.ts';
import { Day, Nullable, Time } from './field-shapes.ts';
import { CELL, cells, estimate, type LolCell } from './lol-cells.ts';

export const LolPlayer = Type.Object(
  {
    puuid: Nullable(Type.String({ description: 'Null: the Riot ID is being looked up.' })),
    gameName: Type.String(),
    tagLine: Type.String(),
    platform: Nullable(Type.String({ description: '`euw1`; null: not found out yet.' })),
  },
  { $id: 'LolPlayer' },
);
export type LolPlayer = Static<typeof LolPlayer>;

const option = (description: string) => Type.Optional(Type.String({ maxLength: 1_000, description }));

/** The parameters of an address. All are texts here: `parseHistoryOptions` reads them, and says what is wrong with which. */
export const LolHistoryQuery = Type.Object({
  zone: option('IANA time zone: `Europe/Berlin`. Default: `UTC`.'),
  dayStart: option(
    'When a day begins: `05:00` counts what is played at 04:59 to the day before. Default: `00:00`.',
  ),
  gap: option('Minutes of break after which a new session begins, 5 to 720. Default: `60`.'),
  queue: option('Numbers of queues: `420` or `420,440`. Default: every queue of people against people.'),
  role: option('`TOP`, `JUNGLE`, `MIDDLE`, `BOTTOM`, `UTILITY`; several with commas. Default: all.'),
  champion: option('Ids of champions: `103` or `103,64`. Default: all.'),
  from: option('First day: `2026-11-01`.'),
  until: option('Last day, included: `2026-11-30`.'),
});

export const LolHistoryOptions = Type.Object(
  {
    zone: Type.String({ description: 'IANA name.' }),
    dayStartMinutes: Type.Integer({ description: 'After midnight.' }),
    gapMinutes: Type.Integer({ description: 'A longer break begins a new session.' }),
    queues: Type.Array(Type.Integer(), { description: 'Empty: every queue of people against people.' }),
    roles: Type.Array(Type.Enum([...ROLES]), { description: 'Empty: all.' }),
    champions: Type.Array(Type.Integer(), { description: 'Empty: all.' }),
    from: Nullable(Day),
    until: Nullable(Day),
  },
  { $id: 'LolHistoryOptions' },
);
export type LolHistoryOptions = Static<typeof LolHistoryOptions>;

const Counts = Type.Object({
  stored: Type.Integer({ description: 'Games of this player that are stored and projected, of all kinds.' }),
  counted: Type.Integer({ description: 'Those that the numbers below are about.' }),
  remakes: Type.Integer({ description: 'Within the filter, left out: ended because somebody was missing.' }),
  unplayed: Type.Integer({ description: 'Left out: aborted before they began.' }),
  againstBots: Type.Integer({ description: 'Left out unless their queue was asked for.' }),
  outsideFilter: Type.Integer(),
  withTimeline: Type.Integer({ description: 'Of the counted ones.' }),
  seconds: Type.Integer({ description: 'Played in counted games.' }),
  firstAt: Nullable(Time),
  lastAt: Nullable(Time),
});

const Averages = Type.Object(
  {
    kills: Type.Number(),
    deaths: Type.Number(),
    assists: Type.Number(),
    kda: Type.Number({
      description: '(kills + assists) / deaths over all games; deaths count as at least 1.',
    }),
    minionsPerMinute: Type.Number(),
    goldPerMinute: Type.Number(),
    damagePerMinute: Type.Number(),
    visionPerMinute: Type.Number(),
    seconds: Type.Number({ description: 'Length of a game.' }),
  },
  { description: 'Over all counted games; all 0 without any.' },
);

const Mark = Nullable(
  Type.Object({
    n: Type.Integer({ description: 'Games with a timeline that lasted so long.' }),
    gold: Type.Number(),
    minions: Type.Number(),
    xp: Type.Number(),
    nDifference: Type.Integer({ description: 'Those of them with an opponent in the lane.' }),
    goldDifference: estimate('To the opponent of the lane.'),
    minionsDifference: estimate('To the opponent of the lane.'),
    xpDifference: estimate('To the opponent of the lane.'),
  }),
);

const Early = Type.Object(
  {
    at10: Mark,
    at15: Mark,
    firstDeath: Nullable(Type.Number({ description: 'Median second, of games with a death.' })),
    firstKill: Nullable(Type.Number({ description: 'Median second, of games with a kill.' })),
    firstItem: Nullable(Type.Number({ description: 'Median second of the first finished item.' })),
  },
  { description: 'From timelines, where there are any.' },
);

const LolDay = Type.Object({
  date: Day,
  n: Type.Integer(),
  wins: Type.Integer(),
  seconds: Type.Integer(),
});

const Rolling = Type.Object({
  window: Type.Integer({ description: 'Games that a point looks back over.' }),
  points: Type.Array(
    Type.Object({
      game: Type.Integer({ description: 'Of the counted ones, from 1 on: the last game of the window.' }),
      at: Time,
      winRate: Type.Number(),
      low: Type.Number({ description: 'Wilson’s 95 % interval.' }),
      high: Type.Number(),
    }),
    { description: 'Oldest first, at most 240; empty with fewer games than the window.' },
  ),
});

const Sessions = Type.Object({
  count: Type.Integer(),
  medianGames: Type.Number({ description: 'Games of a session in the middle.' }),
  medianSeconds: Type.Number({ description: 'From the first start to the last end.' }),
  newest: Type.Array(
    Type.Object({
      startedAt: Time,
      endedAt: Time,
      n: Type.Integer(),
      wins: Type.Integer(),
      results: Type.String({ description: 'W and L in order: `WLLW`.' }),
    }),
    { description: 'Newest first, at most 50.' },
  ),
});

const RankCurve = Type.Object({
  queue: Type.String({ description: 'The ladder: `RANKED_SOLO_5x5`.' }),
  label: Type.String({ description: '`Ranked Solo/Duo`.' }),
  points: Type.Array(
    Type.Object({
      at: Time,
      tier: Type.String(),
      division: Type.String({ description: 'Of no meaning from Master on.' }),
      leaguePoints: Type.Integer(),
      ladderPoints: Nullable(
        Type.Integer({
          description: 'One scale for all ranks: Master with 0 LP is 0, a division is 100. For the curve.',
        }),
      ),
      label: Type.String({ description: '`Diamond I 75 LP`.' }),
      change: Nullable(Type.Enum(['promotion', 'demotion'])),
      wins: Type.Integer(),
      losses: Type.Integer(),
    }),
    { description: 'Oldest first; a rank that stayed the same is not repeated.' },
  ),
});

const RECORDS = [
  'longest-win-streak',
  'longest-loss-streak',
  'most-games-in-a-day',
  'longest-session',
  'longest-game',
  'shortest-game',
  'most-kills',
  'most-deaths',
  'most-assists',
  'best-kda',
  'most-minions-per-minute',
  'most-damage',
  'most-vision',
] as const;

const LolRecord = Type.Object({
  kind: Type.Enum([...RECORDS]),
  label: Type.String({ description: '`Most kills`.' }),
  value: Type.Number(),
  text: Type.String({ description: 'The value with its unit: `23 kills`, `41:07`.' }),
  at: Time,
  game: Nullable(Type.String({ description: 'The match id, where it is about one game.' })),
  detail: Type.String({ description: 'The champion or the day; may be empty.' }),
});

const LolChampion = Type.Object({
  ...CELL,
  champion: Type.Integer(),
  kills: Type.Number({ description: 'A game.' }),
  deaths: Type.Number(),
  assists: Type.Number(),
});

const LolMate = Type.Object({
  ...CELL,
  gameName: Nullable(Type.String({ description: 'As in the newest game together; null: not known.' })),
  tagLine: Nullable(Type.String()),
  lastAt: Time,
});

const QUESTIONS = [
  'hour',
  'weekday',
  'session-position',
  'session-streak',
  'break',
  'champion',
  'role',
  'queue',
  'side',
  'duration',
  'time',
] as const;

export const LolFinding = Type.Object(
  {
    question: Type.Enum([...QUESTIONS], { description: 'Which list it is about.' }),
    keys: Type.Array(Type.String(), {
      description: 'The cells of that list; empty for a course over all of them.',
    }),
    words: Type.String({
      description: 'A whole sentence, with n and interval, without cause and judgement.',
    }),
    direction: Type.Enum(['above', 'below', 'rising', 'falling']),
    n: Type.Integer({ description: 'Games in those cells.' }),
    wins: Type.Integer(),
    winRate: estimate('With Wilson’s 95 % interval.'),
    expected: Type.Number(),
    difference: estimate('With a 95 % interval; for a course: of the win rate for each step.'),
    p: Type.Number({
      description:
        'How often chance alone would bring as much anywhere in this analysis: corrected for all that was looked at.',
    }),
  },
  { $id: 'LolFinding' },
);
export type LolFinding = Static<typeof LolFinding>;
const Finding = Type.Unsafe<LolFinding>(Type.Ref('LolFinding'));

export const LolAnalysis = Type.Object(
  {
    options: Type.Unsafe<LolHistoryOptions>(Type.Ref('LolHistoryOptions')),
    text: Type.String({ description: 'The options as the query of an address, without `?`.' }),
    counts: Counts,
    baseline: Type.Unsafe<LolCell>(Type.Ref('LolCell', { description: 'All counted games.' })),
    averages: Averages,
    early: Early,
    hours: cells('24, by the hour of the wall clock at the start: `0` to `23`.'),
    weekdays: cells('7, `mon` first. What is played before the day’s start belongs to the day before.'),
    heatMap: cells('168, weekday by weekday: `mon-0`, `mon-1`, …'),
    months: cells('From the first month to the last, those without games too: `2026-03`.'),
    days: Type.Array(LolDay, { description: 'The calendar: days with games, oldest first.' }),
    sessionPositions: cells('`1` is the first game of a session; the last cell holds all later ones: `8+`.'),
    dayVolumes: cells(
      'By how many games were counted on that day. Told only, never tested: whoever wins may play on.',
    ),
    streaks: cells(
      'By the results before it, whatever the break: `losses-5+` … `losses-1`, `wins-1` … `wins-5+`.',
    ),
    sessionStreaks: cells('The same within the session; the first game of a session is in none.'),
    breaks: cells('By the time since the game before ended.'),
    champions: Type.Array(LolChampion, { description: 'Most played first.' }),
    roles: cells('Top to bottom; `none` where there is no role.'),
    queues: cells('Most played first; the key is the number of the queue.'),
    durations: cells('By the length of the game.'),
    sides: cells('`blue`, `red`; `other` in modes with more teams.'),
    patches: cells('Oldest first; `unknown` first of all.'),
    rolling: Rolling,
    sessions: Sessions,
    ranks: Type.Array(RankCurve),
    records: Type.Array(LolRecord),
    mates: Type.Array(LolMate, {
      description: 'Who was on the same team twice or more often; the 20 most frequent.',
    }),
    findings: Type.Array(Finding, {
      description:
        'What differs by more than chance explains: all of them are true together in 95 of 100 histories.',
    }),
    closest: Nullable(Finding),
    comparisons: Type.Integer({ description: 'How many comparisons were looked at.' }),
  },
  { $id: 'LolAnalysis' },
);
export type LolAnalysis = Static<typeof LolAnalysis>;
