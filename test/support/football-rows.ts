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

type Row = Readonly<Record<string, unknown>>;

/** Each row is the usual one with some values of its own. */
async function insert(database: Writable, table: string, usual: Row, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(usual).join(', ');
  await database.query(
    `insert into gamekeeper.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::gamekeeper.${table}, $1)`,
    [JSON.stringify(rows.map((row) => ({ ...usual, ...row })))],
  );
}

const hoursInto = (day: string, hours: number): string =>
  new Date(Date.parse(day) + hours * 3_600_000).toISOString();

/** Over for an hour. */
const usualFixture = (day: string) => ({
  id: MATCH,
  league_id: 700,
  league_name: 'League 700',
  country: 'Norland',
  season: 2026,
  round: 'Round 9',
  home_id: 7001,
  home_name: 'Eastport Rovers',
  away_id: 7002,
  away_name: 'Millbrook United',
  kickoff_at: hoursInto(day, 23),
  status: 'FT',
  minute: 90,
  home_goals: 2,
  away_goals: 1,
  phase: 'completed',
  polled_at: hoursInto(day, 25),
  completed_at: hoursInto(day, 25),
  followed_at: hoursInto(day, 22),
});

/** A goal of the match that counts, and whose search is over. */
const USUAL_GOAL = {
  id: GOALS.opener,
  fixture_id: MATCH,
  side: 'home',
  team_id: 7001,
  team_name: 'Eastport Rovers',
  player_name: 'A. Lindqvist',
  assist_name: null,
  kind: 'normal',
  minute: 12,
  extra_minute: null,
  state: 'stable',
  sightings: 3,
  misses: 0,
  home_before: 0,
  away_before: 0,
  home_after: 1,
  away_after: 0,
  label: `${MATCH}_7001_0_Goal_1`,
  first_seen_at: `${DAY}T23:15:00Z`,
  last_seen_at: `${DAY}T23:15:00Z`,
  stable_at: `${DAY}T23:17:00Z`,
  removed_at: null,
  searches: 4,
  settled_at: `${DAY}T23:59:00Z`,
  settled_reason: 'the time for searching is over',
};
const AWAY = { side: 'away', team_name: 'Millbrook United' };
const UNSETTLED = { searches: 0, settled_at: null, settled_reason: null };

const MATCH_GOALS: readonly Row[] = [
  { assist_name: 'C. Okafor' },
  {
    ...AWAY,
    ...UNSETTLED,
    id: GOALS.takenBack,
    player_name: 'B. Moreau',
    minute: 33,
    state: 'removed',
    misses: 3,
    removed_at: `${DAY}T23:20:00Z`,
    ...scores([1, 0], [1, 1]),
  },
  {
    id: GOALS.ownGoal,
    player_name: 'J. Featherstone',
    kind: 'own',
    minute: 45,
    extra_minute: 3,
    ...scores([1, 0], [2, 0]),
  },
  {
    ...AWAY,
    id: GOALS.hideable,
    player_name: HOSTILE,
    kind: 'penalty',
    minute: 60,
    ...scores([2, 0], [2, 1]),
  },
  {
    ...AWAY,
    ...UNSETTLED,
    id: GOALS.unsure,
    player_name: null,
    kind: 'from-score',
    minute: null,
    state: 'detected',
    sightings: 2,
    ...scores([2, 1], [2, 2]),
  },
];

function scores(before: readonly [number, number], after: readonly [number, number]): Row {
  const [home_before, away_before] = before;
  const [home_after, away_after] = after;
  return { home_before, away_before, home_after, away_after };
}

const CHANGES: readonly Row[] = [
  { goal_id: GOALS.opener, kind: 'assist', after: 'C. Okafor' },
  { goal_id: GOALS.takenBack, kind: 'removed', before: 'B. Moreau 33' },
  { goal_id: GOALS.ownGoal, kind: 'scorer', before: 'B. Griese', after: 'J. Featherstone' },
  { goal_id: GOALS.ownGoal, kind: 'kind', before: 'normal', after: 'own' },
];

/** Found for the opener, kept, and archived in a place where nothing is. */
const USUAL_CLIP = {
  id: CLIPS.best,
  goal_id: GOALS.opener,
  site: 'terrace',
  post_id: '1',
  video_number: 1,
  page_url: 'https://terrace.example/posts/1',
  author: 'north_stand',
  caption: 'Lindqvist! 1-0',
  posted_at: `${DAY}T23:16:00Z`,
  sightings: 2,
  relevance: 0.75,
  is_verified: true,
  state: 'kept',
  reason_code: null,
  reason: null,
  bytes: 812_345,
  md5: 'ab'.repeat(16),
  seconds: 8.25,
  width: 640,
  height: 360,
  has_audio: true,
  cluster: GOALS.opener,
  is_best: true,
  object_key: `${MATCH}/no-such-object.mp4`,
  object_state: 'stored',
  archived_at: `${DAY}T23:17:23Z`,
};
const UNKEPT = {
  is_verified: false,
  is_best: false,
  object_key: null,
  object_state: 'none',
  archived_at: null,
};
const UNREAD = { bytes: null, md5: null, seconds: null, width: null, height: null, cluster: null };

const FOUND: readonly Row[] = [
  { reason: 'the best of 2 copies' },
  {
    ...UNKEPT,
    id: CLIPS.copy,
    post_id: '2',
    author: 'south_stand',
    caption: 'Goal by Lindqvist',
    page_url: 'https://terrace.example/posts/2',
    state: 'duplicate',
    reason_code: 'same-picture',
  },
  {
    ...UNKEPT,
    ...UNREAD,
    id: CLIPS.gone,
    post_id: '3',
    author: HOSTILE,
    caption: HOSTILE,
    page_url: 'javascript:document.title="owned"',
    state: 'failed',
    reason_code: 'gone',
    reason: 'the site answered 410',
  },
  {
    ...UNKEPT,
    ...UNREAD,
    id: CLIPS.other,
    post_id: '4',
    author: null,
    caption: 'Own goal!',
    page_url: 'https://terrace.example/posts/4',
    state: 'rejected',
    reason_code: 'other-goal',
  },
  {
    id: CLIPS.hidden,
    goal_id: GOALS.takenBack,
    post_id: '5',
    author: 'away_end',
    caption: 'Moreau!',
    page_url: 'https://terrace.example/posts/5',
    cluster: GOALS.takenBack,
    object_key: `${MATCH}/no-such-object-either.mp4`,
  },
];

const STEPS = [
  ['get-search', null, 1, 'done', '(Lindqvist) (Eastport)'],
  ['execute-search', null, 1, 'done', '4 videos, all of them new'],
  ['save-search', null, 1, 'done', '4 new, 4 to download'],
  ['download', CLIPS.gone, 1, 'failed', 'the site answered 503'],
  ['download', CLIPS.gone, 2, 'failed', 'the site answered 410'],
  ['deduplicate', null, 1, 'done', null],
  ['upload', CLIPS.copy, 1, 'skipped', 'a better copy was found'],
] as const;

export async function writeFootballRows(database: Writable): Promise<void> {
  const quiet = { id: QUIET_MATCH, league_id: 701, league_name: 'League 701', home_goals: 0, away_goals: 0 };
  await insert(database, 'fixture', usualFixture(DAY), [
    {},
    { ...quiet, home_name: 'Oakvale', away_name: 'Riverton' },
  ]);
  await insert(database, 'goal', USUAL_GOAL, MATCH_GOALS);
  const at = new Date(Date.now() - 190 * 60_000).toISOString();
  await insert(database, 'goal_change', { goal_id: '', kind: '', before: null, after: null, at }, CHANGES);
  await insert(database, 'clip', USUAL_CLIP, FOUND);
  await database.query(`update gamekeeper.clip set other_goal_id = $1 where id = $2`, [
    GOALS.ownGoal,
    CLIPS.other,
  ]);
  const steps = STEPS.map(([step, clip_id, attempt, outcome, reason]) => {
    const name = `${step.endsWith('-search') ? 'search' : step}-Eastport_Rovers-Lindqvist-12min`;
    return { clip_id, step, name, attempt, outcome, reason };
  });
  const ran = { started_at: `${DAY}T23:17:00Z`, ended_at: `${DAY}T23:17:01.240Z`, job_id: id(1) };
  await insert(database, 'goal_step', { goal_id: GOALS.opener, ...ran, ...steps[0] }, steps);
}

/** Kicked off late on that day, and still played; nobody asks about it. */
export async function writeLateMatch(database: Writable, day: string): Promise<void> {
  const late = { id: LATE_MATCH, league_id: 702, league_name: 'League 702', home_name: 'Nightvale' };
  const playing = { status: '2H', minute: 88, home_goals: 1, away_goals: 0 };
  await insert(database, 'fixture', usualFixture(day), [{ ...late, ...playing, away_name: 'Duskmoor' }]);
}
