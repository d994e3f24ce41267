/** The practice world in its own process, which no kill of the product reaches. Its side door reports every call and every truth. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/product.ts';

interface Ready {
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  readonly footballBaseUrl: string;
  readonly clipSiteUrl: string;
  readonly keys: { readonly tft: string; readonly football: string };
}

export interface PracticeProcess extends Ready {
  /** Asks the side door. */
  ask<T>(path: string, request?: RequestInit): Promise<T>;
  stop(): Promise<void>;
}

/** `settings`: the options of `practice/main.ts`. */
export async function startPractice(
  settings: Readonly<Record<string, string | number>>,
): Promise<PracticeProcess> {
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(root, 'practice/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const line: unknown = (await createInterface(child.stdout)[Symbol.asyncIterator]().next()).value;
  if (typeof line !== 'string') throw new Error('the practice world ended before it was ready');
  const ready = JSON.parse(line) as Ready;
  return {
    ...ready,
    async ask<T>(path: string, request: RequestInit = {}) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${ready.url}/practice${path}`, { ...request, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
