import { expect, test } from 'vitest';
import type { DayQuota, TakenCall } from '#/domain/football/day-quota.ts';
import { useTestDatabase } from '../../test/support/test-database.ts';
import { createFootballQuota } from './api-football-quota.ts';

const server = useTestDatabase();

let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;
const take = (quota: DayQuota, key: string, count: number): Promise<TakenCall[]> =>
  Promise.all(Array.from({ length: count }, () => quota.take(key)));

/** What is left of the day by PostgreSQL's clock, and a little: right after midnight a word may be of yesterday. */
async function isEarly(): Promise<boolean> {
  const [row] = await server.database.query<{ early: boolean }>(
    "select (now() at time zone 'UTC')::time < '00:10' as early",
  );
  return row?.early ?? true;
}

test('calls that are taken at once by several processes are each counted', async () => {
  const key = newKey();
  const quotas = Array.from({ length: 4 }, () => createFootballQuota(server.database));
  await quotas[0]?.hear(key, { limit: 1_000, remaining: 1_000, refusal: null });
  await Promise.all(quotas.map((quota) => take(quota, key, 5)));

  const rows = await server.database.query<{ used: number; callLimit: number }>(
    'select used, call_limit from gamekeeper.football_quota where budget_id = $1',
    [key],
  );
  expect(rows).toEqual([{ used: 20, callLimit: 1_000 }]);
});

test('grants no more calls than the upstream says are left, over all processes', async (context) => {
  if (await isEarly()) context.skip('needs a day that is ten minutes old');
  const key = newKey();
  const [one, two] = [createFootballQuota(server.database), createFootballQuota(server.database)];
  await one.hear(key, { limit: 100, remaining: 7, refusal: null });
  const taken = (await Promise.all([take(one, key, 6), take(two, key, 6)])).flat();

  expect(taken.filter(({ isGranted }) => isGranted)).toHaveLength(7);
  expect(taken.find(({ isGranted }) => !isGranted)).toMatchObject({
    retryAfterMs: expect.any(Number) as number,
  });
});

test('a refusal holds for the others, and for another key it does not', async () => {
  const key = newKey();
  const quota = createFootballQuota(server.database);
  await quota.take(key);
  await quota.hear(key, { limit: null, remaining: null, refusal: { forMs: 60_000 } });

  const refused = await createFootballQuota(server.database).take(key);
  expect(refused.isGranted ? 0 : refused.retryAfterMs).toBeGreaterThan(30_000);
  expect(await quota.take(newKey())).toEqual({ isGranted: true });
});

test('a refusal that is over is over', async () => {
  const key = newKey();
  const quota = createFootballQuota(server.database);
  await quota.hear(key, { limit: null, remaining: null, refusal: { forMs: 0 } });
  expect(await quota.take(key)).toEqual({ isGranted: true });
});
