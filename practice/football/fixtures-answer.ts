/**
 * `GET /fixtures`: by date (no events), live (with events), by id or ids (with everything), or a competition's. What the upstream
 * does in silence is done in silence here: more than twenty ids are answered with nothing.
 */
import { errorBody, goodAnswer, type FootballAnswer } from './envelope.ts';
import { DAY_MS, MINUTE_MS, type ScheduledFixture } from './fixture-calendar.ts';
import { toEventItem, toFixtureItem, type ItemOptions } from './fixture-item.ts';
import type { FootballWorld } from './football-world.ts';
import { UNKNOWN_CODE } from './match-telling.ts';
import { findZone, type Zone } from './zone.ts';

const IN_PLAY = new Set(['1H', 'HT', '2H', 'ET', 'BT', 'P', 'INT', 'SUSP', UNKNOWN_CODE]);
/** A match that kicked off longer ago is over: late start, interruption, extra time and penalties take less. */
const LONGEST_MS = 300 * MINUTE_MS;
const MAX_IDS = 20;
/** A competition's list reaches as far. */
const SEASON_MS = 10 * DAY_MS;
const KNOWN = new Set(['date', 'timezone', 'live', 'id', 'ids', 'league', 'season', 'from', 'to']);

export function answerFixtures(world: FootballWorld, query: URLSearchParams): FootballAnswer {
  const refuse = (field: string, why: string): FootballAnswer =>
    errorBody('fixtures', query, { [field]: why });
  const unknown = [...query.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) return refuse(unknown, `The ${title(unknown)} field do not exist.`);
  const zone = findZone(query.get('timezone') ?? 'UTC');
  if (zone === undefined) return refuse('timezone', 'The Timezone field must contain a valid timezone.');

  const give = (fixtures: readonly ScheduledFixture[], depth: ItemOptions['depth']): FootballAnswer =>
    goodAnswer(
      'fixtures',
      query,
      fixtures.flatMap((fixture) => toItem(world, fixture, depth, zone)),
    );
  const ids = query.get('ids') ?? query.get('id');
  if (ids !== null) {
    const numbers = ids.split('-').map(Number);
    if (numbers.some((id) => !Number.isSafeInteger(id) || id < 0))
      return refuse(query.has('ids') ? 'ids' : 'id', 'The Id field must contain an integer.');
    if (numbers.length > MAX_IDS) return give([], 'whole');
    return give(
      numbers.flatMap((id) => world.calendar.find(id) ?? []),
      'whole',
    );
  }
  const live = query.get('live');
  if (live !== null)
    return give(playedNow(world, live === 'all' ? null : live.split('-').map(Number)), 'live');
  return answerList(world, query, zone, give, refuse);
}

export function answerEvents(world: FootballWorld, query: URLSearchParams): FootballAnswer {
  const story = world.findStory(Number(query.get('fixture') ?? Number.NaN));
  const { home, away } = story?.truth.fixture ?? {};
  const rows = (story?.at(world.now()).events() ?? []).flatMap((event) => {
    const club = event.side === 'home' ? home : away;
    return club === undefined ? [] : [toEventItem(event, club)];
  });
  return goodAnswer('fixtures/events', query, rows);
}

export function playedNow(world: FootballWorld, leagues: readonly number[] | null): ScheduledFixture[] {
  const now = world.now();
  return world.calendar
    .between(now - LONGEST_MS, now + MINUTE_MS)
    .filter((fixture) => leagues?.includes(fixture.league.id) !== false)
    .filter((fixture) => IN_PLAY.has(world.storyOf(fixture).codeAt(now)));
}

function answerList(
  world: FootballWorld,
  query: URLSearchParams,
  zone: Zone,
  give: (fixtures: readonly ScheduledFixture[], depth: 'list') => FootballAnswer,
  refuse: (field: string, why: string) => FootballAnswer,
): FootballAnswer {
  const league = query.get('league');
  const season = query.get('season');
  const date = query.get('date');
  if (league !== null && season === null) return refuse('season', 'The Season field is required.');
  if (date === null && league === null) return refuse('required', 'At least one parameter is required.');
  const now = world.now();
  const from = date ?? query.get('from') ?? new Date(now - SEASON_MS).toISOString().slice(0, 10);
  const to = date ?? query.get('to') ?? new Date(now + SEASON_MS).toISOString().slice(0, 10);
  const wrong = [from, to].find((day) => !isDay(day));
  if (wrong !== undefined)
    return refuse('date', 'The Date field must contain a valid date format (YYYY-MM-DD).');
  const start = zone.startOfDay(from);
  // The next day in that zone, which need not be 24 hours away; and never a year in one answer.
  const end = zone.startOfDay(new Date(Date.parse(`${to}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
  const fixtures = world.calendar
    .between(start, Math.min(end, start + 3 * SEASON_MS))
    .filter((fixture) => league === null || String(fixture.league.id) === league)
    .filter(({ kickoffAt }) => season === null || String(new Date(kickoffAt).getUTCFullYear()) === season);
  return give(fixtures, 'list');
}

function toItem(
  world: FootballWorld,
  fixture: ScheduledFixture,
  depth: ItemOptions['depth'],
  zone: Zone,
): object[] {
  const now = world.now();
  const quirks = world.quirks();
  if (depth !== 'list' && quirks.has('absentFixture', fixture.id, Math.floor(now / MINUTE_MS))) return [];
  const story = world.storyOf(fixture);
  return [
    toFixtureItem(story, story.at(now), { zone, depth, hasOldStatus: quirks.has('oldStatus', fixture.id) }),
  ];
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
