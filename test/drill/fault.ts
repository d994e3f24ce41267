/**
 * What a fault of the drill is: something that is done to the running product, and the proof that it did not matter. A fault that
 * cannot be caused here (no root, no Linux) says so; it is then neither held nor broken.
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
  /** Whatever else is not as it should be, in words. */
  readonly wrong: readonly string[];
  /** What was seen, in a few words. */
  readonly detail: string;
}

export interface Skipped {
  readonly skipped: string;
}

/** For what finds its victims in /proc. */
export function onlyOnLinux<Plan extends object>(plan: Plan): Plan | Skipped {
  return process.platform === 'linux' ? plan : { skipped: 'needs Linux: it finds processes in /proc' };
}

export interface Fault {
  readonly id: string;
  readonly name: string;
  run(setting: FaultSetting): Promise<Findings | Skipped>;
}

export function toResult({ id, name }: Pick<Fault, 'id' | 'name'>, found: Findings | Skipped): FaultResult {
  if ('skipped' in found) {
    const nothing = { times: 0, acknowledged: 0, lost: 0, duplicated: 0, recoveryMs: null };
    return { id, name, held: true, ...nothing, detail: `not run: ${found.skipped}` };
  }
  const { times, acknowledged, lost, duplicated, wrong, detail } = found;
  return {
    id,
    name,
    held: lost.length + duplicated.length + wrong.length === 0,
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
