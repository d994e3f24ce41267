/** Which upstreams this installation has keys for, by name and never by value, and what they last said of them. */
import type { SystemStatus } from '#/contract/status.ts';
import type { HeardOfKey } from './key-health.ts';

export interface UpstreamSettings {
  readonly RIOT_TFT_API_KEY: unknown;
  readonly RIOT_LOL_API_KEY: unknown;
  readonly API_FOOTBALL_KEY: unknown;
  readonly PRACTICE: 'auto' | 'on' | 'off';
}

type Upstream = SystemStatus['upstreams'][number];

/** The practice world takes the place of the upstreams when nobody has a key, or when it is asked to. */
export function usesPractice(settings: UpstreamSettings): boolean {
  const { RIOT_TFT_API_KEY, RIOT_LOL_API_KEY, API_FOOTBALL_KEY, PRACTICE } = settings;
  const hasKey = [RIOT_TFT_API_KEY, RIOT_LOL_API_KEY, API_FOOTBALL_KEY].some((key) => key !== undefined);
  return PRACTICE === 'on' || (PRACTICE === 'auto' && !hasKey);
}

export function describeUpstreams(
  settings: UpstreamSettings,
  heard: readonly HeardOfKey[] = [],
): SystemStatus['upstreams'] {
  const ownKey = (key: unknown): Upstream['key'] => (usesPractice(settings) ? 'practice' : keyState(key));
  const upstreams = [
    { id: 'riot-tft', name: 'Riot: Teamfight Tactics', key: ownKey(settings.RIOT_TFT_API_KEY) },
    { id: 'riot-lol', name: 'Riot: League of Legends', key: ownKey(settings.RIOT_LOL_API_KEY) },
    { id: 'api-football', name: 'API-Football', key: ownKey(settings.API_FOOTBALL_KEY) },
  ] as const;
  return upstreams.map((upstream) => {
    const said = upstream.key === 'missing' ? undefined : heard.find((row) => row.upstream === upstream.id);
    const { id, name, key } = upstream;
    return { id, name, key, state: said?.state ?? 'unknown', detail: detailOf(said) };
  });
}

function keyState(key: unknown): 'set' | 'missing' {
  return key === undefined ? 'missing' : 'set';
}

function detailOf(said: HeardOfKey | undefined): string | null {
  if (said?.state !== 'rejected') return null;
  const since = said.since.toISOString().slice(0, 16).replace('T', ' ');
  const what = said.status === 401 ? 'Key unknown' : 'Key expired or blocked';
  return `${what} since ${since} UTC (${said.status}: ${said.message}). Make a new one and set it again.`;
}
