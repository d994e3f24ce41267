/**
 * The account of bodies: the upstream says how often each went out whole, PostgreSQL says which are kept. A body may go out once, and
 * once more for each kill that it was in flight at. In flight means: it had gone out only moments before the kill, and nothing of it
 * was kept when the process was dead. Everything beyond that was asked for without need.
 */
export interface ServedLedger {
  /** What the upstream has served by now; `at` is when it was asked. */
  look(served: ReadonlyMap<string, number>, at: number): void;
  /** After the dead process's last call and last transaction have ended. */
  closeLife(killedAt: number, kept: ReadonlySet<string>): LostInFlight;
  /** At the end, when everything is kept. Ids of bodies that went out once too often, once for each time. */
  needless(): string[];
  /** How often bodies went out again because a kill had lost them. */
  repeatedByKills(): number;
}

interface LostInFlight {
  /** Had gone out, and was not kept. */
  readonly bodies: number;
  /** How long before the kill the oldest of them had gone out, at least. */
  readonly oldestMs: number;
  /** Went out so long before that it should have been kept. */
  readonly late: readonly string[];
}

export function createServedLedger(inFlightMs: number): ServedLedger {
  const times = new Map<string, number>();
  const servedAt = new Map<string, number>();
  const excused = new Map<string, number>();
  const late: string[] = [];
  return {
    look(served, at) {
      for (const [id, count] of served) {
        if (times.get(id) === count) continue;
        times.set(id, count);
        servedAt.set(id, at);
      }
    },
    closeLife(killedAt, kept) {
      const lost = [...times.keys()].filter(
        (id) => !kept.has(id) && (times.get(id) ?? 0) > (excused.get(id) ?? 0),
      );
      const ages = lost.map((id) => Math.max(0, killedAt - (servedAt.get(id) ?? killedAt)));
      const tooOld = lost.filter((_id, index) => (ages[index] ?? 0) > inFlightMs);
      late.push(...tooOld);
      for (const id of lost) excused.set(id, (excused.get(id) ?? 0) + 1);
      return { bodies: lost.length, oldestMs: Math.max(0, ...ages), late: tooOld };
    },
    needless() {
      const repeated = [...times].flatMap(([id, count]) =>
        Array.from({ length: Math.max(0, count - 1 - (excused.get(id) ?? 0)) }, () => id),
      );
      return [...repeated, ...late];
    },
    repeatedByKills: () => [...excused.values()].reduce((sum, count) => sum + count, 0),
  };
}
