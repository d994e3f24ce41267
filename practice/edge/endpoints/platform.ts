/** What a platform says of itself and of one player: status and summoner. */
import { chance } from '../../randomness.ts';
import type { GameKind } from '../../world/world.ts';
import { errorAnswer, jsonAnswer, type Answer } from '../answer.ts';
import { withCalledPlayer } from '../called-player.ts';
import type { Content } from '../content.ts';
import type { Endpoint, RiotCall } from '../endpoint.ts';
import { PLATFORMS } from '../hosts.ts';
import type { RiotMethod } from '../riot-methods.ts';

const DAY_MS = 86_400_000;

export function createPlatformEndpoints({ world }: Content): Endpoint[] {
  function summoner(call: RiotCall): Answer {
    return withCalledPlayer(world, call, (player, puuid) => {
      if (player.platform !== call.host) return errorAnswer(404, 'Data not found - summoner not found');
      const drawn = (what: number): number => chance(world.seed, player.index, what);
      const today = Math.floor(world.now() / DAY_MS) * DAY_MS;
      return jsonAnswer({
        puuid,
        profileIconId: Math.floor(drawn(1) * 29),
        revisionDate: today - Math.floor(drawn(2) * 3 * DAY_MS),
        summonerLevel: 30 + Math.floor(drawn(3) ** 2 * 900),
      });
    });
  }
  const summonerEndpoint = (game: GameKind, method: RiotMethod, version: string): Endpoint => ({
    method,
    path: `/${game}/summoner/${version}/summoners/by-puuid/{puuid}`,
    on: 'platform',
    game,
    answer: summoner,
  });
  return [
    summonerEndpoint('tft', 'tft-summoner-v1.getByPUUID', 'v1'),
    summonerEndpoint('lol', 'summoner-v4.getByPUUID', 'v4'),
    {
      method: 'tft-status-v1.getPlatformData',
      path: '/tft/status/v1/platform-data',
      on: 'platform',
      game: 'tft',
      answer: ({ host }) => status(host),
    },
    {
      method: 'lol-status-v4.getPlatformData',
      path: '/lol/status/v4/platform-data',
      on: 'platform',
      game: 'lol',
      // Taiwan has no status page for League of Legends.
      answer: ({ host }) => (host === 'tw2' ? errorAnswer(404, 'Data not found') : status(host)),
    },
  ];
}

function status(host: string): Answer {
  return jsonAnswer({
    id: host.toUpperCase(),
    name: PLATFORMS[host] ?? host,
    locales: ['en_US'],
    maintenances: [],
    incidents: [],
  });
}
