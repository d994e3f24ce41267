/**
 * What every contender is given and offers: one match by its id, through its own limiter, used as its makers mean it to be used. An
 * adapter only points it at the practice edge; it waits for nothing, counts nothing and repeats nothing itself.
 */
import { createRequire } from 'node:module';

export interface Upstream {
  /** The routing host is the first segment of the path, or the Host header. */
  readonly url: string;
  readonly key: string;
  /** As in Riot's headers; for contenders that do not learn them. */
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

/** All matches are of one region, so that all calls meet the same limits. */
export const REGION = 'europe';
export const RIOT_ADDRESS = `${REGION}.api.riotgames.com`;
export const MATCH_PATH = '/tft/match/v1/matches';

/**
 * A peer from this benchmark's own node_modules. The compiler cannot follow the name: the checks pass where the peers are not
 * installed. Each adapter describes what it uses.
 */
export const requirePeer = createRequire(import.meta.url) as (name: string) => unknown;

export const NOTHING_TO_STOP = { stop: () => Promise.resolve() };
