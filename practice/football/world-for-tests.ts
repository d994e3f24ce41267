/** A football world on a clock that a test moves, and the whole of it over HTTP. */
import { BEGIN, startPractice } from '../practice-for-tests.ts';
import type { PracticeWorldSettings } from '../practice-world.ts';
import { createFootballWorld, type FootballWorld, type FootballWorldSetting } from './football-world.ts';
import type { MatchStory } from './match-telling.ts';

export { BEGIN };

export interface MovableWorld {
  readonly world: FootballWorld;
  readonly moveTo: (ms: number) => void;
}

export function createMovableWorld(setting: Partial<FootballWorldSetting> = {}): MovableWorld {
  let now = BEGIN;
  return {
    world: createFootballWorld({ seed: 7, now: () => now, ...setting }),
    moveTo(ms) {
      now = ms;
    },
  };
}

/** All matches that kick off in the days before `BEGIN`. */
export function storiesOf(world: FootballWorld, days = 2): MatchStory[] {
  return world.calendar.between(BEGIN - days * 86_400_000, BEGIN).map((fixture) => world.storyOf(fixture));
}

export async function startFootball(settings: Partial<PracticeWorldSettings> = {}) {
  const practice = await startPractice({ playerCount: 100, ...settings });
  return {
    ...practice,
    /** A call to the upstream, with the practice key. */
    ask: (path: string, key: string | null = practice.running.keys.football): Promise<Response> =>
      practice.fetchFrom(`/football${path}`, { headers: key === null ? {} : { 'x-apisports-key': key } }),
  };
}
