import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { relayLog } from './fleet-log.ts';

async function relay(text: string): Promise<Record<string, unknown>[]> {
  const told: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => void told.push(JSON.parse(line) as object as Record<string, unknown>) },
  );
  const from = new PassThrough();
  relayLog(from, 3, log);
  from.end(text);
  await once(from, 'close');
  for (const line of told) delete line['time'];
  return told;
}

test('a line is told again with its level, its fields and the number of the worker', async () => {
  const lines = [
    { level: 40, time: 1, msg: 'slow', ms: 12 },
    { level: 60, time: 2, msg: 'gone' },
    { level: 20, time: 3, msg: 'nobody wants to know' },
  ];

  expect(await relay(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))).toEqual([
    { level: 40, worker: 3, ms: 12, msg: 'slow' },
    { level: 50, worker: 3, msg: 'gone' },
  ]);
});

test('what is no line of a log is told as an error, and empty lines are not', async () => {
  expect(await relay('Error: no\n\n    at somewhere\n{"half":')).toEqual([
    { level: 50, worker: 3, line: 'Error: no', msg: 'a worker process wrote what is no line of a log' },
    {
      level: 50,
      worker: 3,
      line: '    at somewhere',
      msg: 'a worker process wrote what is no line of a log',
    },
    { level: 50, worker: 3, line: '{"half":', msg: 'a worker process wrote what is no line of a log' },
  ]);
});
