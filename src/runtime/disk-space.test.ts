import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDiskWatch, readDiskSpace } from './disk-space.ts';

test('free space is some of the whole', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(tmpdir());

  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});

test('low space is told when it begins and when it ends, and not in between', async () => {
  const messages: string[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const readings = [500, 99, 50, 100, 200];
  const look = createDiskWatch(
    async () => ({ freeBytes: readings.shift() ?? 0, totalBytes: 1000 }),
    100,
    log,
  );

  while (readings.length > 0) await look();

  expect(messages).toEqual([
    'disk space is low; make room, or move DATA_DIR',
    'disk space is sufficient again',
  ]);
});
