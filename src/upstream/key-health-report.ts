/**
 * Writes down what upstreams say of our keys, so that every process can show it and not only the one that called. It looks every
 * few seconds and writes only what is new; a write that fails is made up for by the next look.
 */
import type { Logger } from 'pino';
import type { KeyHealth } from './riot/key-gate.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { recordHeardOfKey, type HeardOfKey } from './upstream-key.ts';

export interface KeyHealthReportOptions {
  /** By the upstream's id. */
  readonly health: () => Readonly<Record<string, KeyHealth>>;
  readonly database: Database;
  readonly log: Logger;
  readonly onChange: () => void;
  readonly everyMs?: number;
}

export function startKeyHealthReport(options: KeyHealthReportOptions): { stop(): void } {
  const told = new Map<string, string>();
  const look = async (): Promise<void> => {
    for (const heard of heardBy(options.health())) {
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

function heardBy(health: Readonly<Record<string, KeyHealth>>): HeardOfKey[] {
  return Object.entries(health).flatMap(([upstream, heard]): HeardOfKey[] => {
    if (heard.state === 'ok')
      return [{ upstream, state: 'ok', status: null, message: null, since: new Date() }];
    if (heard.state !== 'rejected') return [];
    const { status, message, since } = heard;
    return [{ upstream, state: 'rejected', status, message, since }];
  });
}
