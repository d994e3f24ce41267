import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { listProcesses, removeProcess, upsertProcess, type ProcessReport } from './processes.ts';

const db = useTestDatabase();

function report(difference: Partial<ProcessReport> = {}): ProcessReport {
  return {
    id: randomUUID(),
    host: 'box',
    pid: 4711,
    roles: ['api', 'worker'],
    version: '1.2.3',
    startedAt: '2026-01-02T03:04:05.678Z',
    rssBytes: 6_000_000_000,
    cpuPercent: 12.5,
    ...difference,
  };
}

const find = async (id: string, seconds = 30) =>
  (await listProcesses(db.database, seconds)).find((row) => row.id === id);

test('what a process says of itself comes back as it was, with the time it was seen', async () => {
  const said = report();
  await upsertProcess(db.database, said);
  const row = await find(said.id);
  expect(row).toEqual({ ...said, seenAt: expect.any(String) });
  expect(Math.abs(Date.now() - Date.parse(row?.seenAt ?? ''))).toBeLessThan(60_000);
});

test('the next heartbeat replaces the row', async () => {
  const said = report();
  await upsertProcess(db.database, said);
  await upsertProcess(db.database, { ...said, rssBytes: 1, cpuPercent: 0, roles: ['api'] });
  expect(await find(said.id)).toMatchObject({ rssBytes: 1, cpuPercent: 0, roles: ['api'] });
});

test('a process that has not been seen for too long is not listed', async () => {
  const said = report();
  await upsertProcess(db.database, said);
  await db.database.query(
    "update gamekeeper.process set seen_at = now() - interval '60 seconds' where id = $1",
    [said.id],
  );
  expect(await find(said.id, 30)).toBeUndefined();
  expect(await find(said.id, 90)).toBeDefined();
});

test('a process that stopped in order is gone at once', async () => {
  const said = report();
  await upsertProcess(db.database, said);
  await removeProcess(db.database, said.id);
  expect(await find(said.id)).toBeUndefined();
});
