/**
 * What a practice world has to keep when its process is started again: its port, which stands in the address of everything that was found
 * there, and its clock, because matches that have been told must not be played anew. A file that cannot be read is as good as none.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface PracticeClock {
  /** The world's time was `startAt` when the machine's was `startedAt`, in ms; `speed` seconds of it pass in one of ours. */
  readonly startAt: number;
  readonly startedAt: number;
  readonly speed: number;
}

export interface PracticeMemory extends PracticeClock {
  readonly port: number;
}

const NAMES = ['startAt', 'startedAt', 'speed', 'port'] as const;

export function recallPractice(file: string | undefined): PracticeMemory | undefined {
  if (file === undefined) return undefined;
  try {
    const told = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return NAMES.every((name) => Number.isFinite(told[name]))
      ? (told as unknown as PracticeMemory)
      : undefined;
  } catch {
    return undefined; // The first start, or somebody has cleared it away.
  }
}

export function keepPractice(file: string | undefined, memory: PracticeMemory): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(memory));
  renameSync(`${file}.new`, file);
}

/** The clock goes on where it was, also when it is told to run faster or slower from now on. */
export function continueClock(before: PracticeClock | undefined, speed: number, now: number): PracticeClock {
  if (before === undefined) return { startAt: now, startedAt: now, speed };
  return before.speed === speed ? before : { startAt: worldTime(before, now), startedAt: now, speed };
}

export function worldTime({ startAt, startedAt, speed }: PracticeClock, now: number): number {
  return startAt + (now - startedAt) * speed;
}
