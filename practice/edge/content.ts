/** What the edge serves, without knowing how it is made: the world, the bodies of its games, static data, and the hidden truth. */
import type { PlayedGame, Player, World } from '../world/world.ts';

/** A player's puuid, as the key that asks knows it. */
type PuuidOf = (player: Player) => string;

export type ToBody = (game: PlayedGame, puuidOf: PuuidOf) => string;

interface StaticFile {
  readonly contentType: string;
  readonly body: string;
}

export interface Content {
  readonly world: World;
  readonly tftMatch: ToBody;
  readonly lolMatch: ToBody;
  readonly lolTimeline: ToBody;
  /** A file of static data, by its path from the host's root (`/api/versions.json`); undefined: there is none. */
  staticFile(path: string): StaticFile | undefined;
  /** The hidden truth, by what follows `/practice/truth/`; undefined: there is no such truth. */
  truth(path: readonly string[], query: URLSearchParams): unknown;
}
