/**
 * The budget that all processes share, one row for each API key and host. A change reads, decides and writes under the row's
 * lock, by PostgreSQL's clock: the only one that all processes have in common.
 */
import { createBudget, type Budget } from '#/domain/limiter/budget.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';

export interface BudgetName {
  readonly keyId: string;
  readonly host: string;
}

export type ChangeBudget = <T>(
  name: BudgetName,
  change: (budget: Budget, now: number) => { readonly result: T; readonly tellOthers: boolean },
) => Promise<T>;

export const PERMIT_CHANNEL = 'gamekeeper_permit';

export function createBudgetStore(database: Database): ChangeBudget {
  return (name, change) =>
    database.transaction(async (tx) => {
      const { budget, now } = (await lockBudget(tx, name)) ?? (await beginBudget(tx, name));
      const { result, tellOthers } = change(budget, now);
      await tx.query(
        'update gamekeeper.permit set budget = $3, changed_at = now() where key_id = $1 and host = $2',
        [name.keyId, name.host, JSON.stringify(budget)],
      );
      // A hint and no message: whoever misses it looks again by itself a little later.
      if (tellOthers) await tx.query('select pg_notify($1, $2)', [PERMIT_CHANNEL, toHint(name)]);
      return result;
    });
}

export function toHint({ keyId, host }: BudgetName): string {
  return `${keyId} ${host}`;
}

interface LockedBudget {
  readonly budget: Budget;
  readonly now: number;
}

/** The clock is read after the lock is there: read before, it would be late by as long as the lock was waited for. */
async function lockBudget(tx: Queryable, { keyId, host }: BudgetName): Promise<LockedBudget | undefined> {
  const [row] = await tx.query<{ budget: Budget; now: number }>(
    `with locked as materialized (
       select budget from gamekeeper.permit where key_id = $1 and host = $2 for update
     )
     select budget, (extract(epoch from clock_timestamp()) * 1000)::float8 as now from locked`,
    [keyId, host],
  );
  return row;
}

async function beginBudget(tx: Queryable, name: BudgetName): Promise<LockedBudget> {
  await tx.query(
    'insert into gamekeeper.permit (key_id, host, budget) values ($1, $2, $3) on conflict do nothing',
    [name.keyId, name.host, JSON.stringify(createBudget())],
  );
  const locked = await lockBudget(tx, name);
  if (locked === undefined)
    throw new Error(`the budget of ${name.keyId} on ${name.host} was deleted while it was begun`);
  return locked;
}

/** Keys that nobody has used for days; whoever uses one again begins with one careful call. */
export async function forgetUnusedBudgets(database: Queryable): Promise<number> {
  const rows = await database.query(
    "delete from gamekeeper.permit where changed_at < now() - interval '7 days' returning host",
  );
  return rows.length;
}
