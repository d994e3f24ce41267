/**
 * Football as it is played: fixtures round the clock, what really happens in each, and what the upstream says of it. A function of
 * seed and time; caches hold what was worked out last and never change an answer.
 */
import { mix, hashText } from '../randomness.ts';
import { createRecentCache } from '../recent-cache.ts';
import { createLeagues, type League } from './clubs.ts';
import { createFixtureCalendar, type FixtureCalendar, type ScheduledFixture } from './fixture-calendar.ts';
import { createMatchStory, type MatchStory } from './match-telling.ts';
import { playMatch } from './match-truth.ts';
import { createQuirks, toQuirkShares, type QuirkChanges, type Quirks } from './quirks.ts';

export interface FootballWorld {
  readonly seed: number;
  readonly leagues: readonly League[];
  readonly calendar: FixtureCalendar;
  now(): number;
  storyOf(fixture: ScheduledFixture): MatchStory;
  findStory(fixtureId: number): MatchStory | undefined;
  quirks(): Quirks;
  /** What befalls whom changes at once, in matches under way as well: the same seed and switches are the same world again. */
  setQuirks(changes: QuirkChanges, others: 'defaults' | 'none'): void;
}

export interface FootballWorldSetting {
  readonly seed: number;
  readonly now: () => number;
  readonly inPlay?: number | undefined;
  readonly quirks?: QuirkChanges | undefined;
  /** What the quirks that are not named are: as often as usual, or never. */
  readonly otherQuirks?: 'defaults' | 'none' | undefined;
}

const DEFAULT_IN_PLAY = 10;
/** For each match in play: two days of them. A story takes some 20 KB with what is posted about it. */
const STORIES_KEPT = 26;

export function createFootballWorld(setting: FootballWorldSetting): FootballWorld {
  const seed = mix(setting.seed, hashText('football'));
  const leagues = createLeagues(seed);
  const { inPlay = DEFAULT_IN_PLAY } = setting;
  const calendar = createFixtureCalendar(seed, leagues, inPlay);
  const forget = () => createRecentCache<MatchStory>(Math.ceil(STORIES_KEPT * inPlay));
  let quirks = createQuirks(seed, toQuirkShares(setting.quirks ?? {}, setting.otherQuirks ?? 'defaults'));
  let stories = forget();

  const storyOf = (fixture: ScheduledFixture): MatchStory =>
    stories(fixture.id, () => createMatchStory(playMatch(fixture, seed, quirks), seed, quirks));

  return {
    seed,
    leagues,
    calendar,
    now: setting.now,
    storyOf,
    findStory(id) {
      const fixture = calendar.find(id);
      return fixture === undefined ? undefined : storyOf(fixture);
    },
    quirks: () => quirks,
    setQuirks(changes, others) {
      quirks = createQuirks(seed, toQuirkShares(changes, others));
      stories = forget();
    },
  };
}
