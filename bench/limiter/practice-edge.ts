/** The practice world in a process of its own, and the bit of its side door that a benchmark needs. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface PracticeEdge {
  readonly url: string;
  /** A fresh key, whose windows nobody has touched. */
  createKey(
    profile: 'unlimited' | { readonly application: string; readonly method: string },
  ): Promise<BenchKey>;
  setDelays(rules: readonly object[]): Promise<void>;
  /** What the server counted for a key, by the key's name. */
  seen(keyName: string): Promise<Seen>;
  stop(): Promise<void>;
}

interface BenchKey {
  readonly key: string;
  /** By which the server speaks of it. */
  readonly name: string;
}

interface Seen {
  readonly answered: number;
  readonly refused: number;
  /** The fullest window: `21 of 20 in 1 s`. */
  readonly fullest: string;
}

interface SeenRow {
  readonly key: string;
  readonly statuses: Readonly<Record<string, number>>;
  readonly worst: { readonly limit: number; readonly seconds: number; readonly count: number } | null;
}

const PROGRAM = join(import.meta.dirname, '../../practice/main.ts');
/** The limits must run in real time, so the world does as well. */
const WORLD = ['--seed=7', '--clock=real'];

export async function startPracticeEdge(): Promise<PracticeEdge> {
  const started = spawn(process.execPath, [PROGRAM, ...WORLD], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(started, 'exit');
  const line = once(createInterface(started.stdout), 'line') as Promise<[string]>;
  const [said] = await Promise.race([line, ended]);
  if (typeof said !== 'string') throw new Error(`the practice world ended (${said}) before it was ready`);
  const { url } = JSON.parse(said) as { url: string };
  const ask = (verb: string, path: string, body?: object) => askSideDoor(`${url}${path}`, verb, body);
  return {
    url,
    async createKey(profile) {
      const name = randomUUID();
      const key = `RGAPI-${randomUUID()}`;
      await ask('PUT', '/practice/keys', { key, name, profile });
      return { key, name };
    },
    async setDelays(rules) {
      await ask('PUT', '/practice/faults', { seed: 1, rules });
    },
    async seen(keyName) {
      const { rows, bugs } = (await ask('GET', '/practice/seen')) as { rows: SeenRow[]; bugs: string[] };
      if (bugs.length > 0) throw new Error(`the practice world has failed: ${bugs.join('\n')}`);
      return summarise(rows.filter(({ key }) => key === keyName));
    },
    async stop() {
      started.kill('SIGTERM');
      await ended;
    },
  };
}

async function askSideDoor(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function summarise(rows: readonly SeenRow[]): Seen {
  const count = (status: string): number => rows.reduce((all, row) => all + (row.statuses[status] ?? 0), 0);
  const [worst] = rows
    .flatMap(({ worst }) => worst ?? [])
    .sort((a, b) => b.count / b.limit - a.count / a.limit);
  return {
    answered: count('200'),
    refused: count('429'),
    fullest: worst === undefined ? 'none' : `${worst.count} of ${worst.limit} in ${worst.seconds} s`,
  };
}
