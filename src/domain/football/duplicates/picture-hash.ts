/**
 * The two-way difference hash of a part of a picture: 64 bits say whether each of 8 × 8 cells is followed by a lighter one to its
 * right, 64 more whether by a lighter one below. A picture whose cells hardly differ would hash its noise: it gets zeros.
 */
import { HASH_WORDS } from './picture-print.ts';
import { sumBefore } from './picture-sums.ts';

/** In pixels of the squeezed picture; edges may lie between pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SIDE = 8;
/** A difference of two cells, of 255, that is more than noise, and how many of the 128 have to be for a picture to tell anything. */
const CLEAR = 1.5;
const LEAST_CLEAR = 32;
/** By how much a neighbour must be lighter: sums of equal pixels differ in their last digits. */
const LIGHTER = 0.001;

/** Writes `HASH_WORDS` words at `at`. */
export function hashRegion(
  sums: Int32Array,
  region: Region,
  isMirrored: boolean,
  hash: Uint32Array,
  at: number,
): void {
  const across = cellsOf(sums, region, SIDE + 1, SIDE);
  const down = cellsOf(sums, region, SIDE, SIDE + 1);
  if (isMirrored) {
    mirrorRows(across, SIDE + 1);
    mirrorRows(down, SIDE);
  }
  const clear =
    compareCells(across, SIDE + 1, 1, hash, at) + compareCells(down, SIDE, SIDE, hash, at + HASH_WORDS / 2);
  if (clear < LEAST_CLEAR) hash.fill(0, at, at + HASH_WORDS);
}

/** The mean of each cell, row by row. */
function cellsOf(sums: Int32Array, region: Region, columns: number, rows: number): Float64Array {
  const cells = new Float64Array(columns * rows);
  const width = region.width / columns;
  const height = region.height / rows;
  const scale = 1 / (width * height);
  let above = cornersOf(sums, region, columns, region.top);
  for (let row = 0; row < rows; row++) {
    const below = cornersOf(sums, region, columns, region.top + (row + 1) * height);
    for (let column = 0; column < columns; column++) {
      const right = (below[column + 1] as number) - (above[column + 1] as number);
      const left = (below[column] as number) - (above[column] as number);
      cells[row * columns + column] = (right - left) * scale;
    }
    above = below;
  }
  return cells;
}

function cornersOf(sums: Int32Array, { left, width }: Region, columns: number, y: number): Float64Array {
  const corners = new Float64Array(columns + 1);
  for (let column = 0; column <= columns; column++)
    corners[column] = sumBefore(sums, left + (column * width) / columns, y);
  return corners;
}

function mirrorRows(cells: Float64Array, columns: number): void {
  for (let row = 0; row < cells.length; row += columns) cells.subarray(row, row + columns).reverse();
}

/** One bit for each of the 64 cells that have a neighbour `step` further; answers how many differ clearly. */
function compareCells(
  cells: Float64Array,
  columns: number,
  step: number,
  hash: Uint32Array,
  at: number,
): number {
  let clear = 0;
  let word = 0;
  for (let bit = 0; bit < SIDE * SIDE; bit++) {
    const cell = Math.floor(bit / SIDE) * columns + (bit % SIDE);
    const difference = (cells[cell + step] as number) - (cells[cell] as number);
    if (Math.abs(difference) >= CLEAR) clear++;
    word = (word << 1) | (difference > LIGHTER ? 1 : 0);
    if (bit % 32 === 31) {
      hash[at + (bit >> 5)] = word;
      word = 0;
    }
  }
  return clear;
}
