/** What is seen of a product under load from outside: its memory, second by second, and what it says of itself at `/metrics`. */
import { readProcessTree } from '../process-tree.ts';

interface MemorySeen {
  readonly startMb: number;
  readonly peakMb: number;
  readonly endMb: number;
}

export interface MemoryWatch {
  /** Since the last time it was asked. */
  seen(): MemorySeen;
  stop(): void;
}

/** Of the first process alone: it is the one that answers. */
export function watchMemory(pid: number): MemoryWatch {
  let samples = [memoryMb(pid)];
  const timer = setInterval(() => samples.push(memoryMb(pid)), 1_000);
  return {
    seen() {
      const endMb = memoryMb(pid);
      const seen = { startMb: samples[0] ?? endMb, peakMb: Math.max(...samples, endMb), endMb };
      samples = [endMb];
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}

export function memoryMb(pid: number): number {
  const bytes = readProcessTree(pid).find((one) => one.pid === pid)?.rssBytes ?? 0;
  return Math.round(bytes / 1e6);
}

export interface Measurements {
  /** Of the event loop, since it was asked last: asking begins it anew. */
  readonly delayP50Ms: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Processor time of the process since it began. */
  readonly cpuSeconds: number;
  readonly refused: number;
  readonly droppedMessages: number;
}

/** The event loop is looked at every 20 ms, and that is part of what is told. */
const LOOKED_AT_EVERY_MS = 20;

export async function readMeasurements(url: string): Promise<Measurements> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  const delayMs = (which: string): number =>
    Math.max(0, Math.round(value(`nodejs_eventloop_lag_${which}_seconds`) * 1000) - LOOKED_AT_EVERY_MS);
  return {
    delayP50Ms: delayMs('p50'),
    delayP99Ms: delayMs('p99'),
    delayMaxMs: delayMs('max'),
    cpuSeconds: value('process_cpu_seconds_total'),
    refused: value('gamekeeper_http_refused_total'),
    droppedMessages: value('gamekeeper_live_messages_dropped_total'),
  };
}
