/**
 * What the edge has seen, for tests, benchmarks and drills: they ask the server whether a client kept the limits, not the
 * client. Counted per key, host and method; keys by their names.
 */
import { inspect } from 'node:util';
import type { Admission } from './gate.ts';

export interface SeenRow {
  readonly key: string;
  readonly host: string;
  readonly method: string;
  /** Calls that were counted against the limits. */
  calls: number;
  /** By HTTP status; `cut`: the connection was cut instead of an answer; `gone`: the client did not wait for it. */
  readonly statuses: Record<string, number>;
  /** 429s by type: application, method, none. */
  readonly limited: Record<string, number>;
  /** The fullest that any window of this call's application or method ever was. */
  worst: { of: 'application' | 'method'; limit: number; seconds: number; count: number } | null;
  inFlight: number;
}

export interface Seen {
  row(key: string, host: string, method: string): SeenRow;
  /** A call came in; the answer is what to do when it has gone. */
  enter(row: SeenRow): () => void;
  counted(row: SeenRow, admission: Admission): void;
  answered(row: SeenRow, status: number | 'cut' | 'gone', limitType?: string): void;
  /** A match's body went out whole. */
  served(method: string, matchId: string): void;
  /** A call that no row can be made of: unknown key, unknown path, wrong host. */
  turnedAway(status: number): void;
  /** A mistake in the practice world itself. */
  failed(error: unknown): void;
  report(options: { readonly withMatches: boolean }): Record<string, unknown>;
  reset(): void;
}

const MAX_BUGS = 20;
/** A world left running for months must not grow by what it remembers. */
const MAX_MATCHES = 500_000;

export function createSeen(onFailure: (report: string) => void): Seen {
  let rows = new Map<string, SeenRow>();
  let served = createServed();
  let turnedAway: Record<string, number> = {};
  let bugs: string[] = [];

  return {
    row(key, host, method) {
      const name = `${key} ${host} ${method}`;
      let row = rows.get(name);
      if (row === undefined) rows.set(name, (row = emptyRow(key, host, method)));
      return row;
    },
    enter(row) {
      row.inFlight++;
      return () => void row.inFlight--;
    },
    counted(row, admission) {
      row.calls++;
      noteFullest(row, admission, 'application');
      noteFullest(row, admission, 'method');
    },
    answered(row, status, limitType) {
      row.statuses[status] = (row.statuses[status] ?? 0) + 1;
      if (limitType !== undefined) row.limited[limitType] = (row.limited[limitType] ?? 0) + 1;
    },
    served: (method, matchId) => served.note(method, matchId),
    turnedAway(status) {
      turnedAway[status] = (turnedAway[status] ?? 0) + 1;
    },
    failed(error) {
      const report = inspect(error);
      onFailure(report);
      if (bugs.length < MAX_BUGS) bugs.push(report);
    },
    report({ withMatches }) {
      return {
        rows: [...rows.values()],
        totals: totalsOf([...rows.values()]),
        turnedAway,
        bugs,
        ...(withMatches ? { matches: served.report() } : {}),
      };
    },
    reset() {
      // Rows of calls that are under way are kept by those calls, and their leaving is not missed here.
      rows = new Map();
      served = createServed();
      turnedAway = {};
      bugs = [];
    },
  };
}

/** How often each match's body went out, by method. */
function createServed() {
  const byMethod = new Map<string, Map<string, number>>();
  let size = 0;
  return {
    note(method: string, matchId: string): void {
      const times = byMethod.get(method) ?? new Map<string, number>();
      byMethod.set(method, times);
      const before = times.get(matchId) ?? 0;
      if (before === 0 && size++ >= MAX_MATCHES) return;
      times.set(matchId, before + 1);
    },
    report: () =>
      Object.fromEntries(
        [...byMethod].map(([method, times]) => [method, { served: Object.fromEntries(times) }]),
      ),
  };
}

function emptyRow(key: string, host: string, method: string): SeenRow {
  return {
    key,
    host,
    method,
    calls: 0,
    statuses: {},
    limited: {},
    worst: null,
    inFlight: 0,
  };
}

function noteFullest(row: SeenRow, admission: Admission, of: 'application' | 'method'): void {
  for (const { limit, seconds, count } of admission[of].windows) {
    const { worst } = row;
    if (worst === null) row.worst = { of, limit, seconds, count };
    else if (count * worst.limit > worst.count * limit) Object.assign(worst, { of, limit, seconds, count });
  }
}

function totalsOf(rows: readonly SeenRow[]): Record<string, unknown> {
  return {
    calls: rows.reduce((all, row) => all + row.calls, 0),
    statuses: sumOf(rows.map((row) => row.statuses)),
    limited: sumOf(rows.map((row) => row.limited)),
  };
}

function sumOf(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const record of records)
    for (const [name, count] of Object.entries(record)) total[name] = (total[name] ?? 0) + count;
  return total;
}
