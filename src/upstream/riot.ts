/**
 * The client of Riot's API: one function per method. Each checks the names that people type, waits for a permit, calls, and returns an
 * outcome. It stores no bodies and no cursors.
 */
import type { LimitReading, ScopeReading } from '#/domain/limiter/limiter.ts';
import { parseCounts, parseLimits, parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import { isMatchId, isPuuid } from '#/domain/riot/riot-ids.ts';
import {
  PLATFORMS,
  placeOfMatch,
  REGIONS,
  type AccountRegion,
  type Platform,
  type Region,
} from '#/domain/riot/routing.ts';
import type { Secret } from '#/domain/secret.ts';
import type { BodyRules } from './body.ts';
import {
  badArgument,
  createUpstream,
  type CallOptions,
  type Upstream,
  type UpstreamApi,
  type UpstreamOptions,
} from './call.ts';
import { headerText, type AnswerHeaders } from './exchange.ts';
import type { Outcome, Rejected } from './outcome.ts';
import { DEFAULT_RETRY_LIMITS } from './retry.ts';
import {
  Account,
  ActiveRegion,
  LeagueEntries,
  LeagueList,
  MatchIds,
  PlatformStatus,
} from './riot-schema/league.ts';
import { LolMatch, tidyLolMatch } from './riot-schema/lol-match.ts';
import { LolTimeline } from './riot-schema/lol-timeline.ts';
import { TftMatch, tidyTftMatch } from './riot-schema/tft-match.ts';
import { compileShape } from './shape.ts';

/** Names the key. A player id is only valid for the key that it was received with, so accounts are requested per game. */
export type Game = 'tft' | 'lol';

export const RIOT: UpstreamApi = {
  name: 'Riot',
  exampleUrl: 'https://{route}.example.org',
  headers: (key) => ({
    'x-riot-token': key,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'gamekeeper',
  }),
  readLimits: readRiotLimits,
  missing: [404],
  // Riot asks for at least a second.
  limitedMs: 1_000,
  foreignPuuid: /exception decrypting/i,
  retries: DEFAULT_RETRY_LIMITS,
  timeoutMs: 10_000,
  // More than the windows of a production key release at once from one process.
  connectionsPerOrigin: 64,
};

const MB = 1024 * 1024;

/** How the bodies are read. Schemas hold the fields that are read; what Riot forbids to count is removed before. */
export const RIOT_BODIES = {
  account: { shape: compileShape(Account), maxBytes: MB },
  activeRegion: { shape: compileShape(ActiveRegion), maxBytes: MB },
  league: { shape: compileShape(LeagueList), maxBytes: 32 * MB },
  leagueEntries: { shape: compileShape(LeagueEntries), maxBytes: 8 * MB },
  matchIds: { shape: compileShape(MatchIds), maxBytes: MB },
  tftMatch: { shape: compileShape(TftMatch), maxBytes: 8 * MB, tidy: tidyTftMatch },
  lolMatch: { shape: compileShape(LolMatch), maxBytes: 8 * MB, tidy: tidyLolMatch },
  lolTimeline: { shape: compileShape(LolTimeline), maxBytes: 16 * MB },
  status: { shape: compileShape(PlatformStatus), maxBytes: 4 * MB },
} as const;

export interface RiotClientOptions extends Omit<UpstreamOptions, 'keys' | 'quota'> {
  readonly keys: { readonly [game in Game]?: Secret | undefined };
}

export type RiotClient = ReturnType<typeof createRiotClient>;

interface ByMatch {
  readonly matchId: string;
}

interface ByPlatform {
  readonly platform: Platform;
}

interface ByAccount {
  readonly game: Game;
  readonly region: AccountRegion;
}

/** A part of a player's list of match ids, newest first. */
interface ListArguments {
  readonly region: Region;
  readonly puuid: string;
  readonly start?: number | undefined;
  /** At most 200 in TFT, 100 in LoL. */
  readonly count?: number | undefined;
  /** Seconds since 1970. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

interface LolListArguments extends ListArguments {
  /** For example 420. */
  readonly queue?: number | undefined;
  readonly type?: 'ranked' | 'normal' | 'tourney' | 'tutorial' | undefined;
}

interface LadderArguments extends ByPlatform {
  readonly tier: 'DIAMOND' | 'EMERALD' | 'PLATINUM' | 'GOLD' | 'SILVER' | 'BRONZE' | 'IRON';
  readonly division: 'I' | 'II' | 'III' | 'IV';
  /** For example `RANKED_TFT`. */
  readonly rankedQueue?: string;
  /** From 1. */
  readonly page?: number;
}

export function createRiotClient(options: RiotClientOptions) {
  const upstream = createUpstream(RIOT, options);
  const get = createGet(upstream);
  return {
    ...accountCalls(get),
    ...tftCalls(get),
    ...lolCalls(get),
    keyHealth: () => ({ tft: upstream.keyHealth('tft'), lol: upstream.keyHealth('lol') }),
    keyId: (game: Game) => upstream.keyId(game),
    budgetId: (game: Game) => upstream.budgetId(game),
    stop: () => upstream.stop(),
  };
}

function accountCalls(get: Get) {
  const { account, activeRegion } = RIOT_BODIES;
  return {
    accountByRiotId: (
      { game, region, gameName, tagLine }: ByAccount & { gameName: string; tagLine: string },
      calling: CallOptions,
    ) => {
      const path = ['riot/account/v1/accounts/by-riot-id', { gameName }, { tagLine }];
      return get({ key: game, host: { region }, method: 'account-v1.by-riot-id' }, path, account, calling);
    },
    accountByPuuid: ({ game, region, puuid }: ByAccount & { puuid: string }, calling: CallOptions) => {
      const path = ['riot/account/v1/accounts/by-puuid', { puuid }];
      return get({ key: game, host: { region }, method: 'account-v1.by-puuid' }, path, account, calling);
    },
    activeRegion: ({ game, region, puuid }: ByAccount & { puuid: string }, calling: CallOptions) => {
      const path = ['riot/account/v1/region/by-game', game, 'by-puuid', { puuid }];
      const budget = { key: game, host: { region }, method: 'account-v1.active-region' };
      return get(budget, path, activeRegion, calling);
    },
  };
}

/** Riot counts each apex tier as a method of its own, and everything else per path. */
function tftCalls(get: Get) {
  const { league, leagueEntries, matchIds, status, tftMatch } = RIOT_BODIES;
  return {
    tftApexLeague: (
      { platform, apexTier, rankedQueue }: ByPlatform & { apexTier: ApexTier; rankedQueue?: string },
      calling: CallOptions,
    ) => {
      const budget = { key: 'tft', host: { platform }, method: `tft-league-v1.${apexTier}` };
      return get(budget, ['tft/league/v1', apexTier], league, calling, { queue: rankedQueue });
    },
    tftLeagueEntries: (
      { platform, tier, division, rankedQueue, page }: LadderArguments,
      calling: CallOptions,
    ) => {
      const budget = { key: 'tft', host: { platform }, method: 'tft-league-v1.entries' };
      const path = ['tft/league/v1/entries', tier, division];
      return get(budget, path, leagueEntries, calling, { queue: rankedQueue, page });
    },
    tftLeagueOfPlayer: ({ platform, puuid }: ByPlatform & { puuid: string }, calling: CallOptions) => {
      const budget = { key: 'tft', host: { platform }, method: 'tft-league-v1.by-puuid' };
      return get(budget, ['tft/league/v1/by-puuid', { puuid }], leagueEntries, calling);
    },
    tftMatchIds: ({ region, puuid, ...query }: ListArguments, calling: CallOptions) => {
      const budget = { key: 'tft', host: { region }, method: 'tft-match-v1.ids' };
      const path = ['tft/match/v1/matches/by-puuid', { puuid }, 'ids'];
      return get(budget, path, matchIds, calling, query);
    },
    tftMatch: ({ matchId }: ByMatch, calling: CallOptions) => {
      const budget = { key: 'tft', host: { matchId }, method: 'tft-match-v1.match' };
      return get(budget, ['tft/match/v1/matches', { matchId }], tftMatch, calling);
    },
    tftStatus: ({ platform }: ByPlatform, calling: CallOptions) => {
      const budget = { key: 'tft', host: { platform }, method: 'tft-status-v1.platform-data' };
      return get(budget, ['tft/status/v1/platform-data'], status, calling);
    },
  };
}

function lolCalls(get: Get) {
  const { leagueEntries, matchIds, status, lolMatch, lolTimeline } = RIOT_BODIES;
  return {
    lolLeagueOfPlayer: ({ platform, puuid }: ByPlatform & { puuid: string }, calling: CallOptions) => {
      const budget = { key: 'lol', host: { platform }, method: 'league-v4.by-puuid' };
      return get(budget, ['lol/league/v4/entries/by-puuid', { puuid }], leagueEntries, calling);
    },
    lolMatchIds: ({ region, puuid, ...query }: LolListArguments, calling: CallOptions) => {
      const budget = { key: 'lol', host: { region }, method: 'match-v5.ids' };
      return get(budget, ['lol/match/v5/matches/by-puuid', { puuid }, 'ids'], matchIds, calling, query);
    },
    lolMatch: ({ matchId }: ByMatch, calling: CallOptions) => {
      const budget = { key: 'lol', host: { matchId }, method: 'match-v5.match' };
      return get(budget, ['lol/match/v5/matches', { matchId }], lolMatch, calling);
    },
    lolTimeline: ({ matchId }: ByMatch, calling: CallOptions) => {
      const budget = { key: 'lol', host: { matchId }, method: 'match-v5.timeline' };
      return get(budget, ['lol/match/v5/matches', { matchId }, 'timeline'], lolTimeline, calling);
    },
    lolStatus: ({ platform }: ByPlatform, calling: CallOptions) => {
      const budget = { key: 'lol', host: { platform }, method: 'lol-status-v4.platform-data' };
      return get(budget, ['lol/status/v4/platform-data'], status, calling);
    },
  };
}

type ApexTier = 'challenger' | 'grandmaster' | 'master';

/** A value that may come from a person or from a body, under its name in `ARGUMENTS`. It is checked and encoded. */
type Argument = { readonly [Name in keyof typeof ARGUMENTS]?: string };

interface RiotBudget {
  readonly key: string;
  readonly host: Argument;
  readonly method: string;
}

/** Texts of `path` are used as they are. */
type Get = <Body>(
  budget: RiotBudget,
  path: readonly (string | Argument)[],
  rules: BodyRules<Body>,
  calling: CallOptions,
  query?: Readonly<Record<string, string | number | undefined>>,
) => Promise<Outcome<Body>>;

function createGet(upstream: Upstream): Get {
  return async ({ key, host, method }, path, rules, calling, query = {}) => {
    for (const part of [host, ...path].filter((one) => typeof one !== 'string')) {
      const fault = findFault(part);
      if (fault !== null) return fault;
    }
    const steps = path.map((step) => (typeof step === 'string' ? step : encodeURIComponent(valueOf(step))));
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
    const url = `/${steps.join('/')}${search === '' ? '' : `?${search}`}`;
    const route = host.matchId === undefined ? valueOf(host) : placeOfMatch(host.matchId)?.region;
    return upstream.call({ key, host: route ?? '', method, path: url, rules }, calling);
  };
}

/**
 * Names that people type, and ids from bodies. A bad one is an outcome, not an exception, and nothing is sent: Riot holds calls for
 * objects that cannot exist against the key. A host is one that is known, because the key is sent to it.
 */
const ARGUMENTS = {
  gameName: textThat('the name before the # of a Riot ID', isRiotName),
  tagLine: textThat('the tag after the # of a Riot ID', isRiotName),
  puuid: textThat('78 letters, digits, _ or -', isPuuid),
  matchId: textThat(
    `a match id such as EUW1_6834713231, with one of the platforms ${PLATFORMS.join(', ')}`,
    (value) => isMatchId(value) && placeOfMatch(value) !== undefined,
  ),
  platform: textThat(`one of ${PLATFORMS.join(', ')}`, (value) => PLATFORMS.some((known) => known === value)),
  region: textThat(`one of ${REGIONS.join(', ')}`, (value) => REGIONS.some((known) => known === value)),
};

function textThat(expected: string, accepts: (value: string) => boolean) {
  return { expected, accepts: (value: unknown) => typeof value === 'string' && accepts(value) };
}

/** Spaces, any script and slashes are fine once encoded. Dots alone would be read as steps in the path, even encoded. */
function isRiotName(value: string): boolean {
  if (value.trim() === '' || value.length > 64) return false;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) && !/^\.+$/.test(value);
}

function findFault(argument: Argument): Rejected | null {
  const [[name, value] = []] = Object.entries(argument);
  const { accepts, expected } = ARGUMENTS[name as keyof typeof ARGUMENTS];
  return accepts(value) ? null : badArgument(name ?? '', value, expected);
}

function valueOf(argument: Argument): string {
  return Object.values(argument).join('');
}

/**
 * `X-Rate-Limit-Type: server` is not documented but exists, the type is missing when the service behind the edge refuses, and `Retry-After`
 * is missing at times. Everything that is not clearly one of our own limits is a refusal by the service, so that one overloaded service
 * does not stop the others.
 */
export function readRiotLimits(status: number, headers: AnswerHeaders, now: Date): LimitReading {
  const app = readScope(headers, 'x-app-rate-limit');
  const method = readScope(headers, 'x-method-rate-limit');
  if (status !== 429) return { app, method };
  const type = headerText(headers, 'x-rate-limit-type')?.trim().toLowerCase();
  const by = type === 'application' || type === 'method' ? type : 'service';
  const retryAfterMs = parseRetryAfterMs(headerText(headers, 'retry-after'), now);
  return { app, method, refusal: { by, retryAfterMs } };
}

function readScope(headers: AnswerHeaders, name: string): ScopeReading {
  return {
    limits: parseLimits(headerText(headers, name)),
    counts: parseCounts(headerText(headers, `${name}-count`)),
  };
}
