/**
 * What the edge has seen, for tests, benchmarks and drills: they ask the server whether a client kept the limits, not the
 * client. Counted per key, host and method; keys by their names.
 */
import { inspect } from 'node:util';
import type { Admission } from './rate-windows.ts';

export interface SeenRow {
  readonly key: string;
  readonly host: string;
  readonly method: string;
  /** Calls that were counted against the limits. */
  calls: number;
  /** By HTTP status; `cut`: the connection was cut instead of an answer; `gone`: the client did not wait for it. */
  readonly statuses: Counts;
  /** 429s by type: application, method, none. */
  readonly limited: Counts;
  /** The fullest that any window of this call's application or method ever was. */
  worst: { of: 'application' | 'method'; limit: number; seconds: number; count: number } | null;
  inFlight: number;
}
type Counts = Record<string, number>;

export interface Seen {
  row(key: string, host: string, method: string): SeenRow;
  counted(row: SeenRow, admission: Admission): void;
  answered(row: SeenRow, status: number | 'cut' | 'gone', limitType?: string): void;
  /** A match's body went out whole. */
  served(method: string, matchId: string): void;
  /** A call that no row can be made of: unknown key, unknown path, wrong host. */
  turnedAway(status: number): void;
  /** A mistake in the practice world itself. */
  failed(error: unknown): void;
  report(withMatches: boolean): object;
  reset(): void;
}

const MAX_BUGS = 20;
/** Bounds the memory of a world that is left running for months. */
const MAX_MATCHES = 500_000;

export function createSeen(onFailure: (report: string) => void): Seen {
  let rows = new Map<string, SeenRow>();
  let served = new Map<string, Counts>();
  let servedCount = 0;
  let turnedAway: Counts = {};
  let bugs: string[] = [];

  return {
    row(key, host, method) {
      const name = `${key} ${host} ${method}`;
      const none = { calls: 0, statuses: {}, limited: {}, worst: null, inFlight: 0 };
      const row = rows.get(name) ?? { key, host, method, ...none };
      rows.set(name, row);
      return row;
    },
    counted(row, admission) {
      row.calls++;
      noteFullest(row, admission, 'application');
      noteFullest(row, admission, 'method');
    },
    answered(row, status, limitType) {
      count(row.statuses, String(status));
      if (limitType !== undefined) count(row.limited, limitType);
    },
    served(method, matchId) {
      const times = served.get(method) ?? {};
      served.set(method, times);
      if (times[matchId] === undefined && servedCount++ >= MAX_MATCHES) return;
      count(times, matchId);
    },
    turnedAway: (status) => count(turnedAway, String(status)),
    failed(error) {
      const report = inspect(error);
      onFailure(report);
      if (bugs.length < MAX_BUGS) bugs.push(report);
    },
    report(withMatches) {
      const all = [...rows.values()];
      const totals = {
        calls: all.reduce((sum, { calls }) => sum + calls, 0),
        statuses: sumOf(all.map(({ statuses }) => statuses)),
      };
      const matches = [...served].map(([method, times]) => [method, { served: times }]);
      return {
        rows: all,
        totals,
        turnedAway,
        bugs,
        ...(withMatches && { matches: Object.fromEntries(matches) }),
      };
    },
    reset() {
      // Calls under way keep their rows, which are no longer reported.
      rows = new Map();
      served = new Map();
      servedCount = 0;
      turnedAway = {};
      bugs = [];
    },
  };
}

function noteFullest(row: SeenRow, admission: Admission, of: 'application' | 'method'): void {
  for (const { limit, seconds, count: calls } of admission[of].windows)
    if (row.worst === null || calls * row.worst.limit > row.worst.count * limit)
      row.worst = { of, limit, seconds, count: calls };
}

function count(counts: Counts, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times;
}

function sumOf(all: readonly Counts[]): Counts {
  const total: Counts = {};
  for (const counts of all) for (const [name, times] of Object.entries(counts)) count(total, name, times);
  return total;
}
