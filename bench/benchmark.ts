/** What a benchmark returns: our figures, those of other programs in the same run, and the floor, the cost of the bare work. */
export type Figures = Readonly<Record<string, number>>;

export interface BenchmarkResult {
  readonly ours: Figures;
  readonly peers: Readonly<Record<string, Figures>>;
  readonly floor: Figures;
  /** The steps of a measurement that rises or lasts: rates, parts of a soak. */
  readonly steps?: Readonly<Record<string, Figures>>;
}

export interface Benchmark {
  readonly run: () => Promise<BenchmarkResult>;
}
