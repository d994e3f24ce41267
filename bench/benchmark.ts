/** What every benchmark answers: our figures, those of others on the same machine in the same run, and what the bare work costs. */
export type Figures = Readonly<Record<string, number>>;

export interface BenchmarkResult {
  readonly ours: Figures;
  readonly peers: Readonly<Record<string, Figures>>;
  readonly floor: Figures;
  /** With more and more data, when that was asked for. */
  readonly growth?: Readonly<Record<string, Figures>>;
}

export interface Benchmark {
  readonly run: () => Promise<BenchmarkResult>;
}
