/**
 * `results.jsonl`: every run of every fault, one line each, failed ones included. Lines are appended and never changed; the table of
 * docs/reliability.md is made of them.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FaultResult } from './fault.ts';

export interface DrillRun extends FaultResult {
  readonly startedAt: string;
  readonly seconds: number;
  readonly size: 'short' | 'long';
  readonly seed: number;
  /** Empty where there is no git. */
  readonly commit: string;
  /** Nothing but the results themselves differed from the commit. */
  readonly isClean: boolean;
  readonly machine: string;
  /** Versions of the stores. */
  readonly parts: string;
  /** Why it did not hold: the first of the reasons, each cut to a line. */
  readonly violations: readonly string[];
}

export function appendRun(file: string, run: DrillRun): void {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** Oldest first. */
export function readRuns(file: string): DrillRun[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as DrillRun);
}
