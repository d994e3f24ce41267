/**
 * The projection of LoL: one row per participant, by season. The bodies of match and timeline contain everything, so there are no lookups
 * in PostgreSQL, and no season is dropped, because a history should be long.
 */
import {
  LOL_PROJECTION_VERSION,
  toParticipantRows,
  type ParticipantRow,
} from '#/domain/lol/rows/participant-rows.ts';
import { seasonOf } from '#/domain/lol/rows/client-version.ts';
import type { LolTimeline } from '#/domain/lol/rows/game.ts';
import { LOL_COLUMNS } from './lol-columns.ts';
import { createLolRowWriter, LOL_PARTICIPANT } from './lol-tables.ts';
import { BUCKETS } from '#/runtime/clickhouse/projected-rows.ts';
import { toNext } from '#/runtime/clickhouse/projected-tables.ts';
import { addRowProof, type RowWriter } from '#/runtime/clickhouse/row-writer.ts';
import type { StoredFault } from '#/match/quarantine-stored.ts';
import type { RawRow } from '#/match/raw-pages.ts';
import { createPageMaker, type Flattened, type Flattening } from '#/match/project/prepare-page.ts';
import { createLolGameReader, type LolGameReader } from './read-lol-game.ts';
import type { SourceProjection } from '#/match/project/source-projection.ts';
import type { Tally } from '#/match/project/tally.ts';

/** A timeline has twenty times the size of a TFT body. */
const ROWS_AT_A_TIME = 50;

const LIVE_TABLES = [{ shape: LOL_PARTICIPANT, name: LOL_PARTICIPANT.name }];

export function createLolProjection(read: LolGameReader = createLolGameReader()): SourceProjection {
  const steps: LolSteps = {
    createWriter: createLolRowWriter,
    flatten: (row) => Promise.resolve(flatten(read, row)),
    complete: (games, accepts) =>
      Promise.resolve(games.filter(({ partition, own }) => accepts(partition, own))),
    add: addGame,
  };
  return {
    source: 'lol',
    version: LOL_PROJECTION_VERSION,
    live: { projection: 'lol', tables: LIVE_TABLES },
    next: { projection: 'lol-next', tables: toNext(LIVE_TABLES) },
    reading: { rowsAtATime: ROWS_AT_A_TIME, withTimelines: true },
    keepsUpEvery: ROWS_AT_A_TIME,
    openPages: (parts, sends) => createPageMaker(parts, steps, sends),
    toDrop: () => Promise.resolve([]),
    forget: () => undefined,
  };
}

type LolSteps = Flattening<FlatGame, FlatGame, RowWriter<ParticipantRow>>;

interface FlatGame {
  /** The number in PostgreSQL. */
  readonly own: number;
  /** Also set for a match without participants. */
  readonly partition: string;
  readonly rows: readonly ParticipantRow[];
}

function flatten(read: LolGameReader, { id, game: own, body, timeline }: RawRow): Flattened<FlatGame> {
  const outcome = read.game(id, body);
  if (outcome.type === 'fault')
    return { game: null, faults: [{ kind: 'match', id, reason: outcome.reason }] };
  const { game, number } = outcome;
  const parsed = readTimeline(read, id, timeline);
  const rows = toParticipantRows(game, parsed.timeline, { game: own, number });
  return { game: { own, partition: seasonOf(game.version), rows }, faults: parsed.faults };
}

function readTimeline(
  read: LolGameReader,
  id: string,
  packed: Uint8Array | null,
): { readonly timeline: LolTimeline | null; readonly faults: readonly StoredFault[] } {
  if (packed === null) return { timeline: null, faults: [] };
  const outcome = read.timeline(id, packed);
  if (outcome.type === 'timeline') return { timeline: outcome.timeline, faults: [] };
  return { timeline: null, faults: [{ kind: 'timeline', id, reason: outcome.reason }] };
}

function addGame(
  { own, partition, rows }: FlatGame,
  tally: Tally,
  writer: RowWriter<ParticipantRow> | null,
): void {
  const [sums] = tally.sumsAt(partition, own % BUCKETS);
  if (sums === undefined) throw new Error('there are no sums of lol_participant');
  for (const row of rows) {
    addRowProof(sums, LOL_COLUMNS, row);
    writer?.add(row);
  }
}
