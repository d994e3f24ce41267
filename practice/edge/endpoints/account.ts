/** account-v1: who somebody is, and on which platform they play. */
import { errorAnswer, jsonAnswer } from '../answer.ts';
import { withCalledPlayer } from '../called-player.ts';
import type { Content } from '../content.ts';
import type { Endpoint } from '../endpoint.ts';
import { oneOf } from '../query-values.ts';

export function createAccountEndpoints({ world }: Content): Endpoint[] {
  return [
    {
      method: 'account-v1.getByRiotId',
      path: '/riot/account/v1/accounts/by-riot-id/{gameName}/{tagLine}',
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
      path: '/riot/account/v1/accounts/by-puuid/{puuid}',
      on: 'account',
      game: null,
      answer: (call) =>
        withCalledPlayer(world, call, ({ gameName, tagLine }, puuid) =>
          jsonAnswer({ puuid, gameName, tagLine }),
        ),
    },
    {
      method: 'account-v1.getActiveRegion',
      path: '/riot/account/v1/region/by-game/{game}/by-puuid/{puuid}',
      on: 'account',
      game: null,
      answer: (call) => {
        const game = oneOf(call.parameters['game'] ?? '', 'game', ['lol', 'tft']);
        return withCalledPlayer(world, call, ({ platform }, puuid) =>
          jsonAnswer({ puuid, game, region: platform }),
        );
      },
    },
  ];
}
