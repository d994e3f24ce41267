import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { relayLog } from './fleet.ts';

async function relay(text: string): Promise<Record<string, unknown>[]> {
  const written: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => void written.push(JSON.parse(line) as object as Record<string, unknown>) },
  );
  const from = new PassThrough();
  relayLog(from, 3, log);
  from.end(text);
  await once(from, 'close');
  for (const line of written) delete line['time'];
  return written;
}

test('writes a line of a worker with its level, its fields and the number of the worker', async () => {
  const lines = [
    { level: 40, time: 1, msg: 'slow', ms: 12 },
    { level: 60, time: 2, msg: 'gone' },
    { level: 20, time: 3, msg: 'below the level' },
  ];

  expect(await relay(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))).toEqual([
    { level: 40, worker: 3, ms: 12, msg: 'slow' },
    { level: 50, worker: 3, msg: 'gone' },
  ]);
});

test('writes a line that is not JSON as an error, and skips empty lines', async () => {
  expect(await relay('Error: no\n\n    at somewhere\n{"half":')).toEqual([
    { level: 50, worker: 3, line: 'Error: no', msg: 'worker process wrote a line that is not JSON' },
    {
      level: 50,
      worker: 3,
      line: '    at somewhere',
      msg: 'worker process wrote a line that is not JSON',
    },
    { level: 50, worker: 3, line: '{"half":', msg: 'worker process wrote a line that is not JSON' },
  ]);
});
