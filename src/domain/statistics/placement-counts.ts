/**
 * How often each place was reached: eight numbers, first place first. Every stored aggregate is this and nothing more, and all
 * that is said of placements follows from it. Places of 0 and beyond 8 (bots, aborted games) never reach it.
 */
export type PlacementCounts = readonly number[];

const TOP_PLACES = 4;

/** A list that ends early has none of the places that it leaves out. */
export function addCounts(a: PlacementCounts, b: PlacementCounts): PlacementCounts {
  return a.map((count, index) => count + countAt(b, index));
}

/** What is left of the whole without the part; null when the part has boards that the whole has not. */
export function subtractCounts(whole: PlacementCounts, part: PlacementCounts): PlacementCounts | null {
  const rest = whole.map((count, index) => count - countAt(part, index));
  return rest.every((count) => count >= 0) ? rest : null;
}

export function boardsIn(counts: PlacementCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function top4In(counts: PlacementCounts): number {
  return boardsIn(counts.slice(0, TOP_PLACES));
}

export function winsIn(counts: PlacementCounts): number {
  return countAt(counts, 0);
}

function countAt(counts: PlacementCounts, index: number): number {
  return counts[index] ?? 0;
}
