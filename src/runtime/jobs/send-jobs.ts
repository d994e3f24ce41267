/**
 * Sends jobs. With `tx`, the job is committed together with the rows that made it necessary, or not at all; workers are notified at the
 * commit. A payload that its kind refuses throws here.
 */
import type { JobInsert, PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../postgres/database.ts';
import type { JobKind } from './define-job.ts';
import { toBossDatabase } from './queues.ts';
import { toStorableKey, toStorablePayload } from './storable-payload.ts';

interface SendOptions {
  readonly tx?: Transaction;
  readonly startAfter?: Date;
  readonly priority?: number;
  /** Replaces the key that the kind derives from the payload. */
  readonly key?: string;
}

export interface JobSender {
  /** Returns the job's id, or null when the kind allows one job per key and there is one already. */
  send<Payload>(
    kind: JobKind<Payload> | string,
    payload: Payload,
    options?: SendOptions,
  ): Promise<string | null>;
  /** All or none. Returns how many were new. */
  sendMany<Payload>(
    kind: JobKind<Payload> | string,
    payloads: readonly Payload[],
    options?: { readonly tx?: Transaction; readonly priority?: (payload: Payload) => number },
  ): Promise<number>;
}

export interface JobSenderOptions {
  readonly kinds: ReadonlyMap<string, JobKind>;
  /** Throws while PostgreSQL has not been reached yet. */
  readonly link: () => { readonly boss: PgBoss; readonly database: Database };
}

/** Rows per statement: bounds the size of its parameter. */
const CHUNK = 5_000;

export function createJobSender(options: JobSenderOptions): JobSender {
  const find = (kind: { readonly kind: string } | string): JobKind => {
    const name = typeof kind === 'string' ? kind : kind.kind;
    const known = options.kinds.get(name);
    if (known === undefined)
      throw new Error(`no job kind is called "${name}"; it has to be listed in registry.ts`);
    return known;
  };
  return {
    async send(kind, payload, sending = {}) {
      const known = find(kind);
      const job = toJob(known, payload, sending);
      const { boss, database } = options.link();
      const db = toBossDatabase(sending.tx ?? database);
      const ids = await boss.insert(known.kind, [job], { db, returnId: true });
      return ids?.[0] ?? null;
    },
    async sendMany(kind, payloads, sending = {}) {
      const known = find(kind);
      const { priority } = sending;
      const jobs = payloads.map((payload) =>
        toJob(known, payload, priority === undefined ? {} : { priority: priority(payload) }),
      );
      const { boss, database } = options.link();
      const insertAll = async (tx: Transaction): Promise<number> => {
        let inserted = 0;
        for (let start = 0; start < jobs.length; start += CHUNK) {
          const chunk = jobs.slice(start, start + CHUNK);
          const ids = await boss.insert(known.kind, chunk, { db: toBossDatabase(tx), returnId: true });
          inserted += ids?.length ?? 0;
        }
        return inserted;
      };
      return sending.tx === undefined ? database.transaction(insertAll) : insertAll(sending.tx);
    },
  };
}

function toJob(kind: JobKind, payload: unknown, options: SendOptions): JobInsert {
  const data = toStorablePayload(kind, payload);
  const key = options.key ?? kind.key(data);
  if (kind.onePerKey && key === null)
    throw new Error(`job kind ${kind.kind} allows one job per key, but has no key`);
  const priority = options.priority ?? kind.priority;
  if (!Number.isInteger(priority))
    throw new Error(`job kind ${kind.kind}: the priority is ${priority}; expected a whole number`);
  return {
    data: data as object,
    priority,
    ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter.toISOString() }),
    ...(key === null ? {} : { singletonKey: toStorableKey(kind.kind, key) }),
  };
}
