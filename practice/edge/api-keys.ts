/**
 * The keys that the practice world knows. Two are always there, one for each game, and are no secret. More can be registered,
 * each with its own limits, and let expire.
 *
 * Keys are told apart by a name wherever something is shown: nothing here ever repeats a key.
 */
import type { GameKind } from '../world/world.ts';
import { type Static, Type } from 'typebox';
import { type RateLimit, parseRateLimits } from './rate-windows.ts';
import type { RiotMethod } from './riot-methods.ts';
import { createHmac, createSecretKey } from 'node:crypto';

/** Practice keys: of the right form, worth nothing. */
export const PRACTICE_KEYS = {
  tft: 'RGAPI-7f700000-9a3e-4c1e-8f00-70726163746f',
  lol: 'RGAPI-101a0000-9a3e-4c1e-8f00-70726163746f',
} as const;

export const KEY_FORM = '^RGAPI-[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export interface KeySetting {
  readonly key: string;
  readonly name?: string | undefined;
  readonly profile?: ProfileSetting | undefined;
  /** The games whose endpoints it may call; Riot gives each product its own key. */
  readonly games?: readonly GameKind[] | undefined;
  readonly expired?: boolean | undefined;
}

export interface ApiKey {
  readonly name: string;
  readonly profile: ProfileSetting;
  readonly limits: LimitProfile;
  readonly games: readonly GameKind[];
  readonly expired: boolean;
  readonly puuids: Puuids;
}

export interface ApiKeys {
  find(key: string): ApiKey | undefined;
  /** Registers a key, or changes what is given about a known one. */
  put(setting: KeySetting): ApiKey;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export function createApiKeys(worldSeed: number, playerCount: number, profile: ProfileSetting): ApiKeys {
  const form = new RegExp(KEY_FORM);
  const keys = new Map<string, Mutable<ApiKey>>();

  function register({ key, name }: KeySetting): Mutable<ApiKey> {
    if (!form.test(key))
      throw new Error(
        `the key named ${name ?? '(none)'} is not of the form RGAPI-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`,
      );
    const made: Mutable<ApiKey> = {
      name: name ?? `key ${keys.size + 1}`,
      profile,
      limits: createLimitProfile(profile),
      games: ['tft', 'lol'],
      expired: false,
      puuids: createPuuids(key, worldSeed, playerCount),
    };
    if ([...keys.values()].some((other) => other.name === made.name))
      throw new Error(`there is already a key named ${JSON.stringify(made.name)}; expected another name`);
    keys.set(key, made);
    return made;
  }

  function put(setting: KeySetting): ApiKey {
    const found = keys.get(setting.key);
    const apiKey = found ?? register(setting);
    if (setting.profile !== undefined) {
      apiKey.limits = createLimitProfile(setting.profile);
      apiKey.profile = setting.profile;
    }
    apiKey.games = setting.games ?? apiKey.games;
    apiKey.expired = setting.expired ?? apiKey.expired;
    return apiKey;
  }

  put({ key: PRACTICE_KEYS.tft, name: 'tft', games: ['tft'] });
  put({ key: PRACTICE_KEYS.lol, name: 'lol', games: ['lol'] });
  return { find: (key) => keys.get(key), put };
}

// What a key may do. Method limits are those that the developer portal shows for each method; they are the same for every
// kind of key, so on a personal key the application's limit nearly always binds first.

interface LimitProfile {
  readonly application: readonly RateLimit[];
  method(name: RiotMethod): readonly RateLimit[];
}

/** `20:1,100:120` */
const LimitText = Type.String({ pattern: '^\\d{1,9}:\\d{1,6}(,\\d{1,9}:\\d{1,6})*$' });

/** A name, or limits of one's own; without `method`, each method has its usual limit. */
export const ProfileSetting = Type.Union([
  Type.Literal('personal'),
  Type.Literal('production'),
  Type.Literal('unlimited'),
  Type.Object(
    {
      application: LimitText,
      method: Type.Optional(LimitText),
    },
    { additionalProperties: false },
  ),
]);
export type ProfileSetting = Static<typeof ProfileSetting>;

const APPLICATION_LIMITS = {
  personal: '20:1,100:120',
  production: '500:10,30000:600',
  // Not without headers: a client that learns its limits from them would have nothing to learn.
  unlimited: '1000000:1,120000000:120',
} as const;
const UNLIMITED_METHOD = '10000000:10';

const OTHER_METHODS = '20000:10,1200000:600';
const METHOD_LIMITS: Readonly<Partial<Record<RiotMethod, string>>> = {
  'tft-match-v1.getMatchIdsByPUUID': '600:10',
  'tft-match-v1.getMatch': '250:10',
  'tft-league-v1.getChallengerLeague': '30:10,500:600',
  'tft-league-v1.getGrandmasterLeague': '30:10,500:600',
  'tft-league-v1.getMasterLeague': '30:10,500:600',
  'tft-league-v1.getLeagueEntries': '250:10',
  'match-v5.getMatchIdsByPUUID': '2000:10',
  'match-v5.getMatch': '2000:10',
  'match-v5.getTimeline': '2000:10',
};

function createLimitProfile(setting: ProfileSetting): LimitProfile {
  if (setting === 'unlimited') return profileOf(APPLICATION_LIMITS.unlimited, () => UNLIMITED_METHOD);
  if (typeof setting === 'string') return profileOf(APPLICATION_LIMITS[setting], standardLimit);
  const { application, method } = setting;
  return profileOf(application, (name) => method ?? standardLimit(name));
}

function standardLimit(method: RiotMethod): string {
  return METHOD_LIMITS[method] ?? OTHER_METHODS;
}

function profileOf(application: string, textFor: (method: RiotMethod) => string): LimitProfile {
  // Parsed once per method: windows tell by identity whether their limits have changed.
  const parsed = new Map<RiotMethod, readonly RateLimit[]>();
  return {
    application: parseRateLimits(application),
    method(name) {
      const known = parsed.get(name);
      if (known !== undefined) return known;
      const limits = parseRateLimits(textFor(name));
      parsed.set(name, limits);
      return limits;
    },
  };
}

// Puuids differ from key to key: only the key that was given a puuid can use it. They are keyed hashes of players' numbers, so they are
// the same after a restart; those of all players are worked out when the first one comes back.

interface Puuids {
  puuidOf(playerIndex: number): string;
  /** `foreign`: of the right form, but of another key. */
  decode(puuid: string): number | 'foreign' | 'malformed';
}

/** 58 bytes are 78 characters of base64url, which is how long real ones are. */
const BYTES = 58;
const FORM = /^[A-Za-z0-9_-]{78}$/;

function createPuuids(apiKey: string, worldSeed: number, playerCount: number): Puuids {
  const secret = createSecretKey(`practice puuid ${worldSeed} ${apiKey}`, 'utf8');
  const puuids: string[] = [];
  let indexes: ReadonlyMap<string, number> | undefined;

  function puuidOf(index: number): string {
    const hash = () => createHmac('sha512', secret).update(String(index)).digest();
    return (puuids[index] ??= hash().subarray(0, BYTES).toString('base64url'));
  }
  return {
    puuidOf,
    decode(puuid) {
      if (!FORM.test(puuid)) return 'malformed';
      indexes ??= new Map(Array.from({ length: playerCount }, (_, index) => [puuidOf(index), index]));
      return indexes.get(puuid) ?? 'foreign';
    },
  };
}
