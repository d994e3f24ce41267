import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { listProcesses, removeProcess, upsertProcess, type ProcessReport } from './operations.ts';

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

test('a heartbeat makes or replaces the row of its process, which comes back as it was reported, with its time', async () => {
  const reported = report();
  await upsertProcess(db.database, { ...reported, rssBytes: 1, cpuPercent: 0, roles: ['api'] });
  await upsertProcess(db.database, reported);
  const row = await find(reported.id);
  expect(row).toEqual({ ...reported, seenAt: expect.any(String) });
  expect(
    await db.database.query(
      `select 1 from gamekeeper.process where id = $1 and seen_at > now() - interval '1 minute' and seen_at <= now()`,
      [reported.id],
    ),
  ).toHaveLength(1);
});

test('a process is not listed after it has stopped in order, or was not seen for too long', async () => {
  const [stopped, silent] = [report(), report()];
  for (const one of [stopped, silent]) await upsertProcess(db.database, one);
  await removeProcess(db.database, stopped.id);
  await db.database.query(
    "update gamekeeper.process set seen_at = now() - interval '60 seconds' where id = $1",
    [silent.id],
  );
  expect([await find(stopped.id, 90), await find(silent.id, 30)]).toEqual([undefined, undefined]);
  expect(await find(silent.id, 90)).toBeDefined();
});
