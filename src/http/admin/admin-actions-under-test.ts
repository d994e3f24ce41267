/** The record of admin actions as an array, for tests of the server without stores. */
import { ACTIONS_KEPT_DAYS } from '#/runtime/postgres/admin.ts';
import type { AdminAction } from '#/contract/admin-actions.ts';
import type { AdminActionLog } from './admin-action-log.ts';

export function createAdminActionsUnderTest(rows: AdminAction[] = []): AdminActionLog {
  return {
    async begin(action) {
      const at = '2026-01-02T03:04:05.678Z';
      return rows.push({ ...action, id: rows.length + 1, at, status: null, tookMs: null });
    },
    async end(id, status) {
      const row = rows[id - 1];
      if (row !== undefined) rows[id - 1] = { ...row, status, tookMs: 0 };
    },
    list: async ({ limit = 50 }) => ({
      keptDays: ACTIONS_KEPT_DAYS,
      actions: rows.toReversed().slice(0, limit),
    }),
  };
}
