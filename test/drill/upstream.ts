/**
 * The practice world as a process of its own, which no kill of the product touches: it remembers every call and every body. What it
 * saw is asked at its side door; what it lists is asked with a key of its own, which the product does not know.
 *
 * Its clock nearly stands still, so that what is listed stays the same from the first second to the last; its limits run in real time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/product.ts';

export interface UpstreamOptions {
  readonly seed: number;
  readonly players: number;
  /** Of the product's key, on each host: `20:1,100:10`. */
  readonly limits: string;
  /** Of the ids that are listed, how many are never to be had. */
  readonly missingShare: number;
  /** What else goes wrong there for the product alone, as the practice world's README tells it. */
  readonly rules?: readonly object[];
}

/** What the world saw of the product. */
export interface Seen {
  readonly calls: number;
  readonly inFlight: number;
  readonly limited: number;
  /** Those of them that were the limits' own, and no fault that was asked for. */
  readonly refusedByLimits: number;
  /** Windows that held more calls than their limit. */
  readonly overfull: number;
  /** How often each game's body went out whole, to anybody: to be asked before the witness asks for bodies. */
  readonly served: ReadonlyMap<string, number>;
  /** Mistakes of the world itself, and calls that it could make nothing of. */
  readonly bugs: readonly string[];
}

export interface Upstream {
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  readonly key: string;
  seen(): Promise<Seen>;
  /** Asks as another product would. Null: there is no such thing (404). */
  witness(host: string, path: string): Promise<unknown>;
  stop(): Promise<void>;
}

const PRODUCT = 'tft';
const WITNESS = 'RGAPI-00000000-0000-4000-8000-0123456789ab';
const BODY = 'tft-match-v1.getMatch';
const CLOCK = 'accelerated:0.001';

/** Calls take a while, and bodies take longer: so there are always some in flight when somebody is killed. */
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

interface Ready {
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  readonly keys: { readonly tft: string };
}

interface Report {
  readonly rows: readonly {
    readonly key: string;
    readonly calls: number;
    readonly inFlight: number;
    readonly statuses: Readonly<Record<string, number>>;
    readonly limited: Readonly<Record<string, number>>;
    readonly worst: { readonly limit: number; readonly count: number } | null;
  }[];
  readonly turnedAway: Readonly<Record<string, number>>;
  readonly bugs: readonly string[];
  readonly matches: Readonly<Record<string, { readonly served: Readonly<Record<string, number>> }>>;
}

export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { seed, players, limits, missingShare, rules = [] } = options;
  const settings = {
    port: 0,
    seed,
    players,
    clock: CLOCK,
    profile: JSON.stringify({ application: limits, method: '100000:10' }),
    faults: JSON.stringify([
      ...DELAYS,
      { kind: 'missing-match', share: missingShare },
      ...rules.map((rule) => Object.assign({ keys: [PRODUCT] }, rule)),
    ]),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(root, 'practice/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line: unknown = (await lines.next()).value;
  if (typeof line !== 'string') throw new Error('the practice world ended before it was ready');
  const { url, riotBaseUrl, staticBaseUrl, keys } = JSON.parse(line) as Ready;
  const witnessKey = { key: WITNESS, name: 'witness', profile: 'unlimited' };
  await askSideDoor(`${url}/practice/keys`, { method: 'PUT', body: JSON.stringify(witnessKey) });
  return {
    riotBaseUrl,
    staticBaseUrl,
    key: keys.tft,
    seen: async () => toSeen((await askSideDoor(`${url}/practice/seen?matches=1`)) as Report),
    async witness(host, path) {
      const address = `${riotBaseUrl.replace('{route}', host)}${path}`;
      const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
      if (response.status === 404) return null;
      if (response.status !== 200) throw new Error(`the witness was answered ${response.status} at ${path}`);
      return response.json();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function askSideDoor(address: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...request, headers: { 'content-type': 'application/json' } });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

function toSeen(report: Report): Seen {
  const rows = report.rows.filter(({ key }) => key === PRODUCT);
  const add = (of: (row: Report['rows'][number]) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const turnedAway = Object.entries(report.turnedAway).map(([status, times]) => `${times} × ${status}`);
  return {
    calls: add((row) => row.calls),
    inFlight: add((row) => row.inFlight),
    limited: add(({ statuses }) => statuses[429] ?? 0),
    refusedByLimits: add(({ limited }) => (limited['application'] ?? 0) + (limited['method'] ?? 0)),
    overfull: rows.filter(({ worst }) => worst !== null && worst.count > worst.limit).length,
    served: new Map(Object.entries(report.matches[BODY]?.served ?? {})),
    bugs: [...report.bugs, ...turnedAway],
  };
}
