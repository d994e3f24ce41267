/** What the routes are given in tests that are about something else: nothing was measured, and nothing put aside. */
import type { OperationsAccess } from './operations-access.ts';

const NOW = '2026-01-02T03:04:05.678Z';

export function createOperationsAccessUnderTest(): OperationsAccess {
  return {
    history: async () => ({ now: NOW, stepSeconds: 60, times: [], series: [] }),
    budgets: async () => ({ now: NOW, gauges: [] }),
    storage: async () => ({
      now: NOW,
      postgres: [],
      clickhouse: [],
      isClickHouseAway: false,
      objects: null,
    }),
    drills: async () => ({ sessions: [], unreadable: 0 }),
    quarantine: async () => ({ total: 0, reasons: [], bodies: [] }),
    view: async () => undefined,
    revalidate: async () => undefined,
    refetch: async () => undefined,
  };
}
