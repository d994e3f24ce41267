/**
 * The list of sources, one entry per key. Status, doctor, metrics, the scheduled check of keys and the practice banner read it.
 * docs/adding-a-source.md describes how to add one.
 */
import type { SystemStatus } from '#/contract/status.ts';
import type { Secret } from '#/domain/secret.ts';
import { API_FOOTBALL, type ApiFootballClient } from './api-football.ts';
import type { CallOptions, UpstreamApi } from './call.ts';
import type { KeyHealth } from './key-gate.ts';
import type { RecordedKeyHealth } from './key-health.ts';
import type { Outcome } from './outcome.ts';
import { RIOT, type RiotClient } from './riot.ts';

export interface Source {
  /** In the API, in labels of metrics and in `upstream_key`; it never changes. */
  readonly id: string;
  readonly name: string;
  /** Headers, limits and the meaning of answers. Sources of one API share a client. */
  readonly api: UpstreamApi;
  /** The name of the key at the client, and in the practice world. */
  readonly key: string;
  readonly keySetting: string;
  readonly addressSetting: string;
  /** Methods that are called with this key only; budgets are attributed by them. */
  readonly methods: RegExp;
  readonly keyHealth: (clients: Clients) => KeyHealth;
  /** One cheap call that shows whether the key is accepted. */
  readonly checkKey: (clients: Clients, calling: CallOptions) => Promise<Outcome<unknown>>;
  /** Twice an hour, because without work an expired key would stay unnoticed. */
  readonly isCheckedOnSchedule: boolean;
  /** What the operator should know after a refusal. */
  readonly whenRefused: string;
}

export interface Clients {
  readonly riot: Pick<RiotClient, 'keyHealth' | 'tftStatus' | 'lolStatus'>;
  readonly football: Pick<ApiFootballClient, 'keyHealth' | 'status'>;
}

const RIOT_SOURCE = {
  api: RIOT,
  addressSetting: 'RIOT_BASE_URL',
  isCheckedOnSchedule: true,
  whenRefused: 'Development keys expire after a day.',
} as const;
/** Any platform can check a key; this one serves all games. */
const PLATFORM = 'euw1';

export const SOURCES = [
  {
    ...RIOT_SOURCE,
    id: 'riot-tft',
    name: 'Riot: Teamfight Tactics',
    key: 'tft',
    keySetting: 'RIOT_TFT_API_KEY',
    methods: /^tft-/,
    keyHealth: ({ riot }: Clients) => riot.keyHealth().tft,
    checkKey: ({ riot }: Clients, calling) => riot.tftStatus({ platform: PLATFORM }, calling),
  },
  {
    ...RIOT_SOURCE,
    id: 'riot-lol',
    name: 'Riot: League of Legends',
    key: 'lol',
    keySetting: 'RIOT_LOL_API_KEY',
    methods: /^(?:league|match|lol-status)-/,
    keyHealth: ({ riot }: Clients) => riot.keyHealth().lol,
    checkKey: ({ riot }: Clients, calling) => riot.lolStatus({ platform: PLATFORM }, calling),
  },
  {
    id: 'api-football',
    name: 'API-Football',
    api: API_FOOTBALL,
    key: 'football',
    keySetting: 'API_FOOTBALL_KEY',
    addressSetting: 'API_FOOTBALL_URL',
    methods: /^(?:fixtures|status)\b/,
    keyHealth: ({ football }: Clients) => football.keyHealth(),
    checkKey: ({ football }: Clients, calling) => football.status(calling),
    isCheckedOnSchedule: false,
    whenRefused: 'The dashboard of API-Football shows whether it is valid, and for which addresses.',
  },
] as const satisfies readonly Source[];

/** The settings that `keySetting` names, by name. */
export type SourceSettings = Readonly<Record<string, unknown>> & { readonly PRACTICE: 'auto' | 'on' | 'off' };

/** The practice world replaces the upstreams if no key is set, or if `PRACTICE` is `on`. */
export function usesPractice(settings: SourceSettings, sources: readonly Source[] = SOURCES): boolean {
  const hasKey = sources.some(({ keySetting }) => settings[keySetting] !== undefined);
  return settings.PRACTICE === 'on' || (settings.PRACTICE === 'auto' && !hasKey);
}

/** The keys of one API by name, as its client takes them. */
export function keysOf(
  api: UpstreamApi,
  keyOf: (source: (typeof SOURCES)[number]) => Secret | undefined,
): Readonly<Record<string, Secret | undefined>> {
  const own = SOURCES.filter((source) => source.api === api);
  return Object.fromEntries(own.map((source) => [source.key, keyOf(source)]));
}

/** Which keys are set, and what each upstream last answered to them. */
export function describeSources(
  settings: SourceSettings,
  recorded: readonly RecordedKeyHealth[] = [],
  sources: readonly Source[] = SOURCES,
): SystemStatus['upstreams'] {
  return sources.map(({ id, name, keySetting }) => {
    const own = settings[keySetting] === undefined ? 'missing' : 'set';
    const key = usesPractice(settings, sources) ? 'practice' : own;
    const health = key === 'missing' ? undefined : recorded.find(({ upstream }) => upstream === id);
    return { id, name, keySetting, key, state: health?.state ?? 'unknown', detail: detailOf(health) };
  });
}

function detailOf(health: RecordedKeyHealth | undefined): string | null {
  if (health?.state !== 'rejected') return null;
  const since = health.since.toISOString().slice(0, 16).replace('T', ' ');
  const what = health.status === 401 ? 'Key unknown' : 'Key expired or blocked';
  return `${what} since ${since} UTC (${health.status}: ${health.message}). Make a new one and set it again.`;
}

/**
 * The source whose key has called these methods. A process that shows budgets may have no keys, so the methods decide. `riot`: several
 * sources share the key, or only accounts were requested with it.
 */
export function sourceOfMethods(methods: readonly string[], sources: readonly Source[] = SOURCES): string {
  const found = sources.filter((source) => methods.some((method) => source.methods.test(method)));
  return found.length === 1 ? (found[0]?.id ?? 'riot') : 'riot';
}
