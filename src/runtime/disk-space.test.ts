import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDiskCheck, readDiskSpace } from './disk-space.ts';

test('free space is a part of the total', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(tmpdir());

  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});

test('logs low space once when it begins and once when it ends', async () => {
  const messages: string[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const readings = [500, 99, 50, 100, 200];
  const check = createDiskCheck(
    async () => ({ freeBytes: readings.shift() ?? 0, totalBytes: 1000 }),
    100,
    log,
  );

  while (readings.length > 0) await check();

  expect(messages).toEqual([
    'disk space is low; make room, or move DATA_DIR',
    'disk space is sufficient again',
  ]);
});
