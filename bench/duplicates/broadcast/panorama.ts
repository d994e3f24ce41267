/**
 * What the cameras of one match look at: a wide gray picture of the stand, the boards along the pitch and the mown grass with its
 * lines. The match's seed decides the crowd, the boards and the stripes, so that all goals of a match share them.
 */
import { chance, mix } from '../../../practice/randomness.ts';

export const PANORAMA = { width: 2_400, height: 720 } as const;

const STAND = 300;
const BOARDS = 360;
const LINE = 235;

export function drawPanorama(seed: number): Uint8Array {
  const { width, height } = PANORAMA;
  const luma = new Uint8Array(width * height);
  const stripe = 90 + Math.floor(chance(seed, 1) * 80);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) luma[y * width + x] = lumaAt(seed, stripe, x, y);
  drawLines(luma);
  return luma;
}

function lumaAt(seed: number, stripe: number, x: number, y: number): number {
  // Seats in blocks with stairs between them, a person every six pixels.
  if (y < STAND) {
    const block = Math.floor(x / 210);
    if (x % 210 < 8) return 150;
    const filled = 60 + 70 * chance(seed, 2, block, Math.floor(y / 75));
    return filled + (mix(seed, 3, Math.floor(x / 6), Math.floor(y / 6)) % 80);
  }
  if (y < BOARDS) {
    const board = Math.floor(x / 160);
    const ground = chance(seed, 4, board) < 0.5 ? 40 : 205;
    const isLetter = chance(seed, 5, board, Math.floor((x % 160) / 14), Math.floor((y - STAND) / 15)) < 0.4;
    return isLetter ? 255 - ground : ground;
  }
  const grass = Math.floor((x + (y - BOARDS) * 0.6) / stripe) % 2 === 0 ? 104 : 82;
  return grass + (mix(seed, 6, Math.floor(x / 3), Math.floor(y / 3)) % 9);
}

function drawLines(luma: Uint8Array): void {
  const { width, height } = PANORAMA;
  const box = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = top; y < Math.min(bottom, height); y++)
      luma.fill(LINE, y * width + left, y * width + Math.min(right, width));
  };
  box(0, BOARDS + 24, width, BOARDS + 29);
  box(width / 2 - 3, BOARDS + 24, width / 2 + 3, height);
  for (const left of [120, width - 480]) {
    box(left, BOARDS + 24, left + 5, 620);
    box(left + 355, BOARDS + 24, left + 360, 620);
    box(left, 615, left + 360, 620);
    // The goal: posts, bar and a net in front of the boards.
    box(left + 80, 310, left + 86, 400);
    box(left + 274, 310, left + 280, 400);
    box(left + 80, 310, left + 280, 316);
  }
}
