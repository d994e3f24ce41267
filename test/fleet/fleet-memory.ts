/** How much memory the processes of a fleet take, by their roles, as each of them says with its heartbeat. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/stores/postgres/database.ts';

export interface MemoryOfRole {
  readonly roles: string;
  readonly peakMb: number;
}

const LOOK_MS = 2_500;

export function watchFleetMemory(database: Database): { stop(): Promise<MemoryOfRole[]> } {
  const peaks = new Map<string, number>();
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const rows = await database
        .query<{ roles: string; mb: number }>(
          `select array_to_string(roles, ',') as roles, (max(rss_bytes) / 1e6)::float8 as mb
           from gamekeeper.process group by 1`,
        )
        .catch(() => []); // The table is made by whichever process comes first.
      for (const { roles, mb } of rows) peaks.set(roles, Math.max(peaks.get(roles) ?? 0, Math.round(mb)));
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // Told to stop.
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await looking;
      return [...peaks].map(([roles, peakMb]) => ({ roles, peakMb }));
    },
  };
}
