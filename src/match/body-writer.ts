/**
 * Group commit for all fetch jobs of a process: body, state and players of all matches that arrived during the previous transaction are
 * written in one. A single match is written at once. A body waits for a transaction but never for the other matches of its job, so a kill
 * loses only the calls in flight.
 *
 * While PostgreSQL is unavailable, writes are retried for a while. A match that PostgreSQL refuses stays wanted for later and does not hold
 * back its group.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#/runtime/postgres/database.ts';
import { settleMatches, type Source } from './match.ts';
import { packBody } from './raw.ts';
import { isPassingFault } from '#/runtime/store-outage.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { BodyOutcome } from './body-outcome.ts';
import { writeTogether, type PackedOutcome } from './write-together.ts';

export interface BodyWriter {
  /** Resolves after the commit. */
  write(outcome: BodyOutcome): Promise<void>;
}

export interface BodyWriterOptions {
  readonly database: Database;
  readonly source: Source;
  /** Called with the ids after each commit. It must not throw. */
  readonly onWritten?: (ids: readonly string[]) => void;
}

interface Waiting {
  readonly packed: PackedOutcome;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 200;
/** One runs statements while the other waits for the disk. */
const MOST_WRITERS = 2;
const RETRY_MS = 500;
const TRIES = 60;
const REFUSED_RETRY_MS = 3_600_000;

export function createBodyWriter(options: BodyWriterOptions): BodyWriter {
  const waiting: Waiting[] = [];
  let writers = 0;

  async function writeAll(): Promise<void> {
    // One turn of the event loop groups bodies that arrive together.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_AT_ONCE);
      const packed = group.map((each) => each.packed);
      try {
        await writeGroup(options, packed);
        for (const { resolve } of group) resolve();
        options.onWritten?.(packed.map(({ settlement }) => settlement.id));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    writers -= 1;
  }

  return {
    write({ kind, settlement, body, seen }) {
      const packed = body === null ? null : packBody(settlement.id, body.bytes, body.fetchedAt);
      return new Promise((resolve, reject) => {
        waiting.push({ packed: { kind, settlement, body: packed, seen }, resolve, reject });
        if (writers === MOST_WRITERS) return;
        writers += 1;
        void writeAll();
      });
    },
  };
}

async function writeGroup(
  { database, source }: BodyWriterOptions,
  group: readonly PackedOutcome[],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction((tx) => writeTogether(tx, source, group));
    } catch (error) {
      const isPassing = isPassingFault(error);
      if (isPassing && tries === TRIES) throw error;
      if (isPassing) await sleep(RETRY_MS);
      else return writeOneByOne({ database, source }, group, error);
    }
  }
}

async function writeOneByOne(
  options: BodyWriterOptions,
  group: readonly PackedOutcome[],
  error: unknown,
): Promise<void> {
  const [only] = group;
  if (group.length > 1) {
    for (const one of group) await writeGroup(options, [one]);
  } else if (only !== undefined) {
    const message = error instanceof Error ? error.message : String(error);
    const { id, attempts } = only.settlement;
    const reason = toStorableText(`it could not be written: ${message}`);
    const later = {
      id,
      attempts,
      state: 'wanted',
      retryAfterMs: REFUSED_RETRY_MS,
      reason,
      endedAt: null,
    } as const;
    await settleMatches(options.database, { source: options.source, kind: only.kind }, [later]);
  }
}
