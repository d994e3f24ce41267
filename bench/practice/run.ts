/** How fast the practice world answers: match bodies per second, made and sent by one process, asked for by another. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import type { BenchmarkResult } from '../benchmark.ts';

const CONNECTIONS = 16;
const MATCHES = 48_000;
const TIMELINES = 2_000;
const BARE_CALLS = 4_000;
/** Of what is asked for, the first three quarters are not timed: hundreds of small functions make a body, and each is compiled when it has run often. */
const WARM_UP_SHARE = 0.75;
/** A neighbour on the machine slows single seconds by a third: the best of so many parts is nearest to what the work takes by itself. */
const PARTS = 8;
/** Within the year for which timelines are kept. */
const SINCE_SECONDS = Date.UTC(2026, 0, 1) / 1000;
const TICKS_PER_SECOND = 100;

interface Server {
  readonly process: ChildProcess;
  readonly pool: Pool;
  readonly keys: Readonly<Record<string, string>>;
}
interface Ask {
  readonly path: string;
  readonly key: string;
}
interface Measured {
  /** In the best of the parts, and in the middle one. */
  readonly perSecond: number;
  readonly perSecondUsually: number;
  /** How many it would be if the server had a core for itself alone, over all parts: what noise on the machine changes least. */
  readonly perCpuSecond: number;
  readonly meanBytes: number;
}

export async function run(): Promise<BenchmarkResult> {
  const practice = await start(join(import.meta.dirname, '../../practice/main.ts'), [
    '--profile=unlimited',
    '--clock=stepped:2026-11-01T00:00:00Z',
  ]);
  try {
    const tftAsks = (await listMatches(practice, 'tft', MATCHES)).map(toTftMatch(practice));
    const tft = await measure(practice, tftAsks);
    const lolIds = await listMatches(practice, 'lol', MATCHES);
    const lolAsks = lolIds.map(toLolMatch(practice));
    const lol = await measure(practice, lolAsks);
    const inTurns = tftAsks.slice(0, MATCHES / 2).flatMap((ask, nth) => [ask, lolAsks[nth] ?? ask]);
    const mixed = await measure(practice, inTurns);
    const timeline = await measure(practice, lolIds.slice(0, TIMELINES).map(toTimeline(practice)));
    return {
      ours: {
        tftMatchesPerSecond: tft.perSecond,
        tftMatchesPerSecondUsually: tft.perSecondUsually,
        tftMatchesPerCpuSecond: tft.perCpuSecond,
        tftMeanBytes: tft.meanBytes,
        lolMatchesPerSecond: lol.perSecond,
        lolMatchesPerSecondUsually: lol.perSecondUsually,
        lolMatchesPerCpuSecond: lol.perCpuSecond,
        lolMeanBytes: lol.meanBytes,
        mixedMatchesPerSecond: mixed.perSecond,
        mixedMatchesPerSecondUsually: mixed.perSecondUsually,
        mixedMatchesPerCpuSecond: mixed.perCpuSecond,
        timelinesPerSecond: timeline.perSecond,
        timelinesPerSecondUsually: timeline.perSecondUsually,
        timelinesPerCpuSecond: timeline.perCpuSecond,
        timelineMeanBytes: timeline.meanBytes,
      },
      peers: {},
      floor: {
        ...(await measureBare('tftSized', tft.meanBytes)),
        ...(await measureBare('lolSized', lol.meanBytes)),
        ...(await measureBare('timelineSized', timeline.meanBytes)),
      },
    };
  } finally {
    await stop(practice);
  }
}

/** The same number of bytes from a server that has them ready. */
async function measureBare(name: string, bytes: number): Promise<Record<string, number>> {
  const server = await start(join(import.meta.dirname, 'bare-server-process.ts'), [String(bytes)]);
  try {
    const asks = Array.from({ length: BARE_CALLS }, () => ({ path: '/', key: '' }));
    const { perSecond, perCpuSecond } = await measure(server, asks);
    return { [`${name}PerSecond`]: perSecond, [`${name}PerCpuSecond`]: perCpuSecond };
  } finally {
    await stop(server);
  }
}

function toTftMatch({ keys }: Server) {
  return (id: string): Ask => ({
    path: `/${regionOf(id)}/tft/match/v1/matches/${id}`,
    key: keys['tft'] ?? '',
  });
}
function toLolMatch({ keys }: Server) {
  return (id: string): Ask => ({
    path: `/${regionOf(id)}/lol/match/v5/matches/${id}`,
    key: keys['lol'] ?? '',
  });
}
function toTimeline({ keys }: Server) {
  return (id: string): Ask => ({
    path: `/${regionOf(id)}/lol/match/v5/matches/${id}/timeline`,
    key: keys['lol'] ?? '',
  });
}
function regionOf(id: string): string {
  return id.startsWith('EU') ? 'europe' : 'asia';
}

/** As a crawler finds them: ladders, then the lists of the players on them. No id twice. */
async function listMatches(server: Server, game: 'tft' | 'lol', count: number): Promise<string[]> {
  const key = server.keys[game] ?? '';
  const ids = new Set<string>();
  for (const [platform, region] of [
    ['euw1', 'europe'],
    ['kr', 'asia'],
  ])
    for (const tier of ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD'])
      for (const division of ['I', 'II', 'III', 'IV']) {
        const ladder =
          game === 'tft'
            ? `/${platform}/tft/league/v1/entries/${tier}/${division}`
            : `/${platform}/lol/league/v4/entries/RANKED_SOLO_5x5/${tier}/${division}`;
        const entries = (await readJson(server, { path: ladder, key })) as { puuid: string }[];
        for (const { puuid } of entries) {
          if (ids.size >= count) return [...ids].slice(0, count);
          const list = game === 'tft' ? 'tft/match/v1' : 'lol/match/v5';
          const path = `/${region}/${list}/matches/by-puuid/${puuid}/ids?count=100&startTime=${SINCE_SECONDS}`;
          for (const id of (await readJson(server, { path, key })) as string[]) ids.add(id);
        }
      }
  throw new Error(`the practice world has only ${ids.size} ${game} matches; expected ${count}`);
}

async function readJson({ pool }: Server, { path, key }: Ask): Promise<unknown> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'X-Riot-Token': key } });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
  return body.json();
}

async function measure(server: Server, asks: readonly Ask[]): Promise<Measured> {
  const warmUp = Math.floor(asks.length * WARM_UP_SHARE);
  await fetchAll(server, asks.slice(0, warmUp));
  const timed = asks.slice(warmUp);
  const size = Math.ceil(timed.length / PARTS);
  const ticksBefore = cpuTicks(server);
  const rates: number[] = [];
  let bytes = 0;
  for (let from = 0; from < timed.length; from += size) {
    const part = timed.slice(from, from + size);
    const startedAt = performance.now();
    bytes += await fetchAll(server, part);
    rates.push(part.length / ((performance.now() - startedAt) / 1000));
  }
  const cpuSeconds = (cpuTicks(server) - ticksBefore) / TICKS_PER_SECOND;
  return {
    perSecond: Math.round(Math.max(...rates)),
    perSecondUsually: Math.round(median(rates)),
    perCpuSecond: Math.round(timed.length / cpuSeconds),
    meanBytes: Math.round(bytes / timed.length),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

async function fetchAll(server: Server, asks: readonly Ask[]): Promise<number> {
  const queue = asks.values();
  const sleep = stayAwake();
  const workers = Array.from({ length: CONNECTIONS }, async () => {
    let bytes = 0;
    for (const ask of queue) bytes += await countBytes(server.pool, ask);
    return bytes;
  });
  try {
    return (await Promise.all(workers)).reduce((all, bytes) => all + bytes, 0);
  } finally {
    sleep();
  }
}

/**
 * The asking side waits with open eyes. In a virtual machine, whoever wakes a core that sleeps pays for it, and here that would be the
 * server, thousands of times a second; a client that does something with the bodies has no time to sleep either.
 */
function stayAwake(): () => void {
  let isAwake = true;
  const look = (): void => {
    if (isAwake) setImmediate(look);
  };
  look();
  return () => {
    isAwake = false;
  };
}

/** Below undici's `request`, whose stream would cost the client more than the server spends on the body. */
function countBytes(pool: Pool, { path, key }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    pool.dispatch(
      { method: 'GET', path, headers: { 'X-Riot-Token': key } },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, status) {
          if (status !== 200) reject(new Error(`${path}: ${status}`));
        },
        onResponseData: (_controller, chunk) => void (bytes += chunk.length),
        onResponseEnd: () => resolve(bytes),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

async function start(file: string, args: readonly string[]): Promise<Server> {
  const started = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  const { url, keys = {} } = JSON.parse(line) as { url: string; keys?: Record<string, string> };
  return { process: started, keys, pool: new Pool(url, { connections: CONNECTIONS }) };
}

async function stop({ process: running, pool }: Server): Promise<void> {
  await pool.close();
  const exited = once(running, 'exit');
  running.kill('SIGTERM');
  await exited;
}

/** Processor time of the server so far; always 0 where there is no /proc. */
function cpuTicks({ process: { pid } }: Server): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
