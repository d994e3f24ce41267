/**
 * Preloaded into the product (`NODE_OPTIONS=--import …`), in all of its threads: its clock is wrong by so many milliseconds as a file says,
 * and follows when the file changes. PostgreSQL and ClickHouse keep the machine's time, as do all timers: what a step of the clock
 * does to a real process.
 */
import { readFileSync } from 'node:fs';

const FILE = process.env['DRILL_CLOCK_FILE'];
const LOOK_MS = 50;

function readOffset(file: string): number {
  return Number(readFileSync(file, 'utf8'));
}

function skewClock(file: string): void {
  const trueDate = Date;
  let offsetMs = readOffset(file);
  setInterval(() => (offsetMs = readOffset(file)), LOOK_MS).unref();
  const now = (): number => trueDate.now() + offsetMs;
  globalThis.Date = new Proxy(trueDate, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new trueDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}

if (FILE !== undefined) skewClock(FILE);
