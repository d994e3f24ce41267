import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { beginAdminAction, endAdminAction, listAdminActions } from './admin.ts';

const db = useTestDatabase('truncate gamekeeper.admin_action restart identity');

const ACTION = {
  method: 'POST',
  route: '/api/admin/jobs/:id/retry',
  path: '/api/admin/jobs/7/retry',
  sent: '{"body":{"name":"\\u0000"}}',
  client: '2001:db8::1',
  requestId: randomUUID(),
};

test('an action is there without an end as soon as it has begun, and with it afterwards', async () => {
  const id = await beginAdminAction(db.database, ACTION);
  const [begun] = await listAdminActions(db.database, {});
  expect(begun).toEqual({ ...ACTION, id, at: expect.any(String), status: null, tookMs: null });
  await endAdminAction(db.database, id, 202);
  const [ended] = await listAdminActions(db.database, {});
  expect(ended).toMatchObject({ id, status: 202 });
  expect(ended?.tookMs).toBeGreaterThanOrEqual(0);
});

test('pages follow one another from the newest to the oldest, without gaps or doubles', async () => {
  for (let made = 0; made < 7; made++) await beginAdminAction(db.database, ACTION);
  const first = await listAdminActions(db.database, { limit: 3 });
  const second = await listAdminActions(db.database, { limit: 3, before: first.at(-1)?.id ?? 0 });
  expect([...first, ...second].map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2]);
  expect(await listAdminActions(db.database, { before: 1 })).toEqual([]);
});

test('rows older than half a year leave as new ones come, and younger ones stay', async () => {
  for (let made = 0; made < 3; made++) await beginAdminAction(db.database, ACTION);
  await db.database.query(
    `update gamekeeper.admin_action set at = now() - make_interval(days => case id when 1 then 181 else 179 end) where id < 3`,
  );
  await beginAdminAction(db.database, ACTION);
  expect((await listAdminActions(db.database, {})).map(({ id }) => id)).toEqual([4, 3, 2]);
});
