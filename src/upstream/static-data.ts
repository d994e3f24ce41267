/**
 * The client of Data Dragon (Riot's own: names, costs, icons, one folder per version) and Community Dragon (traits of units, components of
 * items, thresholds of traits). Both are file servers behind a CDN, requested a few times a day: no key and no limiter. The practice world
 * replaces both in practice mode.
 */
import type { TSchema, Static } from 'typebox';
import type { StaticEntries, StaticOrigin } from '#/domain/tft/static-entry.ts';
import { createHttpConnections, exchange } from './exchange.ts';
import { compileShape } from './shape.ts';
import { toOutcome, type AnswerRules } from './call.ts';
import { DEFAULT_RETRY_LIMITS, withRetries, type RetryLimits } from './retry.ts';
import type { Outcome } from './outcome.ts';
import {
  CommunityDragonFile,
  DataDragonFile,
  DataDragonVersions,
  readCommunityDragon,
  readDataDragon,
  readVersions,
} from './static-data-files.ts';

export interface StaticDataClientOptions {
  readonly dataDragonUrl: string;
  readonly communityDragonUrl: string;
  /** For connecting and for the first byte. Default: 10 seconds. */
  readonly timeoutMs?: number | undefined;
  readonly retries?: Partial<RetryLimits> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
}

export interface StaticDataClient {
  /** Newest first, without dates; notFound if the list has none. */
  versions(signal?: AbortSignal): Promise<Outcome<readonly [string, ...string[]]>>;
  /** A part of Data Dragon; the lists of the other kinds are empty. */
  dataDragon(
    kind: 'units' | 'items' | 'traits',
    version: string,
    signal?: AbortSignal,
  ): Promise<Outcome<StaticEntries>>;
  communityDragon(signal?: AbortSignal): Promise<Outcome<StaticEntries>>;
  stop(): Promise<void>;
}

const FILES = { units: 'tft-champion', items: 'tft-item', traits: 'tft-trait' } as const;
/** A file server answers 403 for files that it does not have. No limiter would wait after a 429. */
export const STATIC_FILES: AnswerRules = { missing: [403, 404, 410], limitedMs: null };
const MAX_VERSIONS_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** The file of all sets has about 20 MB (2026), and grows. */
const MAX_COMMUNITY_BYTES = 96 * 1024 * 1024;
const BODY_MS = 120_000;

export function createStaticDataClient(options: StaticDataClientOptions): StaticDataClient {
  const { timeoutMs = 10_000, now = () => new Date(), random = Math.random } = options;
  const connections = createHttpConnections({ connectMs: timeoutMs, maxPerOrigin: 4 });
  const retries = { ...DEFAULT_RETRY_LIMITS, ...options.retries };
  const bases: Record<StaticOrigin, string> = {
    'data-dragon': options.dataDragonUrl,
    'community-dragon': options.communityDragonUrl,
  };

  function get<Schema extends TSchema>(
    origin: StaticOrigin,
    path: string,
    { schema, maxBytes }: { schema: Schema; maxBytes: number },
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Static<Schema>>> {
    const url = new URL(bases[origin]);
    const rules = { shape: compileShape(schema), maxBytes };
    const attempt = async () => {
      const result = await exchange(connections.dispatcher, {
        origin: url.origin,
        path: `${url.pathname.replace(/\/+$/, '')}/${path}`,
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'gamekeeper' },
        headersMs: timeoutMs,
        bodyMs: BODY_MS,
        maxBytes,
        signal,
      });
      signal?.throwIfAborted();
      return toOutcome(result, rules, STATIC_FILES, { now: now() });
    };
    return withRetries(attempt, retries, { random, signal });
  }

  return {
    async versions(signal) {
      const rules = { schema: DataDragonVersions, maxBytes: MAX_VERSIONS_BYTES };
      const outcome = await get('data-dragon', 'api/versions.json', rules, signal);
      if (outcome.outcome !== 'ok') return outcome;
      const [newest, ...older] = readVersions(outcome.body);
      if (newest === undefined)
        return { outcome: 'notFound', message: 'the list of versions has no version' };
      return { ...outcome, body: [newest, ...older] };
    },
    async dataDragon(kind, version, signal) {
      const path = `cdn/${version}/data/en_US/${FILES[kind]}.json`;
      const rules = { schema: DataDragonFile, maxBytes: MAX_FILE_BYTES };
      const outcome = await get('data-dragon', path, rules, signal);
      return outcome.outcome === 'ok'
        ? { ...outcome, body: readDataDragon(kind, outcome.body, version) }
        : outcome;
    },
    async communityDragon(signal) {
      const rules = { schema: CommunityDragonFile, maxBytes: MAX_COMMUNITY_BYTES };
      const outcome = await get('community-dragon', 'latest/cdragon/tft/en_us.json', rules, signal);
      return outcome.outcome === 'ok' ? { ...outcome, body: readCommunityDragon(outcome.body) } : outcome;
    },
    stop: () => connections.stop(),
  };
}
