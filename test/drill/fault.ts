/**
 * A fault of the drill: something that is done to the running product, and the proof that nothing was lost by it. A fault that cannot be
 * caused on this machine (no root, no Linux) says so; it then has no result.
 */
import type { DrillSession } from '../../src/contract/operations.ts';

export type FaultResult = DrillSession['faults'][number];

export interface FaultSetting {
  readonly seed: number;
  /** In [0, 1), from the seed: the same run draws the same numbers. */
  readonly chance: () => number;
  readonly size: 'short' | 'long';
  /** Empty, and of this fault alone. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

export interface Findings {
  /** How often the fault was caused. */
  readonly times: number;
  /** Units that were said to be stored. */
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly recoveriesMs: readonly number[];
  /** Every other violation, in words. */
  readonly wrong: readonly string[];
  /** What was seen, in a few words. */
  readonly detail: string;
}

export interface Skipped {
  readonly skipped: string;
}

/** For faults that find processes in /proc. */
export function onlyOnLinux<Plan extends object>(plan: Plan): Plan | Skipped {
  return process.platform === 'linux' ? plan : { skipped: 'needs Linux: it finds processes in /proc' };
}

export interface Fault {
  readonly id: string;
  readonly name: string;
  run(setting: FaultSetting): Promise<Findings | Skipped>;
}

/** Why a fault did not hold; none: it held. A fault that was not caused proves nothing, so it does not hold. */
export function findViolations({ times, lost, duplicated, wrong }: Findings): string[] {
  const idle = times > 0 ? [] : ['the fault was not caused once'];
  return [...lost, ...duplicated, ...wrong, ...idle];
}

export function toResult({ id, name }: Pick<Fault, 'id' | 'name'>, found: Findings): FaultResult {
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
