/** account-v1, which says who a player is and on which platform; and the status of a platform. */
import type { GameKind } from '../../world/world.ts';
import { errorAnswer, jsonAnswer } from '../answer.ts';
import type { Content } from '../content.ts';
import { withCalledPlayer, type Endpoint } from '../endpoint.ts';
import { PLATFORMS } from '../hosts.ts';
import { oneOf } from '../query-values.ts';
import type { RiotMethod } from '../riot-methods.ts';

const ACCOUNTS = '/riot/account/v1';

export function createAccountEndpoints({ world }: Content): Endpoint[] {
  return [
    {
      method: 'account-v1.getByRiotId',
      path: `${ACCOUNTS}/accounts/by-riot-id/{gameName}/{tagLine}`,
      on: 'account',
      game: null,
      answer({ key, parameters: { gameName = '', tagLine = '' } }) {
        const player = world.findPlayer(gameName, tagLine);
        if (player === undefined)
          return errorAnswer(
            404,
            `Data not found - No results found for player with riot id ${gameName}#${tagLine}`,
          );
        const puuid = key.puuids.puuidOf(player.index);
        return jsonAnswer({ puuid, gameName: player.gameName, tagLine: player.tagLine });
      },
    },
    {
      method: 'account-v1.getByPuuid',
      path: `${ACCOUNTS}/accounts/by-puuid/{puuid}`,
      on: 'account',
      game: null,
      answer: (call) =>
        withCalledPlayer(world, call, ({ gameName, tagLine }, puuid) =>
          jsonAnswer({ puuid, gameName, tagLine }),
        ),
    },
    {
      method: 'account-v1.getActiveRegion',
      path: `${ACCOUNTS}/region/by-game/{game}/by-puuid/{puuid}`,
      on: 'account',
      game: null,
      answer: (call) => {
        const game = oneOf(call.parameters['game'] ?? '', 'game', ['lol', 'tft']);
        return withCalledPlayer(world, call, ({ platform }, puuid) =>
          jsonAnswer({ puuid, game, region: platform }),
        );
      },
    },
    statusEndpoint('tft', 'tft-status-v1.getPlatformData', 'v1'),
    statusEndpoint('lol', 'lol-status-v4.getPlatformData', 'v4'),
  ];
}

function statusEndpoint(game: GameKind, method: RiotMethod, version: string): Endpoint {
  return {
    method,
    path: `/${game}/status/${version}/platform-data`,
    on: 'platform',
    game,
    answer: ({ host }) =>
      // Taiwan has no status page for League of Legends.
      game === 'lol' && host === 'tw2'
        ? errorAnswer(404, 'Data not found')
        : jsonAnswer({
            id: host.toUpperCase(),
            name: PLATFORMS[host] ?? host,
            locales: ['en_US'],
            maintenances: [],
            incidents: [],
          }),
  };
}
