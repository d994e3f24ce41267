/**
 * Writes down what Riot says of our keys, so that every process can show it and not only the one that called. It looks every
 * few seconds and writes only what is new; a write that fails is made up for by the next look.
 */
import type { Logger } from 'pino';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { recordHeardOfKey, type HeardOfKey } from '#/stores/postgres/upstream-key.ts';

export interface KeyHealthReportOptions {
  readonly client: Pick<RiotClient, 'keyHealth'>;
  readonly database: Database;
  readonly log: Logger;
  readonly onChange: () => void;
  readonly everyMs?: number;
}

const UPSTREAMS = { tft: 'riot-tft', lol: 'riot-lol' } as const;

export function startKeyHealthReport(options: KeyHealthReportOptions): { stop(): void } {
  const told = new Map<string, string>();
  const look = async (): Promise<void> => {
    for (const heard of heardBy(options.client)) {
      const facts = `${heard.state} ${heard.status} ${heard.message}`;
      if (told.get(heard.upstream) === facts) continue;
      await recordHeardOfKey(options.database, heard);
      told.set(heard.upstream, facts);
      options.onChange();
    }
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => options.log.debug({ err: error }, 'key health not written'));
  }, options.everyMs ?? 1_000);
  return { stop: () => clearInterval(timer) };
}

function heardBy(client: Pick<RiotClient, 'keyHealth'>): HeardOfKey[] {
  const health = client.keyHealth();
  return (['tft', 'lol'] as const).flatMap((game): HeardOfKey[] => {
    const heard = health[game];
    const upstream = UPSTREAMS[game];
    if (heard.state === 'ok')
      return [{ upstream, state: 'ok', status: null, message: null, since: new Date() }];
    if (heard.state !== 'rejected') return [];
    const { status, message, since } = heard;
    return [{ upstream, state: 'rejected', status, message, since }];
  });
}
