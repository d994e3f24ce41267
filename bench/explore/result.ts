/** From what was measured to the figures that are kept. The headline is about the newest patch. */
import type { BenchmarkResult } from '../benchmark.ts';
import { quantile, type Measured } from './measure.ts';
import { QUESTION_NAMES, isHeadline } from './question.ts';

export type Figures = Readonly<Record<string, number>>;

export interface Contested {
  readonly newest: Measured;
  readonly all: Measured;
  readonly figures: Figures;
}

export function printTable(all: ReadonlyMap<string, Contested>): void {
  for (const which of ['newest', 'all'] as const) {
    const rows = QUESTION_NAMES.map((name) => [
      isHeadline(name) ? name : `(${name})`,
      Object.fromEntries(
        [...all].map(([who, one]) => {
          const { p50Ms, p95Ms, cpuMs } = one[which].byQuestion[name];
          return [who, `${p50Ms} / ${p95Ms} / ${cpuMs}`];
        }),
      ),
    ]);
    const patches = which === 'newest' ? 'the newest patch' : 'all patches';
    console.log(`\nabout ${patches}, in milliseconds: p50 / p95 / processor time`);
    console.table(Object.fromEntries(rows));
  }
}

export function toResult(all: ReadonlyMap<string, Contested>): Omit<BenchmarkResult, 'floor'> {
  const { ours, ...others } = Object.fromEntries(all);
  if (ours === undefined) throw new Error('our own tables were not measured');
  const perQuestion = QUESTION_NAMES.flatMap((name) => {
    const { p95Ms, cpuMs } = ours.newest.byQuestion[name];
    return [
      [`${name}P95Ms`, p95Ms],
      [`${name}CpuMs`, cpuMs],
      [`${name}AllPatchesCpuMs`, ours.all.byQuestion[name].cpuMs],
    ];
  });
  return {
    ours: {
      ...toFigures(ours),
      ...toTimes('SeedSchema', ours.newest, others['seedSchema']?.newest),
      ...toTimes('Duckdb', ours.newest, others['duckdb']?.newest),
      ...(Object.fromEntries(perQuestion) as Figures),
    },
    peers: Object.fromEntries(Object.entries(others).map(([name, other]) => [name, toFigures(other)])),
  };
}

export function toQuantiles(name: string, times: readonly number[]): Figures {
  return { [`${name}P50Ms`]: quantile(times, 0.5), [`${name}P95Ms`]: quantile(times, 0.95) };
}

export function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function toFigures({ newest, all, figures }: Contested): Figures {
  const { p50Ms, p95Ms, slowestMs } = newest;
  return { p50Ms, p95Ms, slowestMs, allPatchesP50Ms: all.p50Ms, allPatchesP95Ms: all.p95Ms, ...figures };
}

/** How many times as long another takes: over all questions (geometric mean of their p50), and for the question where it does best. */
function toTimes(name: string, mine: Measured, other: Measured | undefined): Figures {
  if (other === undefined) return {};
  const ratios = QUESTION_NAMES.filter(isHeadline).map(
    (question) => other.byQuestion[question].p50Ms / mine.byQuestion[question].p50Ms,
  );
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return { [`times${name}`]: toTenths(mean), [`leastTimes${name}`]: toTenths(Math.min(...ratios)) };
}
