/** Which upstream keys this process has, by name and never by value. */
import type { SystemStatus } from '#/contract/status.ts';

export interface UpstreamKeys {
  readonly RIOT_TFT_API_KEY: unknown;
  readonly RIOT_LOL_API_KEY: unknown;
  readonly API_FOOTBALL_KEY: unknown;
}

export function describeUpstreams(keys: UpstreamKeys): SystemStatus['upstreams'] {
  return [
    { id: 'riot-tft', name: 'Riot: Teamfight Tactics', key: keyState(keys.RIOT_TFT_API_KEY) },
    { id: 'riot-lol', name: 'Riot: League of Legends', key: keyState(keys.RIOT_LOL_API_KEY) },
    { id: 'api-football', name: 'API-Football', key: keyState(keys.API_FOOTBALL_KEY) },
  ];
}

function keyState(key: unknown): 'set' | 'missing' {
  return key === undefined ? 'missing' : 'set';
}
