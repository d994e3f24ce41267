/**
 * The keys that the practice world knows. Two are always there, one for each game, and are no secret. More can be registered,
 * each with its own limits, and let expire.
 *
 * Keys are told apart by a name wherever something is shown: nothing here ever repeats a key.
 */
import type { GameKind } from '../world/world.ts';
import { createLimitProfile, type LimitProfile, type ProfileSetting } from './limit-profiles.ts';
import { createPuuids, type Puuids } from './puuids.ts';

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
