/** How the figures change with the data: once, four times and sixteen times as much (`--growth`; without it, the usual size alone). */
import type { Figures } from './benchmark.ts';

const TIMES = [1, 4, 16] as const;

export type Growth = Readonly<Record<string, Figures>>;

export async function measureGrowth(
  first: number,
  of: string,
  measure: (size: number) => Promise<Figures>,
): Promise<Growth> {
  const growth: Record<string, Figures> = {};
  for (const times of TIMES) {
    const size = first * times;
    growth[`×${times}`] = { [of]: size, ...(await measure(size)) };
    console.log(`×${times}: ${JSON.stringify(growth[`×${times}`])}`);
  }
  return growth;
}
