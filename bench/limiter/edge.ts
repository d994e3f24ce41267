/** The practice world in its own process, and the part of its side door that this benchmark needs. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MATCH_PATH, REGION } from './contenders/contender.ts';

export interface Edge {
  readonly url: string;
  /** A new key, whose windows are empty. Its name is that in the rows of `seen`. */
  createKey(profile: string | object): Promise<{ readonly key: string; readonly name: string }>;
  setDelays(rules: readonly object[]): Promise<void>;
  /** Calls of a key that the server refused. */
  refused(keyName: string): Promise<number>;
  /** Ids from the lists of players on a ladder. Each match is fetched once, so that the first contender does not wait for its making. */
  findMatchIds(count: number): Promise<string[]>;
  stop(): Promise<void>;
}

interface SeenRow {
  readonly key: string;
  readonly statuses: Readonly<Record<string, number>>;
}

const PROGRAM = join(import.meta.dirname, '../../practice/main.ts');
const LADDER = '/euw1/tft/league/v1/entries/DIAMOND/I';
const BATCH = 20;

export async function startEdge(): Promise<Edge> {
  // The limits run in real time, so the world does as well.
  const started = spawn(process.execPath, [PROGRAM, '--seed=7', '--clock=real'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(started, 'exit');
  const line = once(createInterface(started.stdout), 'line') as Promise<[string]>;
  const [said] = await Promise.race([line, ended]);
  if (typeof said !== 'string') throw new Error(`the practice world ended (${said}) before it was ready`);
  const { url } = JSON.parse(said) as { url: string };
  const createKey: Edge['createKey'] = async (profile) => {
    const [name, key] = [randomUUID(), `RGAPI-${randomUUID()}`];
    await ask(`${url}/practice/keys`, 'PUT', { key, name, profile });
    return { key, name };
  };
  return {
    url,
    createKey,
    async setDelays(rules) {
      await ask(`${url}/practice/faults`, 'PUT', { seed: 1, rules });
    },
    async refused(keyName) {
      const { rows, bugs } = (await ask(`${url}/practice/seen`)) as { rows: SeenRow[]; bugs: string[] };
      if (bugs.length > 0) throw new Error(`the practice world failed: ${bugs.join('\n')}`);
      const own = rows.filter(({ key }) => key === keyName);
      return own.reduce((sum, { statuses }) => sum + (statuses['429'] ?? 0), 0);
    },
    findMatchIds: async (count) => findMatchIds(url, (await createKey('unlimited')).key, count),
    async stop() {
      started.kill('SIGTERM');
      await ended;
    },
  };
}

async function findMatchIds(url: string, key: string, count: number): Promise<string[]> {
  const read = (path: string) => ask(url + path, 'GET', undefined, { 'X-Riot-Token': key });
  const ids = new Set<string>();
  for (const { puuid } of (await read(LADDER)) as { puuid: string }[]) {
    if (ids.size >= count) break;
    const list = await read(`/${REGION}${MATCH_PATH}/by-puuid/${puuid}/ids?count=100`);
    for (const id of list as string[]) ids.add(id);
  }
  if (ids.size < count) throw new Error(`the ladder leads to ${ids.size} matches; expected ${count}`);
  const chosen = [...ids].slice(0, count);
  for (let at = 0; at < count; at += BATCH)
    await Promise.all(chosen.slice(at, at + BATCH).map((id) => read(`/${REGION}${MATCH_PATH}/${id}`)));
  return chosen;
}

async function ask(
  address: string,
  method = 'GET',
  body?: object,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Promise<unknown> {
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
