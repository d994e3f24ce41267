/** What a key may still do on a host, for whoever wants to know how long something will take. Takes nothing and locks nothing. */
import type { Budget } from '#/domain/limiter/budget.ts';
import { describeBudget, type BudgetView } from '#/domain/limiter/budget-view.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { BudgetName } from './permit.ts';

/** Undefined: the key was not used there yet, so nobody knows its limits. */
export async function readBudgetView(
  db: Queryable,
  { keyId, host }: BudgetName,
): Promise<BudgetView | undefined> {
  const [row] = await db.query<{ budget: Budget; now: number }>(
    `select budget, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from gamekeeper.permit where key_id = $1 and host = $2`,
    [keyId, host],
  );
  return row && describeBudget(row.budget, row.now);
}
