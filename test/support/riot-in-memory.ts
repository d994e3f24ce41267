/** Riot's API in memory: players with their matches, and calls that a test counts, holds or has refused. */
import type { LolCollectOptions } from '#/lol/collect.ts';
import { lolMatch, lolSeat, lolTimeline } from '#/upstream/fixtures/riot-bodies.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';

type Riot = LolCollectOptions['riot'];
type Method = keyof Riot;
type Failure = Exclude<Outcome<never>, { readonly outcome: 'ok' }>;

export interface UpstreamPlayer {
  readonly puuid: string;
  readonly gameName: string;
  readonly tagLine: string;
  /** Newest first. */
  readonly games: readonly string[];
}

interface InventedGame {
  readonly startedAt: number;
  readonly win: boolean;
  readonly kills: number;
}

export interface RiotInMemory {
  readonly client: Riot;
  readonly calls: Partial<Record<Method, number>>;
  addPlayer(games: number | readonly Partial<InventedGame>[]): UpstreamPlayer;
  /** Calls of this method, but for the first ones, wait until `release`. */
  hold(method: Method, open?: number): void;
  release(): void;
  /** Null: answers again. */
  refuse(method: Method, failure: Failure | null): void;
}

export const UPSTREAM_NOW = Date.UTC(2025, 0, 16, 20);
const HOUR_MS = 3_600_000;

export function createRiotInMemory(): RiotInMemory {
  const players: UpstreamPlayer[] = [];
  const bodies = new Map<string, LolMatch>();
  const calls: Partial<Record<Method, number>> = {};
  const held = new Map<Method, { open: number; readonly released: PromiseWithResolvers<void> }>();
  const refused = new Map<Method, Failure>();

  async function answer<Body>(method: Method, body: Body | undefined): Promise<Outcome<Body>> {
    calls[method] = (calls[method] ?? 0) + 1;
    const gate = held.get(method);
    if (gate !== undefined && gate.open-- <= 0) await gate.released.promise;
    const failure = refused.get(method);
    if (failure !== undefined) return failure;
    if (body === undefined) return { outcome: 'notFound', message: 'Data not found' };
    return { outcome: 'ok', body, bytes: Buffer.from(JSON.stringify(body)), fetchedAt: new Date() };
  }
  const byPuuid = (puuid: string) => players.find((player) => player.puuid === puuid);

  const client: Riot = {
    accountByRiotId: ({ gameName, tagLine }) => {
      const fold = (name: string, tag: string): string => `${name}#${tag}`.toLowerCase();
      const wanted = fold(gameName, tagLine);
      return answer(
        'accountByRiotId',
        players.find((player) => fold(player.gameName, player.tagLine) === wanted),
      );
    },
    accountByPuuid: ({ puuid }) => answer('accountByPuuid', byPuuid(puuid)),
    activeRegion: ({ puuid }) => answer('activeRegion', { puuid, game: 'lol', region: 'euw1' }),
    lolMatchIds: ({ puuid, start = 0, count = 20 }) =>
      answer('lolMatchIds', byPuuid(puuid)?.games.slice(start, start + count)),
    lolMatch: ({ matchId }) => answer('lolMatch', bodies.get(matchId)),
    lolTimeline: ({ matchId }) =>
      answer('lolTimeline', { ...lolTimeline(), metadata: { matchId, participants: [] } }),
    lolLeagueOfPlayer: () => answer('lolLeagueOfPlayer', []),
  };
  return {
    client,
    calls,
    addPlayer(given) {
      const number = players.length + 1;
      const invented =
        typeof given === 'number' ? Array.from({ length: given }, (): Partial<InventedGame> => ({})) : given;
      const puuid = `player-${number}-`.padEnd(78, 'p');
      const games = invented.map((game, index) => {
        const id = `EUW1_${number}${String(9_999 - index)}`;
        bodies.set(id, bodyOf(id, puuid, { startedAt: UPSTREAM_NOW - (index + 1) * HOUR_MS, ...game }));
        return id;
      });
      const player = { puuid, gameName: `Player ${number}`, tagLine: 'TEST', games };
      players.push(player);
      return player;
    },
    hold: (method, open = 0) => void held.set(method, { open, released: Promise.withResolvers() }),
    release() {
      for (const { released } of held.values()) released.resolve();
      held.clear();
    },
    refuse(method, failure) {
      if (failure === null) refused.delete(method);
      else refused.set(method, failure);
    },
  };
}

function bodyOf(
  id: string,
  puuid: string,
  { startedAt = UPSTREAM_NOW, win = true, kills = 3 }: Partial<InventedGame>,
): LolMatch {
  const others = Array.from({ length: 9 }, (_, index) =>
    lolSeat(index + 2, { puuid: `${index}-of-${id}`.padEnd(78, 'q') }),
  );
  const match = lolMatch({
    gameCreation: startedAt,
    gameStartTimestamp: startedAt,
    gameEndTimestamp: startedAt + 1_803_000,
    gameId: Number(id.slice('EUW1_'.length)),
    platformId: 'EUW1',
    participants: [lolSeat(1, { puuid, win, kills }), ...others],
  });
  return { ...match, metadata: { ...match.metadata, matchId: id } };
}
