/**
 * Every method of Riot's that we call, one line of facts each; all else is the same for all. `method` names the limit that the
 * call counts against: Riot counts each apex tier apart, and everything else per path.
 */
import type { Static, TSchema } from 'typebox';
import type { Game, HostKind, HostParts, PartName, RequestParts } from './request-parts.ts';
import { Account, ActiveRegion, MatchIds } from '../riot-schema/account.ts';
import { LeagueEntries, LeagueList } from '../riot-schema/league.ts';
import { LolMatch, tidyLolMatch } from '../riot-schema/lol-match.ts';
import { LolTimeline } from '../riot-schema/lol-timeline.ts';
import { PlatformStatus } from '../riot-schema/platform-status.ts';
import { TftMatch, tidyTftMatch } from '../riot-schema/tft-match.ts';

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly host: HostKind;
  /** Whose key. A puuid is only understood with the key that it was got with, so accounts are asked per game. */
  readonly key: Game | 'asked';
  /** Name in the URL → argument. All may be left out. */
  readonly query?: Readonly<Record<string, PartName>>;
  /** Of `count`, where there is one. */
  readonly mostCount?: number;
  readonly schema: TSchema;
  readonly maxBytes: number;
  readonly tidy?: (body: unknown) => void;
}

const MB = 1024 * 1024;
const ACCOUNT = { host: 'account', key: 'asked', maxBytes: MB } as const;
const PERIOD = { start: 'start', count: 'count', startTime: 'startTime', endTime: 'endTime' } as const;

export const RIOT_ENDPOINTS = {
  accountByRiotId: {
    ...ACCOUNT,
    method: 'account-v1.by-riot-id',
    path: '/riot/account/v1/accounts/by-riot-id/{gameName}/{tagLine}',
    schema: Account,
  },
  accountByPuuid: {
    ...ACCOUNT,
    method: 'account-v1.by-puuid',
    path: '/riot/account/v1/accounts/by-puuid/{puuid}',
    schema: Account,
  },
  activeRegion: {
    ...ACCOUNT,
    method: 'account-v1.active-region',
    path: '/riot/account/v1/region/by-game/{game}/by-puuid/{puuid}',
    schema: ActiveRegion,
  },
  tftApexLeague: {
    method: 'tft-league-v1.{apexTier}',
    path: '/tft/league/v1/{apexTier}',
    host: 'platform',
    key: 'tft',
    query: { queue: 'rankedQueue' },
    schema: LeagueList,
    maxBytes: 32 * MB,
  },
  tftLeagueEntries: {
    method: 'tft-league-v1.entries',
    path: '/tft/league/v1/entries/{tier}/{division}',
    host: 'platform',
    key: 'tft',
    query: { queue: 'rankedQueue', page: 'page' },
    schema: LeagueEntries,
    maxBytes: 8 * MB,
  },
  tftLeagueOfPlayer: {
    method: 'tft-league-v1.by-puuid',
    path: '/tft/league/v1/by-puuid/{puuid}',
    host: 'platform',
    key: 'tft',
    schema: LeagueEntries,
    maxBytes: MB,
  },
  tftMatchIds: {
    method: 'tft-match-v1.ids',
    path: '/tft/match/v1/matches/by-puuid/{puuid}/ids',
    host: 'region',
    key: 'tft',
    query: PERIOD,
    mostCount: 200,
    schema: MatchIds,
    maxBytes: MB,
  },
  tftMatch: {
    method: 'tft-match-v1.match',
    path: '/tft/match/v1/matches/{matchId}',
    host: 'match',
    key: 'tft',
    schema: TftMatch,
    tidy: tidyTftMatch,
    maxBytes: 8 * MB,
  },
  tftStatus: {
    method: 'tft-status-v1.platform-data',
    path: '/tft/status/v1/platform-data',
    host: 'platform',
    key: 'tft',
    schema: PlatformStatus,
    maxBytes: 4 * MB,
  },
  lolApexLeague: {
    method: 'league-v4.{apexTier}',
    path: '/lol/league/v4/{apexTier}leagues/by-queue/{rankedQueue}',
    host: 'platform',
    key: 'lol',
    schema: LeagueList,
    maxBytes: 32 * MB,
  },
  lolLeagueEntries: {
    method: 'league-v4.entries',
    path: '/lol/league/v4/entries/{rankedQueue}/{tier}/{division}',
    host: 'platform',
    key: 'lol',
    query: { page: 'page' },
    schema: LeagueEntries,
    maxBytes: 8 * MB,
  },
  lolLeagueOfPlayer: {
    method: 'league-v4.by-puuid',
    path: '/lol/league/v4/entries/by-puuid/{puuid}',
    host: 'platform',
    key: 'lol',
    schema: LeagueEntries,
    maxBytes: MB,
  },
  lolMatchIds: {
    method: 'match-v5.ids',
    path: '/lol/match/v5/matches/by-puuid/{puuid}/ids',
    host: 'region',
    key: 'lol',
    query: { ...PERIOD, queue: 'queue', type: 'type' },
    mostCount: 100,
    schema: MatchIds,
    maxBytes: MB,
  },
  lolMatch: {
    method: 'match-v5.match',
    path: '/lol/match/v5/matches/{matchId}',
    host: 'match',
    key: 'lol',
    schema: LolMatch,
    tidy: tidyLolMatch,
    maxBytes: 8 * MB,
  },
  lolTimeline: {
    method: 'match-v5.timeline',
    path: '/lol/match/v5/matches/{matchId}/timeline',
    host: 'match',
    key: 'lol',
    schema: LolTimeline,
    maxBytes: 16 * MB,
  },
  lolStatus: {
    method: 'lol-status-v4.platform-data',
    path: '/lol/status/v4/platform-data',
    host: 'platform',
    key: 'lol',
    schema: PlatformStatus,
    maxBytes: 4 * MB,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

type Endpoints = typeof RIOT_ENDPOINTS;
export type EndpointName = keyof Endpoints;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type QueryParts<E> = E extends { readonly query: infer Query } ? Query[keyof Query] & PartName : never;

/** What a call of an endpoint has to be given: worked out from its path, query, host and key. */
export type EndpointArguments<Name extends EndpointName> = Pick<
  RequestParts,
  Placeholders<Endpoints[Name]['path']> & PartName
> & {
  readonly [Part in QueryParts<Endpoints[Name]>]?: RequestParts[Part] | undefined;
} & HostParts[Endpoints[Name]['host']] &
  (Endpoints[Name]['key'] extends 'asked' ? Pick<RequestParts, 'game'> : unknown);

export type EndpointBody<Name extends EndpointName> = Static<Endpoints[Name]['schema']>;
