/**
 * The summed-area table of a gray picture: the sum over any rectangle, with edges between pixels as well, from its four corners.
 * So all parts of a picture are hashed from one walk over its pixels.
 */

/** Pixels on each side: pictures come squeezed into a square, whatever their shape was. */
export const PICTURE_EDGE = 128;
export const PICTURE_PIXELS = PICTURE_EDGE * PICTURE_EDGE;

const ROW = PICTURE_EDGE + 1;

/** Overwrites `sums`, which is as long as `createSums` made it. */
export function sumPicture(pixels: Uint8Array, at: number, sums: Int32Array): void {
  for (let y = 0; y < PICTURE_EDGE; y++) {
    let inRow = 0;
    const above = y * ROW + 1;
    const row = at + y * PICTURE_EDGE;
    for (let x = 0; x < PICTURE_EDGE; x++) {
      inRow += pixels[row + x] as number;
      sums[above + ROW + x] = (sums[above + x] as number) + inRow;
    }
  }
}

export function createSums(): Int32Array {
  return new Int32Array(ROW * ROW);
}

/** Everything above and left of the point, 0 to `PICTURE_EDGE` on both axes. */
export function sumBefore(sums: Int32Array, x: number, y: number): number {
  const left = Math.min(Math.floor(x), PICTURE_EDGE - 1);
  const top = Math.min(Math.floor(y), PICTURE_EDGE - 1);
  const right = x - left;
  const down = y - top;
  const at = top * ROW + left;
  const upper = (sums[at] as number) * (1 - right) + (sums[at + 1] as number) * right;
  const lower = (sums[at + ROW] as number) * (1 - right) + (sums[at + ROW + 1] as number) * right;
  return upper * (1 - down) + lower * down;
}
