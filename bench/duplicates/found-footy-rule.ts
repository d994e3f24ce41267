/**
 * The rule of the project that this part was modelled on, written from its description: a difference hash of 64 bits of every picture,
 * four a second, after its histogram was equalised; two clips are the same when three pictures in a row lie within 10 bits,
 * wherever they are. Its pools (verified or not) are left out: they hide the question.
 */
import { countBits } from '../../src/domain/football/duplicates/count-bits.ts';

export const FRAME_EDGE = 128;
export const FRAMES_PER_SECOND = 4;

const FRAME_PIXELS = FRAME_EDGE * FRAME_EDGE;
const COLUMNS = 9;
const ROWS = 8;
const MOST_BITS = 10;
const IN_A_ROW = 3;

/** Two words for each picture. */
export function hashFrames(frames: Uint8Array): Uint32Array {
  const count = Math.floor(frames.length / FRAME_PIXELS);
  const hashes = new Uint32Array(count * 2);
  for (let frame = 0; frame < count; frame++) {
    const pixels = equalise(frames.subarray(frame * FRAME_PIXELS, (frame + 1) * FRAME_PIXELS));
    const cells = shrink(pixels);
    for (let bit = 0; bit < 64; bit++) {
      const cell = Math.floor(bit / 8) * COLUMNS + (bit % 8);
      const isLighter = (cells[cell + 1] as number) > (cells[cell] as number);
      const word = frame * 2 + (bit >> 5);
      hashes[word] = ((hashes[word] as number) << 1) | (isLighter ? 1 : 0);
    }
  }
  return hashes;
}

export function isSameByFoundFooty(first: Uint32Array, second: Uint32Array): boolean {
  const [rows, columns] = [first.length / 2, second.length / 2];
  for (let shift = IN_A_ROW - rows; shift <= columns - IN_A_ROW; shift++) {
    let inARow = 0;
    for (let row = Math.max(0, -shift); row < rows && row + shift < columns; row++) {
      const [a, b] = [row * 2, (row + shift) * 2];
      const bits =
        countBits((first[a] as number) ^ (second[b] as number)) +
        countBits((first[a + 1] as number) ^ (second[b + 1] as number));
      inARow = bits <= MOST_BITS ? inARow + 1 : 0;
      if (inARow === IN_A_ROW) return true;
    }
  }
  return false;
}

function equalise(pixels: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] as number) + 1;
  const levels = new Uint8Array(256);
  let below = 0;
  for (let luma = 0; luma < 256; luma++) {
    below += counts[luma] as number;
    levels[luma] = Math.round((255 * below) / pixels.length);
  }
  return pixels.map((pixel) => levels[pixel] as number);
}

function shrink(pixels: Uint8Array): Float64Array {
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Float64Array(COLUMNS * ROWS);
  for (const [at, pixel] of pixels.entries()) {
    const column = Math.floor(((at % FRAME_EDGE) * COLUMNS) / FRAME_EDGE);
    const row = Math.floor((Math.floor(at / FRAME_EDGE) * ROWS) / FRAME_EDGE);
    const cell = row * COLUMNS + column;
    sums[cell] = (sums[cell] as number) + pixel;
    counts[cell] = (counts[cell] as number) + 1;
  }
  return sums.map((sum, cell) => sum / (counts[cell] as number));
}
