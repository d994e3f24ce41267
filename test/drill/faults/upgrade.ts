/**
 * F22: a data directory of an earlier commit is taken over. The earlier product collects matches, histories and football until it is
 * killed; the present one is killed while it migrates, started again, and must know everything that the earlier one had stored.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  readRunningStatus,
  root,
  startProduct,
  STOPPED,
  stopProduct,
  type Environment,
  type Product,
} from '../../support/product.ts';
import { connectTo } from '../../support/acknowledged-rows.ts';
import { until } from '../../support/until.ts';
import { alone, type Findings, type Skipped } from '../fault.ts';
import { askIn, stopLeftPostgres, type Ask } from '../kept-games.ts';
import { findLogFaults } from '../log-faults.ts';
import { verifyStores } from '../verify-stores.ts';

/** The oldest commit whose data directories are supported. */
const EARLIER = '0bd357d';
const TOKEN = 'a-token-of-the-drill-0123456789-0123456789';
const ENVIRONMENT: Environment = { ADMIN_TOKEN: TOKEN, RIOT_PLATFORMS: 'euw1', LOG_FORMAT: 'json' };
const SIZES = {
  short: { tft: 300, lol: 60, kills: 2 },
  long: { tft: 3_000, lol: 600, kills: 10 },
} as const;
/** Of the earlier product, whose first start computes the practice world. */
const COLLECT_MS = 240_000;
/** Every second kill falls at a random moment of the start, the others when the migration holds its lock. */
const KILL_WITHIN_MS = 2_500;
const MIGRATION_LOCK = 4_750_001;

interface StoredBody {
  readonly source: string;
  readonly kind: string;
  readonly id: string;
  readonly sha: string;
}

export const upgrade = alone(
  { id: 'F22', name: `kill -9 while a data directory of ${EARLIER} is migrated` },
  async ({ directory, size, chance, signal }): Promise<Findings | Skipped> => {
    const tree = join(directory, 'earlier');
    const skipped = unpackEarlier(tree);
    if (skipped !== undefined) return { skipped };
    const place = join(directory, 'data');
    mkdirSync(place);
    const { tft, lol, kills } = SIZES[size];
    const ask = askIn(place);
    try {
      const before = await collectEarlier(tree, place, { tft, lol });
      const applied = await countMigrations(ask);
      for (let kill = 0; kill < kills; kill++) {
        signal.throwIfAborted();
        const product = startProduct(place, ENVIRONMENT);
        if (kill % 2 === 0) await untilMigrating(place, product);
        else await delay(chance() * KILL_WITHIN_MS);
        product.process.kill('SIGKILL');
        await product.ended;
      }
      const midway = await countMigrations(ask);
      const from = performance.now();
      const product = startProduct(place, ENVIRONMENT);
      const url = await product.ready;
      await readRunningStatus(url);
      const recoveryMs = performance.now() - from;
      const wrong = await findMissing(ask, url, before);
      const pending = (await countMigrations(ask)) - applied;
      wrong.push(...(await stop(product)));
      const { stored, faults } = await projectEverything(place, ask);
      wrong.push(...faults);
      wrong.push(...(await verifyStores(place, ENVIRONMENT, stored)));
      return {
        times: kills,
        acknowledged: before.bodies.length,
        lost: wrong.filter((line) => line.startsWith('lost: ')),
        duplicated: [],
        recoveriesMs: [recoveryMs],
        wrong: wrong.filter((line) => !line.startsWith('lost: ')),
        detail: `${before.bodies.length} bodies and ${before.rows.length} rows of ${EARLIER}; ${pending} migrations, ${midway - applied} of them applied before the last kill`,
      };
    } finally {
      await stopLeftPostgres(place);
    }
  },
);

/** Or until it is ready: then the moment was missed. */
async function untilMigrating(place: string, product: Product): Promise<void> {
  const lock = `select from pg_locks where locktype = 'advisory' and objid = ${MIGRATION_LOCK}`;
  const start = { isOver: false };
  const end = () => Object.assign(start, { isOver: true });
  void product.ready.then(end, end);
  const client = await until('PostgreSQL answers', 60_000, () => connectTo(place));
  try {
    while (!start.isOver && (await client.query(lock)).rows.length === 0);
  } finally {
    await client.end();
  }
}

async function stop(product: Product): Promise<string[]> {
  const { code } = await stopProduct(product);
  const wrong = code === STOPPED ? [] : [`the product ended with ${code} after SIGTERM`];
  return [...wrong, ...findLogFaults(product.log(), false)];
}

/** Without workers, nothing is collected while the statistics catch up. Returns the number of stored matches of TFT. */
async function projectEverything(place: string, ask: Ask): Promise<{ stored: number; faults: string[] }> {
  const product = startProduct(place, ENVIRONMENT, ['--roles', 'api,projector']);
  const url = await product.ready;
  await until('every stored match is in the statistics', 120_000, async () => {
    const answer = (await (await fetch(`${url}/api/tft/explore`)).json()) as {
      freshness?: { gamesBehind: number };
    };
    return answer.freshness?.gamesBehind === 0;
  });
  const stored = await countStored(ask);
  return { stored, faults: await stop(product) };
}

/** Why the earlier product cannot be run here. */
function unpackEarlier(tree: string): string | undefined {
  mkdirSync(tree);
  try {
    const archive = execFileSync('git', ['archive', EARLIER], { cwd: root, maxBuffer: 1e9, stdio: 'pipe' });
    execFileSync('tar', ['x', '-C', tree], { input: archive });
  } catch {
    return `needs commit ${EARLIER} in the history of the repository`;
  }
  try {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', args, { cwd: tree, stdio: 'pipe' });
    return undefined;
  } catch {
    return 'needs the npm registry, for the packages of the earlier commit';
  }
}

interface Kept {
  readonly bodies: readonly StoredBody[];
  /** What people entered or asked for, as text. */
  readonly rows: readonly string[];
  readonly player: { readonly gameName: string; readonly tagLine: string };
  readonly clips: readonly { readonly id: string; readonly sha: string }[];
}

/** Runs the earlier product until enough is stored, with an account, a tracked player and a history under way, and kills it. */
async function collectEarlier(
  tree: string,
  place: string,
  least: { readonly tft: number; readonly lol: number },
): Promise<Kept> {
  const product = startProduct(place, ENVIRONMENT, [], tree);
  const url = await product.ready;
  const ask = askIn(place);
  const names = await until('players are known by name', COLLECT_MS, async () => {
    const found = await ask<{ gameName: string; tagLine: string }>(
      `select game_name as "gameName", tag_line as "tagLine" from gamekeeper.player
       where source = 'tft' and game_name is not null order by puuid limit 3`,
    );
    return found.length === 3 && found;
  });
  const [one, two, three] = names;
  if (one === undefined || two === undefined || three === undefined) throw new Error('too few players');
  await change(url, '/api/lol/accounts', one);
  await change(url, '/api/lol/tracked', { ...two, lookbackDays: 7 });
  const history = `/api/lol/players/${encodeURIComponent(three.gameName)}/${encodeURIComponent(three.tagLine)}/history`;
  await fetch(`${url}${history}`);
  await until('enough is stored', COLLECT_MS, async () => {
    const counts = await ask<{ source: string; stored: number }>(
      `select source, count(*)::int as stored from gamekeeper.match where state = 'stored' group by source`,
    );
    const of = (source: string) => counts.find((row) => row.source === source)?.stored ?? 0;
    return of('tft') >= least.tft && of('lol') >= least.lol;
  });
  product.process.kill('SIGKILL');
  await product.ended;
  const clips = await readClips(ask);
  return { bodies: await readBodies(ask), rows: await readRows(ask), player: three, clips };
}

async function change(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} is answered ${response.status}: ${await response.text()}`);
}

function readBodies(ask: Ask): Promise<StoredBody[]> {
  return ask<StoredBody>(`select source, kind, id, encode(sha, 'hex') as sha from gamekeeper.raw`);
}

/** Fixtures and goals by their ids, accounts and tracked players by theirs; each query is valid before and after the migrations. */
async function readRows(ask: Ask): Promise<string[]> {
  const rows = await ask<{ row: string }>(
    `select 'goal ' || id || ' ' || fixture_id as row from gamekeeper.goal where state = 'stable'
     union all select 'player ' || source || ' ' || puuid from gamekeeper.player`,
  );
  return rows.map(({ row }) => row);
}

async function readClips(ask: Ask): Promise<Kept['clips']> {
  return ask<{ id: string; sha: string }>(
    `select id::text as id, md5 as sha from gamekeeper.clip where object_state = 'stored' and md5 is not null`,
  ).catch(() => []);
}

async function countMigrations(ask: Ask): Promise<number> {
  const [row] = await ask<{ count: number }>('select count(*)::int as count from gamekeeper.migration');
  return row?.count ?? 0;
}

async function countStored(ask: Ask): Promise<number> {
  const [row] = await ask<{ count: number }>(
    `select count(*)::int as count from gamekeeper.match where source = 'tft' and state = 'stored'`,
  );
  return row?.count ?? 0;
}

/** Compares what is there now with what was there before. */
async function findMissing(ask: Ask, url: string, before: Kept): Promise<string[]> {
  const bodies = new Set((await readBodies(ask)).map((body) => JSON.stringify(body)));
  const rows = new Set(await readRows(ask));
  const wrong = [
    ...before.bodies
      .filter((body) => !bodies.has(JSON.stringify(body)))
      .map(({ kind, id }) => `lost: ${kind} ${id}`),
    ...before.rows.filter((row) => !rows.has(row)).map((row) => `lost: ${row}`),
  ];
  for (const [path, field] of [
    ['/api/lol/accounts', 'accounts'],
    ['/api/lol/tracked', 'players'],
  ] as const) {
    const list = ((await (await fetch(`${url}${path}`)).json()) as Record<string, unknown[]>)[field] ?? [];
    if (list.length !== 1) wrong.push(`${path} lists ${list.length} instead of 1`);
  }
  const { gameName, tagLine } = before.player;
  const address = `${url}/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/history`;
  await until(
    'the history that was under way is whole',
    120_000,
    async () => (await fetch(address)).status === 200,
  );
  for (const { id, sha } of before.clips) {
    const video = await fetch(`${url}/api/football/clips/${id}/video`);
    const found = createHash('md5')
      .update(Buffer.from(await video.arrayBuffer()))
      .digest('hex');
    if (found !== sha) wrong.push(`lost: clip ${id} is answered ${video.status}`);
  }
  return wrong;
}
