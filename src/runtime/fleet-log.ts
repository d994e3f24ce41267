/**
 * The log of a process that we started, told as a part of our own: with our format, without our secrets, and with its number. What is no
 * line of a log (Node's last words about a crash) is told too, as an error.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

const LEVELS: ReadonlyMap<unknown, 'debug' | 'info' | 'warn'> = new Map([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
] as const);

export function relayLog(from: Readable, worker: number, log: Logger): void {
  createInterface(from).on('line', (line) => {
    const record = readRecord(line);
    if (record === undefined) {
      if (line.trim() !== '') log.error({ worker, line }, 'a worker process wrote what is no line of a log');
      return;
    }
    const { level, time: _, msg, ...fields } = record;
    log[LEVELS.get(level) ?? 'error']({ worker, ...fields }, typeof msg === 'string' ? msg : '');
  });
}

function readRecord(line: string): Record<string, unknown> | undefined {
  try {
    const record = JSON.parse(line) as unknown;
    return isLogLine(record) ? record : undefined;
  } catch {
    return undefined; // Which is what the caller tells apart.
  }
}

function isLogLine(record: unknown): record is Record<string, unknown> {
  return typeof record === 'object' && record !== null && 'level' in record;
}
