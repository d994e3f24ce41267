/** What is changed from the command line stands in the same record as what is changed with the admin token. */
import { randomUUID } from 'node:crypto';
import { UserError } from '#/domain/user-error.ts';
import { beginAdminAction, endAdminAction } from '#/runtime/postgres/admin-action.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

/** `options` as they were typed; never a secret. */
export async function recordChange<T>(
  db: Queryable,
  command: string,
  options: Readonly<Record<string, unknown>>,
  change: () => Promise<T>,
): Promise<T> {
  const id = await beginAdminAction(db, {
    method: 'RUN',
    route: command,
    path: command,
    sent: Object.keys(options).length === 0 ? null : JSON.stringify(options),
    client: 'command line',
    requestId: randomUUID(),
  });
  const changed = await change().catch(async (error: unknown) => {
    // What went wrong is told; that its end could not be written as well says the row, which has none.
    await endAdminAction(db, id, error instanceof UserError ? 409 : 500).catch(() => undefined);
    throw error;
  });
  await endAdminAction(db, id, 200);
  return changed;
}
