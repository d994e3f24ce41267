/** What an answer to Riot's methods is made from. */
import type { PracticeWorld } from '../world/create-world.ts';
import type { PlayedGame, Player, World } from '../world/world.ts';
import { errorAnswer, type Answer } from './answer.ts';
import type { ApiKey } from './api-keys.ts';
import type { FaultPlan } from './faults.ts';
import type { RiotMethod } from './riot-methods.ts';

/** What is served, whatever it is made by. */
export interface Content {
  readonly world: PracticeWorld;
  readonly tftMatch: ToBody;
  readonly lolMatch: ToBody;
  readonly lolTimeline: ToBody;
  /** By its path from the host's root (`/api/versions.json`); undefined: there is no such file. */
  staticFile(path: string): { readonly contentType: string; readonly body: string } | undefined;
}

/** `puuidOf`: a player's puuid, as the key that asks knows it. */
export type ToBody = (game: PlayedGame, puuidOf: (player: Player) => string) => string;

export interface RiotCall {
  readonly host: string;
  readonly key: ApiKey;
  /** By the names in the path's braces, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly plan: Readonly<FaultPlan>;
}

export type Endpoints = Readonly<Partial<Record<RiotMethod, (call: RiotCall) => Answer>>>;

/** The player that a call's puuid means, or Riot's complaint about the puuid. */
export function withCalledPlayer(
  world: World,
  { key, parameters: { puuid = '' } }: RiotCall,
  answer: (player: Player, puuid: string) => Answer,
): Answer {
  const decoded = key.puuids.decode(puuid);
  if (decoded === 'malformed') return errorAnswer(400, 'Bad request - PUUID was not in UUID format');
  const player = decoded === 'foreign' ? undefined : world.player(decoded);
  if (player === undefined) return errorAnswer(400, `Bad Request - Exception decrypting ${puuid}`);
  return answer(player, puuid);
}
