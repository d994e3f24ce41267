/** From values to places on a drawing, and round numbers to label an axis with. */
export type Extent = readonly [from: number, to: number];

/** Outside of the domain it goes on in a straight line; a domain without width gives the middle. */
export function linearScale([from, to]: Extent, [start, end]: Extent): (value: number) => number {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** The smallest stretch that holds all values; `fallback` when there are none. */
export function extentOf(values: readonly number[], fallback: Extent): Extent {
  const finite = values.filter((value) => Number.isFinite(value));
  return finite.length === 0 ? fallback : [Math.min(...finite), Math.max(...finite)];
}

export function widen([from, to]: Extent, by: number): Extent {
  const margin = Math.max((to - from) * by, Number.EPSILON);
  return [from - margin, to + margin];
}

/** Multiples of 1, 2 or 5 times a power of ten that lie inside, about as many as wanted. */
export function roundTicks([from, to]: Extent, wanted: number): number[] {
  const rough = (to - from) / Math.max(1, wanted);
  if (!(rough > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999) ?? power;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  // Counted in whole steps: adding up fractions would drift.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(10)));
}
