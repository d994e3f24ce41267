/** How many calls all processes have made with a key on a host, and how many were answered 429. The counts stand beside the budget. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { CallCounts } from '#/runtime/postgres/operation-sample.ts';
import type { BudgetName } from './permit.ts';

/** A budget that was forgotten meanwhile is not begun for a count's sake. */
export async function addUpstreamCalls(
  db: Queryable,
  counts: readonly (BudgetName & CallCounts)[],
): Promise<void> {
  if (counts.length === 0) return;
  // In order: two processes that add to the same budgets wait for each other and not in a circle.
  await db.query(
    `with counted as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as c (key_id, host, calls, refusals)
     ), held as materialized (
       select p.key_id, p.host from gamekeeper.permit p join counted using (key_id, host)
       order by p.key_id, p.host for no key update of p
     )
     update gamekeeper.permit p set calls = p.calls + c.calls, refusals = p.refusals + c.refusals
     from counted c join held using (key_id, host)
     where p.key_id = c.key_id and p.host = c.host`,
    [
      counts.map(({ keyId }) => keyId),
      counts.map(({ host }) => host),
      counts.map(({ calls }) => calls),
      counts.map(({ refusals }) => refusals),
    ],
  );
}
