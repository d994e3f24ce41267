/** How much memory a process has, looked at again and again. Linux only: elsewhere it is told as 0. */
import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** The most that was ever seen. */
  peakBytes(): number;
  /** Forgets the peak; answers what it is now. */
  begin(): number;
  stop(): void;
}

const LOOK_MS = 100;

export function watchMemory(pidNow: () => number | undefined): MemoryWatch {
  let peak = 0;
  const look = (): number => {
    const bytes = readResidentBytes(pidNow());
    peak = Math.max(peak, bytes);
    return bytes;
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    peakBytes: () => peak,
    begin() {
      peak = 0;
      return look();
    },
    stop: () => clearInterval(timer),
  };
}

function readResidentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // It has just ended, or there is no /proc.
  }
}
