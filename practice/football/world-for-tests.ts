/** A football world on a clock that a test moves, and the whole of it over HTTP. */
import { createPracticeWorld, type PracticeWorldSettings } from '../practice-world.ts';
import { createFootballWorld, type FootballWorld, type FootballWorldSetting } from './football-world.ts';
import type { MatchStory } from './match-telling.ts';

export const BEGIN = Date.UTC(2026, 10, 15, 12);

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
  const running = await createPracticeWorld({
    seed: 7,
    clock: { mode: 'stepped', startAt: BEGIN },
    profile: 'unlimited',
    playerCount: 100,
    ffmpeg: null,
    ...settings,
  });
  const fetchFrom = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${running.url}${path}`, { redirect: 'manual', ...init });
  return {
    running,
    fetchFrom,
    /** A call to the upstream, with the practice key. */
    ask: (path: string, key: string | null = running.keys.football): Promise<Response> =>
      fetchFrom(`/football${path}`, { headers: key === null ? {} : { 'x-apisports-key': key } }),
    sideDoor: async (verb: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<unknown> => {
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
      const response = await fetchFrom(`/practice${path}`, { method: verb, ...init });
      return response.status === 204 ? undefined : response.json();
    },
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
