/**
 * Writes down what came of games, for all jobs of a process: body, state and who was seen, in one short transaction for everything
 * that arrived while the last one was under way. A lone game is written at once, a flood in groups; either way a body waits only
 * for a transaction, never for the other games of its job, so that a kill loses no call but those under way.
 *
 * While PostgreSQL is away, what came is kept for a while and tried again. A game that PostgreSQL refuses stays wanted for later,
 * and does not hold back the others of its group.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '#/stores/postgres/database.ts';
import { settleMatches } from '#/stores/postgres/match.ts';
import { notePlayersSeen, type SeenPlayer } from '#/stores/postgres/player.ts';
import { packBody, storeBodies, type PackedBody } from '#/stores/postgres/raw.ts';
import { isPassingFault } from '../passing-fault.ts';
import { toStorableText } from '../storable-payload.ts';
import { SOURCE } from './crawl-options.ts';
import type { MatchOutcome } from './match-outcome.ts';

export interface MatchWriter {
  /** Resolves when it is committed. */
  write(outcome: MatchOutcome): Promise<void>;
}

interface Packed extends Omit<MatchOutcome, 'body'> {
  readonly body: PackedBody | null;
}

interface Waiting {
  readonly packed: Packed;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 200;
/** While one waits for the disk, the other's statements run. */
const MOST_WRITERS = 2;
const RETRY_MS = 500;
const TRIES = 60;
const REFUSED_RETRY_MS = 3_600_000;

export function createMatchWriter(database: Database): MatchWriter {
  const waiting: Waiting[] = [];
  let writers = 0;

  async function writeAll(): Promise<void> {
    // One turn of the event loop lets all that arrive together be written together.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_AT_ONCE);
      const packed = group.map((each) => each.packed);
      try {
        await writeGroup(database, packed);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    writers -= 1;
  }

  return {
    write({ settlement, body, seen }) {
      const packed = body === null ? null : packBody(settlement.id, body.bytes, body.fetchedAt);
      return new Promise((resolve, reject) => {
        waiting.push({ packed: { settlement, body: packed, seen }, resolve, reject });
        if (writers === MOST_WRITERS) return;
        writers += 1;
        void writeAll();
      });
    },
  };
}

async function writeGroup(database: Database, group: readonly Packed[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction((tx) => writeTogether(tx, group));
    } catch (error) {
      const isPassing = isPassingFault(error);
      if (isPassing && tries === TRIES) throw error;
      if (isPassing) await sleep(RETRY_MS);
      else return writeOneByOne(database, group, error);
    }
  }
}

async function writeOneByOne(database: Database, group: readonly Packed[], error: unknown): Promise<void> {
  const [only] = group;
  if (group.length > 1) {
    for (const one of group) await writeGroup(database, [one]);
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
    await settleMatches(database, SOURCE, [later]);
  }
}

async function writeTogether(tx: Transaction, group: readonly Packed[]): Promise<void> {
  const settled = await settleMatches(
    tx,
    SOURCE,
    group.map(({ settlement }) => settlement),
  );
  // What was settled by somebody else meanwhile is theirs.
  const ours = group.filter(({ settlement }) => settled.has(settlement.id));
  await storeBodies(
    tx,
    { source: SOURCE, kind: 'match' },
    ours.flatMap(({ body }) => (body === null ? [] : [body])),
  );
  const seen = addUp(ours.flatMap((one) => one.seen));
  if (seen.length > 0) await notePlayersSeen(tx, SOURCE, seen);
}

/** Nobody twice: the newest game names them, all games are counted. */
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
