/**
 * The faults of the drill in groups: those of one group hit the same processes, one after the other, and share the proof at the end.
 * A fault that cannot be caused on this machine (no root, no Linux) is skipped with its reason and has no result.
 */
import { inspect } from 'node:util';
import type { DrillSession } from '../../src/contract/operations.ts';

export type FaultResult = DrillSession['faults'][number];

export interface Fault {
  readonly id: string;
  readonly name: string;
}

export interface FaultSetting {
  readonly seed: number;
  /** In [0, 1), from the seed: the same run draws the same numbers. */
  readonly chance: () => number;
  readonly size: 'short' | 'long';
  /** Empty, and of this group alone. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

export interface Findings {
  /** How often the fault was caused. */
  readonly times: number;
  /** Units that were reported as stored. */
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly recoveriesMs: readonly number[];
  /** Every other violation. */
  readonly wrong: readonly string[];
  readonly detail: string;
  /** Of this fault alone, without what it shares with its group. */
  readonly seconds?: number;
}

export interface Skipped {
  readonly skipped: string;
}

export type Outcome = Findings | Skipped;

export interface FaultGroup<Member extends Fault = Fault> {
  readonly faults: readonly Member[];
  /** Outcomes of the chosen faults of this group, in their order. */
  run(setting: FaultSetting, chosen: readonly Fault[]): Promise<readonly Outcome[]>;
}

/** A fault with its own processes. */
export function alone(fault: Fault, run: (setting: FaultSetting) => Promise<Outcome>): FaultGroup {
  return { faults: [fault], run: async (setting) => [await run(setting)] };
}

/** For faults that find processes in /proc. */
export function onlyOnLinux<Plan extends object>(plan: Plan): Plan | Skipped {
  return process.platform === 'linux' ? plan : { skipped: 'needs Linux: it finds processes in /proc' };
}

/** A group that ended with an error caused nothing that can be judged. */
export function failed(error: unknown): Findings {
  const nothing = { times: 0, acknowledged: 0, lost: [], duplicated: [], recoveriesMs: [] };
  return { ...nothing, wrong: [inspect(error, { depth: 3 })], detail: `aborted: ${String(error)}` };
}

/** Why a fault did not hold; none: it held. A fault that was not caused proves nothing, so it does not hold. */
export function findViolations({ times, lost, duplicated, wrong }: Findings): string[] {
  const idle = times > 0 ? [] : ['the fault was not caused once'];
  return [...lost, ...duplicated, ...wrong, ...idle];
}

export function toResult({ id, name }: Fault, found: Findings): FaultResult {
  const { times, acknowledged, lost, duplicated, detail } = found;
  return {
    id,
    name,
    held: findViolations(found).length === 0,
    times,
    acknowledged,
    lost: lost.length,
    duplicated: duplicated.length,
    recoveryMs: summarise(found.recoveriesMs),
    detail,
  };
}

function summarise(values: readonly number[]): FaultResult['recoveryMs'] {
  const sorted = values.toSorted((one, other) => one - other);
  const [median, max] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return median === undefined || max === undefined
    ? null
    : { median: Math.round(median), max: Math.round(max) };
}
