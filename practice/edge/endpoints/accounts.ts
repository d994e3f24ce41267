/** account-v1, which says who a player is and on which platform; and the status of a platform. */
import { type Answer, errorAnswer, jsonAnswer, oneOf } from '../answer.ts';
import { withCalledPlayer, type Content, type Endpoints, type RiotCall } from '../endpoint.ts';

export function createAccountEndpoints({ world }: Content): Endpoints {
  return {
    'account-v1.getByRiotId'({ key, parameters: { gameName = '', tagLine = '' } }) {
      const player = world.findPlayer(gameName, tagLine);
      if (player === undefined)
        return errorAnswer(
          404,
          `Data not found - No results found for player with riot id ${gameName}#${tagLine}`,
        );
      const puuid = key.puuids.puuidOf(player.index);
      return jsonAnswer({ puuid, gameName: player.gameName, tagLine: player.tagLine });
    },
    'account-v1.getByPuuid': (call) =>
      withCalledPlayer(world, call, ({ gameName, tagLine }, puuid) =>
        jsonAnswer({ puuid, gameName, tagLine }),
      ),
    'account-v1.getActiveRegion'(call) {
      const game = oneOf(call.parameters['game'] ?? '', 'game', ['lol', 'tft']);
      return withCalledPlayer(world, call, ({ platform }, puuid) =>
        jsonAnswer({ puuid, game, region: platform }),
      );
    },
    'tft-status-v1.getPlatformData': tellPlatform,
    // Taiwan has no status page for League of Legends.
    'lol-status-v4.getPlatformData': (call) =>
      call.host === 'tw2' ? errorAnswer(404, 'Data not found') : tellPlatform(call),
  };
}

function tellPlatform({ host }: RiotCall): Answer {
  const id = host.toUpperCase();
  return jsonAnswer({ id, name: id, locales: ['en_US'], maintenances: [], incidents: [] });
}
