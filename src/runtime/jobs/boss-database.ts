/**
 * Our connections as pg-boss wants them. pg-boss runs on our pool instead of one of its own, so that a lost connection is
 * handled in one way; and because it asks us to listen, one session serves its notices and our own workers.
 */
import type { Db } from 'pg-boss';
import type { Queryable } from '../postgres/database.ts';

export type Listen = (
  channel: string,
  onNotice: (queue: string) => void,
  onGap: () => void,
) => Promise<{ close(): Promise<void> }>;

export function toBossDatabase(queryable: Queryable, listen?: Listen): Db {
  return {
    async executeSql(text, values) {
      const rows: unknown = await queryable.query(text, values, 'columnNames');
      // Several statements in one text answer with several results, which pg-boss never reads here.
      return { rows: Array.isArray(rows) ? rows : [] };
    },
    ...(listen === undefined ? {} : { listen }),
  };
}
