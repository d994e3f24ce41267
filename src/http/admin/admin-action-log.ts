/** What the routes may do with the record of admin actions; behind it stands a table in PostgreSQL. */
import type { AdminActions, AdminActionsQuery } from '#/contract/admin-actions.ts';
import {
  ACTIONS_KEPT_DAYS,
  beginAdminAction,
  endAdminAction,
  listAdminActions,
  type BegunAction,
} from '#/runtime/postgres/admin.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface AdminActionLog {
  /** Answers the number under which the end is told. */
  begin(action: BegunAction): Promise<number>;
  end(id: number, status: number): Promise<void>;
  list(query: AdminActionsQuery): Promise<AdminActions>;
}

export function createAdminActionLog(database: Queryable): AdminActionLog {
  return {
    begin: (action) => beginAdminAction(database, action),
    end: (id, status) => endAdminAction(database, id, status),
    list: async (query) => ({
      keptDays: ACTIONS_KEPT_DAYS,
      actions: await listAdminActions(database, query),
    }),
  };
}
