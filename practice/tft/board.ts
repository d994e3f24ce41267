/** A final board as indexes into a roster: what is drawn, weighed and rendered. */
export interface BoardUnit {
  /** Index into the roster's units. */
  readonly unit: number;
  readonly star: number;
  /** Indexes into the roster's items, up to three. */
  readonly items: number[];
}

export interface Board {
  readonly comp: number;
  readonly level: number;
  /** No unit twice, in the roster's order. */
  readonly units: readonly BoardUnit[];
  /** Units per trait, emblems included. */
  readonly traitCounts: Uint8Array;
  readonly strength: number;
}
