/** One of Riot's methods: where it is answered, by which path, and how a call is matched to it. */
import type { GameKind, Player, World } from '../world/world.ts';
import { errorAnswer, type Answer } from './answer.ts';
import type { ApiKey } from './api-keys.ts';
import type { FaultPlan } from './faults.ts';
import type { HostKind } from './hosts.ts';
import type { RiotMethod } from './riot-methods.ts';

export interface RiotCall {
  readonly host: string;
  readonly key: ApiKey;
  /** By the names in the path's braces, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly plan: Readonly<FaultPlan>;
}

export interface Endpoint {
  /** As the official description names it: `tft-match-v1.getMatch`. */
  readonly method: RiotMethod;
  /** `/tft/match/v1/matches/{matchId}` */
  readonly path: string;
  readonly on: HostKind;
  /** The game that a key must be for; null: any key will do. */
  readonly game: GameKind | null;
  answer(call: RiotCall): Answer;
}

interface Found {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

export type FindEndpoint = (path: string) => Found | 'unknown' | 'undecodable';

interface Segment {
  readonly text: string;
  readonly parameter: string | null;
}

/** Earlier endpoints win, so a path with a fixed word stands before one with a parameter in its place. */
export function createEndpointTable(endpoints: readonly Endpoint[]): FindEndpoint {
  const byLength = new Map<number, { endpoint: Endpoint; segments: Segment[] }[]>();
  for (const endpoint of endpoints) {
    const segments = endpoint.path.split('/').map(toSegment);
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { endpoint, segments }]);
  }
  return (path) => {
    const parts = path.split('/');
    const match = byLength
      .get(parts.length)
      ?.find(({ segments }) =>
        segments.every(({ text, parameter }, index) => parameter !== null || text === parts[index]),
      );
    if (match === undefined) return 'unknown';
    const parameters: Record<string, string> = {};
    for (const [index, { parameter }] of match.segments.entries()) {
      if (parameter === null) continue;
      const decoded = decode(parts[index] ?? '');
      if (decoded === undefined || decoded === '') return 'undecodable';
      parameters[parameter] = decoded;
    }
    return { endpoint: match.endpoint, parameters };
  };
}

function toSegment(text: string): Segment {
  return { text, parameter: text.startsWith('{') ? text.slice(1, -1) : null };
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // Half a percent sign: the caller is told.
  }
}

/** The player that a call's puuid means, or Riot's complaint about the puuid. */
export function withCalledPlayer(
  world: World,
  { key, parameters: { puuid = '' } }: RiotCall,
  answer: (player: Player, puuid: string) => Answer,
): Answer {
  const decoded = key.puuids.decode(puuid);
  if (decoded.outcome === 'malformed') return errorAnswer(400, 'Bad request - PUUID was not in UUID format');
  const player = decoded.outcome === 'player' ? world.player(decoded.index) : undefined;
  if (player === undefined) return errorAnswer(400, `Bad Request - Exception decrypting ${puuid}`);
  return answer(player, puuid);
}
