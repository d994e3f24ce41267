/**
 * Which fixtures there are and when they kick off: on every day, round the clock, every quarter of an hour one or two, so that about
 * as many as asked for are in play at any time. A fixture's number holds its day and its place in the day; nothing is stored.
 *
 *   number = 900,000,000 + (day - FIRST_DAY) * 1000 + place        day: since 1970, UTC
 */
import { createRandom, hashText, mix } from '../randomness.ts';
import { CLUBS_OF_LEAGUE, type Club, type League } from './clubs.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
const SLOT_MS = 15 * MINUTE_MS;
const SLOTS_OF_DAY = DAY_MS / SLOT_MS;
const FIRST_DAY = 18_000;
const LAST_DAY = 40_000;
const NUMBERS_OF_DAY = 1000;
/** Far beyond API-Football's: who has followed practice matches and then sets a key must not find one in the place of another. */
const FIRST_NUMBER = 900_000_000;
/** From kick-off to the final whistle, half-time and stoppage in it. */
const USUAL_MATCH_MS = 111 * MINUTE_MS;
/** With so many in play all competitions play at all hours, lest a club be in two matches at once. */
const ALL_AT_ONCE_FROM = 15;
const LEAGUES_AT_ONCE = 4;
export const MAX_IN_PLAY = 70;

export interface ScheduledFixture {
  readonly id: number;
  readonly league: League;
  readonly round: number;
  readonly home: Club;
  readonly away: Club;
  readonly kickoffAt: number;
}

export interface FixtureCalendar {
  find(id: number): ScheduledFixture | undefined;
  /** Those that are due to kick off from `fromMs` on and before `toMs`, in that order. */
  between(fromMs: number, toMs: number): readonly ScheduledFixture[];
}

export function createFixtureCalendar(
  seed: number,
  leagues: readonly League[],
  inPlay: number,
): FixtureCalendar {
  if (!(inPlay >= 1 && inPlay <= MAX_IN_PLAY))
    throw new Error(`inPlay is ${inPlay}; expected the number of matches in play, from 1 to ${MAX_IN_PLAY}`);
  const own = mix(seed, hashText('fixtures'));
  const perSlot = (inPlay * SLOT_MS) / USUAL_MATCH_MS;
  /** How many fixtures of a day kick off before its slot. */
  const before = (slot: number): number => Math.floor(slot * perSlot);
  const ofDay = before(SLOTS_OF_DAY);
  const areAllAtOnce = inPlay > ALL_AT_ONCE_FROM;
  const perGroup = Math.ceil((ofDay * LEAGUES_AT_ONCE) / leagues.length);

  /** Which competition it is, the how-manieth of its fixtures, and the draw that they are taken from. */
  function seatOf(day: number, place: number): { league: League; nth: number; draw: number } {
    // Without a break at midnight, or a club would play again before it is through.
    const inGroup = areAllAtOnce ? day * ofDay + place : place % perGroup;
    const atOnce = areAllAtOnce ? leagues.length : LEAGUES_AT_ONCE;
    const group = areAllAtOnce ? 0 : Math.floor(place / perGroup);
    const league = leagues[group * atOnce + (inGroup % atOnce)];
    if (league === undefined) throw new Error(`no competition plays fixture ${place} of ${ofDay} of a day`);
    return { league, nth: Math.floor(inGroup / atOnce), draw: mix(own, league.id, areAllAtOnce ? 0 : day) };
  }
  function fixtureAt(day: number, place: number): ScheduledFixture {
    const { league, nth, draw } = seatOf(day, place);
    const [home, away] = pairOf(drawClubs(draw, league), nth);
    return {
      id: FIRST_NUMBER + (day - FIRST_DAY) * NUMBERS_OF_DAY + place,
      league,
      round: 1 + (day % 34),
      home,
      away,
      kickoffAt: day * DAY_MS + slotOf(place) * SLOT_MS,
    };
  }
  /** The last slot before which no more than `place` fixtures kick off. */
  function slotOf(place: number): number {
    let slot = Math.floor(place / perSlot);
    while (before(slot + 1) <= place) slot++;
    return slot;
  }

  return {
    find(id) {
      const day = FIRST_DAY + Math.floor((id - FIRST_NUMBER) / NUMBERS_OF_DAY);
      const place = id % NUMBERS_OF_DAY;
      const isThere = Number.isSafeInteger(id) && day >= FIRST_DAY && day <= LAST_DAY && place < ofDay;
      return isThere ? fixtureAt(day, place) : undefined;
    },
    between(fromMs, toMs) {
      const found: ScheduledFixture[] = [];
      const firstDay = Math.max(FIRST_DAY, Math.floor(fromMs / DAY_MS));
      const lastDay = Math.min(LAST_DAY, Math.floor((toMs - 1) / DAY_MS));
      for (let day = firstDay; day <= lastDay; day++) {
        const firstSlot = Math.max(0, Math.ceil((fromMs - day * DAY_MS) / SLOT_MS));
        const endSlot = Math.min(SLOTS_OF_DAY, Math.ceil((toMs - day * DAY_MS) / SLOT_MS));
        for (let place = before(firstSlot); place < before(endSlot); place++)
          found.push(fixtureAt(day, place));
      }
      return found;
    },
  };
}

/**
 * Nine pairs make a round. In the next one every second club meets the one after the next, so that a club waits for eight other
 * matches of its competition at least.
 */
function pairOf(drawn: readonly Club[], nth: number): readonly [home: Club, away: Club] {
  const pairs = CLUBS_OF_LEAGUE / 2;
  const round = Math.floor(nth / pairs);
  const first = drawn[(nth % pairs) * 2];
  const second = drawn[((nth % pairs) * 2 + 1 + 2 * round) % CLUBS_OF_LEAGUE];
  if (first === undefined || second === undefined) throw new Error(`there are ${drawn.length} clubs to pair`);
  return round % 2 === 0 ? [first, second] : [second, first];
}

/** All clubs of a competition, in the order of the draw. */
function drawClubs(own: number, { clubs }: League): Club[] {
  const random = createRandom(own);
  const drawn = [...clubs];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const [here, there] = [drawn[last], drawn[other]];
    if (here !== undefined && there !== undefined) [drawn[last], drawn[other]] = [there, here];
  }
  return drawn;
}
