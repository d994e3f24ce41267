import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { insertJobEnds, pruneJobLog, readJobLog, type JobLogEntry } from './job-log.ts';

const db = useTestDatabase('truncate gamekeeper.job_log');

const entry = (change: Partial<JobLogEntry> = {}): JobLogEntry => ({
  kind: 'test/log',
  key: 'k',
  runName: null,
  jobId: randomUUID(),
  outcome: 'done',
  attempts: 1,
  durationMs: 12.5,
  reason: null,
  ...change,
});

test('ends are read back newest first, with what was written', async () => {
  await insertJobEnds(db.database, [
    entry({ key: null }),
    entry({ outcome: 'retried', attempts: 2, reason: 'no "luck", \\ \'today\'' }),
  ]);

  const ends = await readJobLog(db.database, { limit: 10 });

  expect(ends).toMatchObject([
    {
      kind: 'test/log',
      key: 'k',
      outcome: 'retried',
      attempts: 2,
      durationMs: 12.5,
      reason: 'no "luck", \\ \'today\'',
    },
    { kind: 'test/log', key: null, outcome: 'done', attempts: 1, durationMs: 12.5, reason: null },
  ]);
  expect(
    await db.database.query(
      `select 1 from gamekeeper.job_log where ended_at > now() - interval '1 minute' and ended_at <= now()`,
    ),
  ).toHaveLength(2);
  expect(await readJobLog(db.database, { limit: 1 })).toHaveLength(1);
});

test('no ends are no statement', async () => {
  const asked = insertJobEnds({ query: () => Promise.reject(new Error('nothing should be asked')) }, []);

  await expect(asked).resolves.toBeUndefined();
});

test('pruning takes the oldest first, in steps, and keeps what is young enough', async () => {
  await insertJobEnds(
    db.database,
    Array.from({ length: 10 }, (_, place) => entry({ key: String(place) })),
  );
  await db.database.query(
    `update gamekeeper.job_log set ended_at = '2026-07-11T00:00:00Z'::timestamptz - make_interval(days => 10 - key::int)`,
  );
  const fiveDaysAgo = new Date('2026-07-06T12:00:00Z');

  expect(await pruneJobLog(db.database, fiveDaysAgo, 4)).toBe(4);
  expect((await readJobLog(db.database, { limit: 10 })).map((end) => end.key)).toEqual([
    '9',
    '8',
    '7',
    '6',
    '5',
    '4',
  ]);
  expect(await pruneJobLog(db.database, fiveDaysAgo, 4)).toBe(2);
  expect(await pruneJobLog(db.database, fiveDaysAgo, 4)).toBe(0);
  expect((await readJobLog(db.database, { limit: 10 })).map((end) => end.key)).toEqual(['9', '8', '7', '6']);
});
