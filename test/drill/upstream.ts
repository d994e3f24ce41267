/**
 * The practice world as the upstream of a crawl: it counts every call and every body of the product, and answers a witness with
 * another key. Its clock nearly stands still, so that its lists stay the same from the first second to the last; limits run in real time.
 */
import { startPractice } from './practice-process.ts';

export interface UpstreamOptions {
  readonly seed: number;
  readonly players: number;
  /** Of the product's key, on each host: `20:1,100:10`. */
  readonly limits: string;
  /** Of the ids that are listed, how many are never to be had. */
  readonly missingShare: number;
  /** Further faults of the practice world for the product's key. */
  readonly rules?: readonly object[];
}

/** The product's calls, as the practice world counted them. */
export interface Seen {
  readonly calls: number;
  readonly callsByHost: Readonly<Record<string, number>>;
  readonly inFlight: number;
  /** Answers of 429 because of a limit, without those that a fault caused. */
  readonly refusedByLimits: number;
  /** Windows that held more calls than their limit. */
  readonly overfull: number;
  /** How often each match body was sent whole, to any key: to be read before the witness asks for bodies. */
  readonly served: ReadonlyMap<string, number>;
  /** Errors of the practice world itself, and calls that it could not assign. */
  readonly bugs: readonly string[];
}

export interface Upstream {
  readonly url: string;
  /** With `{route}`, as the product's setting. */
  readonly riotBaseUrl: string;
  readonly key: string;
  seen(): Promise<Seen>;
  /** Asks with the other key. Null: 404. */
  witness(host: string, path: string): Promise<unknown>;
  stop(): Promise<void>;
}

const PRODUCT = 'tft';
const WITNESS = 'RGAPI-00000000-0000-4000-8000-0123456789ab';
const BODY = 'tft-match-v1.getMatch';
const CLOCK = 'accelerated:0.001';

/** Some bodies are always in flight when a process is killed. */
const DELAYS = [
  { kind: 'delay-before-counting', keys: [PRODUCT], minMs: 0, maxMs: 30 },
  { kind: 'delay-after-counting', keys: [PRODUCT], minMs: 20, maxMs: 100 },
  {
    kind: 'delay-after-counting',
    keys: [PRODUCT],
    methods: [BODY],
    minMs: 0,
    maxMs: 500,
    tailShare: 0.03,
    tailMs: 1_500,
  },
];

interface Report {
  readonly rows: readonly {
    readonly key: string;
    readonly host: string;
    readonly calls: number;
    readonly inFlight: number;
    readonly limited: Readonly<Record<string, number>>;
    readonly worst: { readonly limit: number; readonly count: number } | null;
  }[];
  readonly turnedAway: Readonly<Record<string, number>>;
  readonly bugs: readonly string[];
  readonly matches: Readonly<Record<string, { readonly served: Readonly<Record<string, number>> }>>;
}

export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { seed, players, limits, missingShare, rules = [] } = options;
  const practice = await startPractice({
    seed,
    players,
    clock: CLOCK,
    profile: JSON.stringify({ application: limits, method: '100000:10' }),
    faults: JSON.stringify([
      ...DELAYS,
      { kind: 'missing-match', share: missingShare },
      ...rules.map((rule) => Object.assign({ keys: [PRODUCT] }, rule)),
    ]),
  });
  const { url, riotBaseUrl, keys } = practice;
  const witnessKey = { key: WITNESS, name: 'witness', profile: 'unlimited' };
  await practice.ask('/keys', { method: 'PUT', body: JSON.stringify(witnessKey) });
  return {
    url,
    riotBaseUrl,
    key: keys.tft,
    seen: async () => toSeen(await practice.ask<Report>('/seen?matches=1')),
    async witness(host, path) {
      const address = `${riotBaseUrl.replace('{route}', host)}${path}`;
      const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
      if (response.status === 404) return null;
      if (response.status !== 200) throw new Error(`the witness was answered ${response.status} at ${path}`);
      return response.json();
    },
    stop: () => practice.stop(),
  };
}

function toSeen(report: Report): Seen {
  const rows = report.rows.filter(({ key }) => key === PRODUCT);
  const add = (of: (row: Report['rows'][number]) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const turnedAway = Object.entries(report.turnedAway).map(([status, times]) => `${times} × ${status}`);
  return {
    calls: add((row) => row.calls),
    callsByHost: Object.fromEntries(
      [...Map.groupBy(rows, ({ host }) => host)].map(([host, some]) => [
        host,
        some.reduce((sum, row) => sum + row.calls, 0),
      ]),
    ),
    inFlight: add((row) => row.inFlight),
    refusedByLimits: add(({ limited }) => (limited['application'] ?? 0) + (limited['method'] ?? 0)),
    overfull: rows.filter(({ worst }) => worst !== null && worst.count > worst.limit).length,
    served: new Map(Object.entries(report.matches[BODY]?.served ?? {})),
    bugs: [...report.bugs, ...turnedAway],
  };
}
