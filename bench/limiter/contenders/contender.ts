/**
 * What every contender is given and has to offer: the details of one match by its id, through its own limiter as its makers mean it
 * to be used. An adapter only points it at the practice edge; it waits for nothing, counts nothing and repeats nothing itself.
 */
export interface Upstream {
  /** `http://127.0.0.1:4100`; the routing host is the first segment of the path, or the Host header. */
  readonly url: string;
  readonly key: string;
  /** As in Riot's headers; for those who have to be told, because they do not learn. */
  readonly limits: { readonly application: string; readonly method: string };
  /** Of the PostgreSQL that processes may share. */
  readonly databaseDirectory: string;
}

export interface Contender {
  /** The parsed body; rejects when the contender gives the call up. */
  fetchMatch(matchId: string): Promise<unknown>;
  stop(): Promise<void>;
}

export type CreateContender = (upstream: Upstream) => Contender | Promise<Contender>;

/** All matches of the benchmark are of one region, so that all calls meet the same limits. */
export const REGION = 'europe';
export const RIOT_ADDRESS = `${REGION}.api.riotgames.com`;
export const MATCH_PATH = '/tft/match/v1/matches';
