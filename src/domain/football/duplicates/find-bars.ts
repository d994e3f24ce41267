/**
 * Where the bars are that somebody put around a picture to fill another shape. A bar is a run of lines along an edge, each of one
 * colour that stays, and the opposite edge has one of the same colour: that tells bars from sky and grass. Words that were
 * written onto a bar interrupt it and do not end it. Bars of a blurred picture are no bars; see the view `band`.
 */
import type { Region } from './picture-hash.ts';
import { PICTURE_EDGE, PICTURE_PIXELS } from './picture-sums.ts';

/** Enough to tell what stays. */
const LOOKED_AT = 48;
/** A line is of one colour when its pixels differ no more than this, of 255. */
const ONE_COLOUR = 16;
/** The colour stays when it moves no further than this. */
const SAME_COLOUR = 10;
/** An intro over the whole picture may interrupt the bars for this part of the time. */
const STAYING_PART = 0.75;
/** No more of the picture than this is a bar on one side: a wide picture in a tall one leaves 34 % on each. */
const DEEPEST = Math.floor(PICTURE_EDGE * 0.42);

/** Of each line, its colour; NaN when it has not one that stays. */
type Lines = Float64Array;

export function findPicture(pixels: Uint8Array): Region {
  const rows = linesOf(pixels, PICTURE_EDGE, 1);
  const columns = linesOf(pixels, 1, PICTURE_EDGE);
  const [top, bottom] = barsOf(rows);
  const [left, right] = barsOf(columns);
  return { left, top, width: PICTURE_EDGE - left - right, height: PICTURE_EDGE - top - bottom };
}

/** How deep the bars are at both ends. Their last line is half bar and half picture more often than not, hence the half. */
function barsOf(lines: Lines): readonly [number, number] {
  const first = barFrom(lines);
  const last = barFrom(lines.toReversed());
  if (first.depth === 0 || last.depth === 0 || Math.abs(first.colour - last.colour) > SAME_COLOUR)
    return [0, 0];
  return [first.depth + 0.5, last.depth + 0.5];
}

function barFrom(lines: Lines): { depth: number; colour: number } {
  const colour = lines[0] as number;
  let depth = 0;
  let plain = 0;
  for (let line = 0; line < DEEPEST; line++) {
    // A comparison with NaN is false.
    if (!(Math.abs((lines[line] as number) - colour) <= SAME_COLOUR)) continue;
    plain++;
    if (plain * 2 > line) depth = line + 1;
  }
  return { depth, colour };
}

function linesOf(pixels: Uint8Array, lineStep: number, pixelStep: number): Lines {
  const pictures = pixels.length / PICTURE_PIXELS;
  const step = Math.max(1, Math.floor(pictures / LOOKED_AT));
  return Float64Array.from({ length: PICTURE_EDGE }, (_, line) => {
    const colours: number[] = [];
    let seen = 0;
    for (let picture = 0; picture < pictures; picture += step, seen++) {
      const colour = colourOf(pixels, picture * PICTURE_PIXELS + line * lineStep, pixelStep);
      if (colour !== null) colours.push(colour);
    }
    if (colours.length < seen * STAYING_PART || seen === 0) return Number.NaN;
    const middle = colours.toSorted((a, b) => a - b)[Math.floor(colours.length / 2)] as number;
    const staying = colours.filter((colour) => Math.abs(colour - middle) <= SAME_COLOUR).length;
    return staying < seen * STAYING_PART ? Number.NaN : middle;
  });
}

/** Null: more than one. */
function colourOf(pixels: Uint8Array, at: number, step: number): number | null {
  let least = 255;
  let most = 0;
  let sum = 0;
  for (let pixel = at, end = at + PICTURE_EDGE * step; pixel < end; pixel += step) {
    const value = pixels[pixel] as number;
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
    if (most - least > ONE_COLOUR) return null;
  }
  return sum / PICTURE_EDGE;
}
