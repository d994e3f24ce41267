/**
 * What a key may do. Method limits are those that the developer portal shows for each method; they are the same for every
 * kind of key, so on a personal key the application's limit nearly always binds first.
 */
import { Type, type Static } from 'typebox';
import { parseRateLimits, type RateLimit } from './rate-windows.ts';
import type { RiotMethod } from './riot-methods.ts';

export interface LimitProfile {
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

export function createLimitProfile(setting: ProfileSetting): LimitProfile {
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
