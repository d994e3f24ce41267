/**
 * `GET /fixtures`: a day's (`date`, no events), those in play (`live=all`, with events), or up to twenty by number (`ids`, with everything).
 * What the upstream does in silence is done in silence here: more than twenty ids are answered with nothing.
 */
import { errorBody, goodAnswer, type FootballAnswer, type FootballCall } from './envelope.ts';
import { DAY_MS, MINUTE_MS, type ScheduledFixture } from './fixture-calendar.ts';
import { toFixtureItem, type ItemOptions } from './fixture-item.ts';
import type { FootballWorld } from './football-world.ts';

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
