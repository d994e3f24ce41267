/**
 * Every match that PostgreSQL reported as stored, appended to a file outside of the stores as soon as it was read. Whatever happens
 * afterwards, it has to stay stored. The proof reads the file, not the memory of the drill.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo } from '../support/acknowledged-rows.ts';

export interface AcknowledgedGames {
  count(): number;
  stop(): Promise<ReadonlySet<string>>;
}

const LOOK_MS = 100;

export function noteAcknowledgedGames(directory: string, file: string): AcknowledgedGames {
  const games = new Set<string>();
  const stopping = new AbortController();

  async function look(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      `select id from gamekeeper.match where source = 'tft' and state = 'stored'`,
    );
    const fresh = rows.map(({ id }) => id).filter((id) => !games.has(id));
    const at = new Date().toISOString();
    for (const id of fresh) appendFileSync(file, `${JSON.stringify({ at, id })}\n`);
    for (const id of fresh) games.add(id);
  }

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      let client: pg.Client | undefined;
      try {
        client = await connectTo(directory);
        for (; !stopping.signal.aborted; await delay(LOOK_MS)) await look(client);
      } catch {
        await delay(LOOK_MS); // No server or no table yet, or the session was cut: the next connection follows.
      } finally {
        await client?.end().catch(() => undefined); // It may have been cut.
      }
    }
  }

  const looking = lookOn();
  return {
    count: () => games.size,
    async stop() {
      stopping.abort();
      await looking;
      return readAcknowledged(file);
    },
  };
}

/** Empty when no match was stored. */
export function readAcknowledged(file: string): ReadonlySet<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Set(
    lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { readonly id: string }).id),
  );
}
