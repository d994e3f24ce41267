/** The player that a call's puuid means, or Riot's complaint about the puuid. */
import type { Player, World } from '../world/world.ts';
import { errorAnswer, type Answer } from './answer.ts';
import type { RiotCall } from './endpoint.ts';

export function withCalledPlayer(
  world: World,
  call: RiotCall,
  answer: (player: Player, puuid: string) => Answer,
): Answer {
  const puuid = call.parameters['puuid'] ?? '';
  const decoded = call.key.puuids.decode(puuid);
  if (decoded.outcome === 'malformed') return errorAnswer(400, 'Bad request - PUUID was not in UUID format');
  const player = decoded.outcome === 'player' ? world.player(decoded.index) : undefined;
  if (player === undefined) return errorAnswer(400, `Bad Request - Exception decrypting ${puuid}`);
  return answer(player, puuid);
}
