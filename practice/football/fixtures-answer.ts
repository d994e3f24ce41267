/**
 * `GET /fixtures`: a day's (`date`, no events), those in play (`live=all`, with events), or up to twenty by number (`ids`, with everything).
 * What the upstream does in silence is done in silence here: more than twenty ids are answered with nothing.
 */
import { DAY_MS, MINUTE_MS, type ScheduledFixture } from './fixture-calendar.ts';
import type { FootballWorld } from './football-world.ts';
import { hashText } from '../randomness.ts';
import type { Club, League } from './clubs.ts';
import type { Score, ToldEvent } from './match-truth.ts';
import type { MatchStory, ToldMatch } from './match-telling.ts';

const IN_PLAY = new Set(['1H', 'HT', '2H', 'ET', 'BT', 'P', 'INT', 'SUSP']);
/** A match that kicked off longer ago is over: late start, interruption, extra time and penalties take less. */
const LONGEST_MS = 300 * MINUTE_MS;
const MAX_IDS = 20;

export function answerFixtures(world: FootballWorld, call: FootballCall): FootballAnswer {
  const { query } = call;
  const refuse = (field: string, why: string): FootballAnswer => errorBody(call, { [field]: why });
  const give = (fixtures: readonly ScheduledFixture[], depth: ItemOptions['depth']): FootballAnswer =>
    goodAnswer(
      call,
      fixtures.flatMap((fixture) => toItem(world, fixture, depth)),
    );
  const unknown = [...query.keys()].find((name) => !['date', 'live', 'ids'].includes(name));
  if (unknown !== undefined) return refuse(unknown, `The ${unknown} field do not exist.`);
  const ids = query.get('ids');
  if (ids !== null) {
    const numbers = ids.split('-').map(Number);
    if (numbers.some((id) => !Number.isSafeInteger(id) || id < 0))
      return refuse('ids', 'The Id field must contain an integer.');
    const found = numbers.length > MAX_IDS ? [] : numbers.flatMap((id) => world.calendar.find(id) ?? []);
    return give(found, 'whole');
  }
  if (query.get('live') === 'all') return give(playedNow(world), 'live');
  const date = query.get('date');
  if (date === null) return refuse('required', 'At least one parameter is required.');
  const from = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(from))
    return refuse('date', 'The Date field must contain a valid date format (YYYY-MM-DD).');
  return give(world.calendar.between(from, from + DAY_MS), 'list');
}

export function playedNow(world: FootballWorld): ScheduledFixture[] {
  const now = world.now();
  return world.calendar
    .between(now - LONGEST_MS, now + MINUTE_MS)
    .filter((fixture) => IN_PLAY.has(world.storyOf(fixture).codeAt(now)));
}

function toItem(world: FootballWorld, fixture: ScheduledFixture, depth: ItemOptions['depth']): object[] {
  const now = world.now();
  const quirks = world.quirks();
  if (depth !== 'list' && quirks.has('absentFixture', fixture.id, Math.floor(now / MINUTE_MS))) return [];
  const story = world.storyOf(fixture);
  return [toFixtureItem(story, story.at(now), { depth, hasOldStatus: quirks.has('oldStatus', fixture.id) })];
}

// A fixture as an item of `response`: the upstream's own names and its own order of fields.

const LONG: Readonly<Record<string, string>> = {
  TBD: 'Time to be defined',
  NS: 'Not Started',
  '1H': 'First Half',
  HT: 'Halftime',
  '2H': 'Second Half',
  ET: 'Extra Time',
  BT: 'Break Time',
  P: 'Penalty In Progress',
  SUSP: 'Match Suspended',
  INT: 'Match Interrupted',
  FT: 'Match Finished',
  AET: 'Match Finished',
  PEN: 'Match Finished',
  PST: 'Match Postponed',
  CANC: 'Match Cancelled',
  ABD: 'Match Abandoned',
  AWD: 'Technical Loss',
  WO: 'WalkOver',
};

interface ItemOptions {
  /** `list`: no events; `live`: with them; `whole`: with line-ups, statistics and players as well. */
  readonly depth: 'list' | 'live' | 'whole';
  readonly hasOldStatus: boolean;
}

function toFixtureItem(story: MatchStory, told: ToldMatch, options: ItemOptions): object {
  const { fixture, referee, phases } = story.truth;
  const isWell = fixture.league.coverage === 'full';
  const startOf = (code: string): number | null => {
    const phase = phases.find((one) => one.code === code);
    return phase !== undefined && phase.startsAt <= told.phase.startsAt ? seconds(phase.startsAt) : null;
  };
  const { home, away } = winners(told.score);
  const events = options.depth === 'list' ? undefined : told.events();
  return {
    fixture: {
      id: fixture.id,
      referee: isWell ? referee : null,
      timezone: 'UTC',
      date: `${new Date(fixture.kickoffAt).toISOString().slice(0, 19)}+00:00`,
      timestamp: seconds(fixture.kickoffAt),
      periods: { first: startOf('1H'), second: startOf('2H') },
      venue: isWell
        ? { id: fixture.home.id - 20_000, name: `${fixture.home.name} Park`, city: fixture.home.name }
        : { id: null, name: null, city: null },
      status: {
        long: LONG[told.code] ?? told.code,
        short: told.code,
        elapsed: told.minute,
        ...(options.hasOldStatus ? {} : { extra: told.extraMinute }),
      },
    },
    league: toLeague(fixture.league, fixture.kickoffAt, fixture.round),
    teams: { home: toTeam(fixture.home, home), away: toTeam(fixture.away, away) },
    goals: toScore(told.score),
    score: {
      halftime: toScore(told.halfTime),
      fulltime: toScore(told.fullTime),
      extratime: toScore(told.extraTime),
      penalty: toScore(told.penalties),
    },
    ...(events && {
      events: events.map((event) => toEventItem(event, fixture[event.side])),
    }),
    ...(options.depth === 'whole' ? { lineups: [], statistics: [], players: [] } : {}),
  };
}

function toEventItem(event: ToldEvent, { id, name }: Club): object {
  return {
    time: { elapsed: event.minute, extra: event.extraMinute },
    team: { id, name, logo: logo('teams', id) },
    player: event.player,
    assist: event.assist,
    type: event.type,
    detail: event.detail,
    comments: event.comments,
  };
}

function toLeague({ id, name, country, isCup, coverage }: League, kickoffAt: number, round: number): object {
  return {
    id,
    name,
    country,
    logo: logo('leagues', id),
    flag:
      coverage === 'full'
        ? `https://media.api-sports.io/flags/${country.slice(0, 2).toLowerCase()}.svg`
        : null,
    season: new Date(kickoffAt).getUTCFullYear(),
    round: isCup ? `Round of ${2 ** (1 + (round % 5))}` : `Regular Season - ${round}`,
    standings: !isCup,
  };
}

function toTeam({ id, name }: Club, winner: boolean | null): object {
  return { id, name, logo: logo('teams', id), winner };
}

/** The host differs from one to the next, as it does in real answers: no two logos are to be compared. */
function logo(kind: string, id: number): string {
  const host = hashText(`${kind}${id}`) % 5;
  return `https://media${host === 0 ? '' : `-${host}`}.api-sports.io/football/${kind}/${id}.png`;
}

function winners(score: Score | null): { home: boolean | null; away: boolean | null } {
  if (score === null || score.home === score.away) return { home: null, away: null };
  return { home: score.home > score.away, away: score.away > score.home };
}

function toScore(score: Score | null): object {
  return score ?? { home: null, away: null };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

// The envelope of every answer, and how the upstream says that something is wrong: with HTTP 200, no results, and an object in the
// place of the empty list of errors. Empty parameters are a list, too: both come from PHP's one kind of array.

export interface FootballAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

export interface FootballCall {
  /** `fixtures` */
  readonly get: string;
  readonly query: URLSearchParams;
}

/** As they stand in real answers, with the plan's numbers in them. */
export const ERRORS = {
  token: {
    token:
      'Error/Missing application key. Go to https://www.api-football.com/documentation-v3 to learn how to get your API application key.',
  },
  requests: {
    requests:
      'You have reached the request limit for the day, Go to https://dashboard.api-football.com to upgrade your plan.',
  },
  rateLimit: (perMinute: number) => ({
    rateLimit: `Too many requests. Your rate limit is ${perMinute} requests per minute.`,
  }),
} as const;

export function goodAnswer(call: FootballCall, response: readonly unknown[] | object): FootballAnswer {
  return envelope(call, [], Array.isArray(response) ? response.length : 1, response);
}

export function errorBody(call: FootballCall, errors: Readonly<Record<string, string>>): FootballAnswer {
  return envelope(call, errors, 0, []);
}

function envelope(
  { get, query }: FootballCall,
  errors: object,
  results: number,
  response: object,
): FootballAnswer {
  const parameters = query.size === 0 ? [] : Object.fromEntries(query);
  return toAnswer(200, { get, parameters, errors, results, paging: { current: 1, total: 1 }, response });
}

function toAnswer(status: number, value: object): FootballAnswer {
  return { status, body: JSON.stringify(value), contentType: 'application/json' };
}

/** Without an envelope, as from the servers in front. */
export const SERVER_ERROR = toAnswer(500, {
  message: 'Something went wrong while fetching details. Try again later.',
});
