/** What is seen of a product under load from outside: its memory and its own measurements. */
import { readFileSync } from 'node:fs';
import { readMetrics } from '../harness/product.ts';

/** Resident memory of one process. */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round((Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / 1e6);
}

/** The event loop is looked at every 20 ms, and that is part of what is reported. */
const LOOKED_AT_EVERY_MS = 20;

/** The event loop's delay is that since the last call; reading it resets it. */
export async function readMeasurements(url: string) {
  const value = await readMetrics(url);
  const delayMs = (which: string): number =>
    Math.max(0, Math.round(value(`nodejs_eventloop_lag_${which}_seconds`) * 1000) - LOOKED_AT_EVERY_MS);
  return {
    delay: { delayP50Ms: delayMs('p50'), delayP99Ms: delayMs('p99'), delayMaxMs: delayMs('max') },
    cpuSeconds: value('process_cpu_seconds_total'),
    refused: value('gamekeeper_http_refused_total'),
    droppedMessages: value('gamekeeper_live_messages_dropped_total'),
  };
}
