/** How often each match's body went out whole: what tells a client that fetches everything once from one that does not. */
export interface ServedMatches {
  note(method: string, matchId: string): void;
  /** By method. */
  report(): Record<string, unknown>;
  /** Bodies that came after memory was full. */
  forgotten(): number;
  reset(): void;
}

/** A world left running for months must not grow by what it remembers. */
const MAX_MATCHES = 500_000;

export function createServedMatches(): ServedMatches {
  const byMethod = new Map<string, Map<string, number>>();
  let size = 0;
  let forgotten = 0;
  return {
    note(method, matchId) {
      let times = byMethod.get(method);
      if (times === undefined) byMethod.set(method, (times = new Map()));
      const before = times.get(matchId) ?? 0;
      if (before === 0 && size >= MAX_MATCHES) {
        forgotten++;
        return;
      }
      if (before === 0) size++;
      times.set(matchId, before + 1);
    },
    report: () => Object.fromEntries([...byMethod].map(([method, times]) => [method, toReport(times)])),
    forgotten: () => forgotten,
    reset() {
      byMethod.clear();
      size = 0;
      forgotten = 0;
    },
  };
}

function toReport(times: ReadonlyMap<string, number>): Record<string, unknown> {
  return {
    distinct: times.size,
    repeated: [...times.values()].filter((count) => count > 1).length,
    served: Object.fromEntries(times),
  };
}
