/**
 * Group commit for all fetches of a process: body, state and players of all matches that arrived during the previous transaction are
 * written in one. A single match is written at once, so a kill loses only the calls in flight.
 *
 * While PostgreSQL is unavailable, writes are retried for a while. A match that PostgreSQL refuses stays wanted for later and does not
 * hold back its group.
 *
 * A timeline that arrives after its match publishes the match again, which replaces its rows; one that arrives before or with it costs
 * nothing more. Two processes may write match and timeline concurrently without seeing each other's row, so the writer of a timeline
 * locks the row of its match first, as the writer of the match does.
 */
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import { isPassingFault } from '#/runtime/store-outage.ts';
import type { BodyOutcome } from './body.ts';
import { notePlayersSeen, type SeenPlayer } from './people.ts';
import { packBody, type PackedBody, publishRawAgain, storeBodies } from './raw.ts';
import { lockMatches, settleMatches, type Settlement, type Source } from './rows.ts';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export interface BodyWriter {
  /** Resolves after the commit. `claimedBy`: who held the claim when the call was made. */
  write(outcome: BodyOutcome, claimedBy?: string): Promise<void>;
}

export interface BodyWriterOptions {
  readonly database: Database;
  readonly source: Source;
  /** Called with the ids after each commit. It must not throw. */
  readonly onWritten?: (ids: readonly string[]) => void;
}

export interface PackedOutcome {
  readonly kind: BodyOutcome['kind'];
  readonly settlement: Settlement;
  readonly body: PackedBody | null;
  readonly seen: readonly SeenPlayer[];
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
    write({ kind, settlement, body, seen }, claimedBy) {
      const packed = {
        kind,
        settlement: { ...settlement, claimedBy },
        body: body === null ? null : packBody(settlement.id, body.bytes, body.fetchedAt),
        seen,
      };
      return new Promise((resolve, reject) => {
        waiting.push({ packed, resolve, reject });
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
    const { id, attempts, claimedBy } = only.settlement;
    const reason = toStorableText(`it could not be written: ${message}`);
    const later = {
      id,
      attempts,
      state: 'wanted',
      retryAfterMs: REFUSED_RETRY_MS,
      reason,
      endedAt: null,
      claimedBy,
    } as const;
    await settleMatches(options.database, { source: options.source, kind: only.kind }, [later]);
  }
}

export async function writeTogether(
  tx: Transaction,
  source: Source,
  group: readonly PackedOutcome[],
): Promise<void> {
  const timelines = group.filter(({ kind }) => kind === 'timeline');
  const matches = group.filter(({ kind }) => kind === 'match');
  if (timelines.length > 0) {
    // All rows of the group at once, sorted by id, so that concurrent groups cannot deadlock.
    await lockMatches(tx, source, [...new Set(group.map(({ settlement }) => settlement.id))]);
    const ours = await keep(tx, { source, kind: 'timeline' }, timelines);
    const stored = ours.filter(({ settlement }) => settlement.state === 'stored');
    // Before the matches of this group are stored, which are published for the first time.
    if (stored.length > 0)
      await publishRawAgain(
        tx,
        source,
        stored.map(({ settlement }) => settlement.id),
      );
  }
  if (matches.length === 0) return;
  const ours = await keep(tx, { source, kind: 'match' }, matches);
  const seen = addUp(ours.flatMap((one) => one.seen));
  if (seen.length > 0) await notePlayersSeen(tx, source, seen);
}

/** Returns the outcomes whose rows this call settled. */
async function keep(
  tx: Transaction,
  kept: { readonly source: Source; readonly kind: BodyOutcome['kind'] },
  group: readonly PackedOutcome[],
): Promise<readonly PackedOutcome[]> {
  const settled = await settleMatches(
    tx,
    kept,
    group.map(({ settlement }) => settlement),
  );
  const ours = group.filter(({ settlement }) => settled.has(settlement.id));
  await storeBodies(
    tx,
    kept,
    ours.flatMap(({ body }) => (body === null ? [] : [body])),
  );
  return ours;
}

/** Deduplicated by player: the name is from the newest match, all matches are counted. */
function addUp(seen: readonly SeenPlayer[]): SeenPlayer[] {
  const byPuuid = new Map<string, SeenPlayer>();
  for (const player of seen) {
    const known = byPuuid.get(player.puuid);
    if (known === undefined) byPuuid.set(player.puuid, player);
    else {
      const newest = known.lastGameAt > player.lastGameAt ? known : player;
      byPuuid.set(player.puuid, { ...newest, games: known.games + player.games });
    }
  }
  return [...byPuuid.values()];
}
