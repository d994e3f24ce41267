/**
 * Chooses the regional host for account calls. Every regional host knows all accounts and has its own limits, and one of them also serves
 * the matches being collected: look-ups use the host with the most room. With equal room it is the nearest.
 */
import { ACCOUNT_REGIONS, type AccountRegion } from '#/domain/riot/routing.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { readBudgetView } from '#/upstream/permit.ts';
import { expectedWaitMs } from './expected-wait.ts';

/** Account and active region. */
const CALLS = 2;
const METHODS = ['account-v1.by-riot-id', 'account-v1.active-region'];

export async function chooseAccountHost(
  database: Queryable,
  budgetId: string | undefined,
  nearest: AccountRegion = 'europe',
): Promise<AccountRegion> {
  if (budgetId === undefined) return nearest;
  const hosts = [nearest, ...ACCOUNT_REGIONS.filter((region) => region !== nearest)];
  let best = { region: nearest, waitMs: Infinity };
  for (const region of hosts) {
    const budget = await readBudgetView(database, { keyId: budgetId, host: region });
    const waitMs = (budget && expectedWaitMs(budget, CALLS, METHODS)) ?? 0;
    if (waitMs < best.waitMs) best = { region, waitMs };
    if (waitMs === 0) break;
  }
  return best.region;
}
