/**
 * The pictures of a goal: three shots of an invented stadium, drawn larger than the screen so that a camera can move over them, with
 * the score board and a watermark in a strip below. The stadium is the match's; light, boards, framing and zoom are the goal's and
 * the camera's, so that two goals of one match differ while copies of one do not.
 *
 * Drawn a few rows at a time: the thread has other callers to answer.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { chance, hashText, mix } from '../randomness.ts';
import { eachDot } from './pixel-font.ts';
import type { Scene } from './recipe.ts';

export const SHOTS = 3;
export const CANVAS = { width: 800, height: 450 } as const;
/** Below the picture: the score board, then the watermark. */
export const STRIP = {
  height: 64,
  board: { width: 256, height: 28 },
  mark: { width: 256, height: 28 },
} as const;
const FRAME_HEIGHT = CANVAS.height + STRIP.height;
const FRAME_BYTES = (CANVAS.width * FRAME_HEIGHT * 3) / 2;
const ROWS_AT_ONCE = 30;
const DOT = 4;

export interface SceneWords {
  readonly board: string;
  readonly mark: string;
}

export function sceneSeed({ fixture, n, angle }: Scene): number {
  return mix(hashText('scene'), fixture, n, angle);
}

/** In tenths, so that three shots of whole frames fit in it. */
export function sceneSeconds(scene: Scene): number {
  return (60 + Math.floor(chance(sceneSeed(scene), 1) * 9) * 3) / 10;
}

/** All shots as raw yuv420p frames, one after the other, and the last one again: it would otherwise be shown for one moment only. */
export async function drawScene(scene: Scene, words: SceneWords): Promise<Buffer> {
  const frames = Buffer.alloc(FRAME_BYTES * (SHOTS + 1));
  for (let shot = 0; shot < SHOTS; shot++)
    await drawShot(frames.subarray(shot * FRAME_BYTES, (shot + 1) * FRAME_BYTES), scene, shot, words);
  frames.copyWithin(SHOTS * FRAME_BYTES, (SHOTS - 1) * FRAME_BYTES, SHOTS * FRAME_BYTES);
  return frames;
}

interface Look {
  readonly stadium: number;
  readonly light: number;
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly lean: number;
  readonly horizon: number;
  readonly stripe: number;
  readonly shadowAt: number;
  readonly shadowLean: number;
}

function lookOf(scene: Scene, shot: number): Look {
  const own = mix(sceneSeed(scene), shot + 1);
  const zoom = [0.8 + chance(own, 1) * 0.5, 1.6 + chance(own, 1) * 1.2, 1 + chance(own, 1) * 2][shot] ?? 1;
  return {
    stadium: mix(hashText('stadium'), scene.fixture),
    light: own,
    zoom,
    left: chance(own, 2) * 1400,
    top: chance(own, 3) * 160,
    lean: (chance(own, 4) - 0.5) * 0.9,
    horizon: 90 + chance(own, 5) * 190,
    stripe: 50 + chance(own, 6) * 120,
    shadowAt: chance(own, 7) * 1000,
    shadowLean: (chance(own, 8) - 0.5) * 3,
  };
}

async function drawShot(frame: Buffer, scene: Scene, shot: number, words: SceneWords): Promise<void> {
  const look = lookOf(scene, shot);
  const { width, height } = CANVAS;
  const chromaAt = width * FRAME_HEIGHT;
  const chromaBytes = chromaAt / 4;
  frame.fill(24, 0, chromaAt);
  frame.fill(128, chromaAt);
  for (let y = 0; y < height; y++) {
    if (y % ROWS_AT_ONCE === 0) await breathe();
    const v = look.top + y / look.zoom;
    for (let x = 0; x < width; x++) {
      const u = look.left + x / look.zoom + v * look.lean;
      frame[y * width + x] = lumaAt(look, u, v);
      if ((x & 1) === 0 && (y & 1) === 0 && v > look.horizon + 30) {
        // Grass: less blue, less red.
        const place = chromaAt + (y >> 1) * (width >> 1) + (x >> 1);
        frame[place] = 96;
        frame[place + chromaBytes] = 108;
      }
    }
  }
  write(frame, words.board, 8, height + 4);
  write(frame, words.mark, STRIP.board.width + 8, height + 4);
}

/** How bright the stadium is at a place. Stands above the horizon, boards on it, the pitch below. */
function lumaAt(look: Look, u: number, v: number): number {
  const { horizon, stadium, light } = look;
  const depth = v - horizon;
  const isShaded = u + depth * look.shadowLean < look.shadowAt;
  if (depth < 0) {
    const crowd = cell(stadium, u, v, 7) * 70;
    const block = cell(light, u, v + 40, 90) * 90;
    return 30 + crowd + block + (isShaded ? 0 : 22);
  }
  if (depth < 30) return 40 + cell(light, u, 0, 75) * 190;
  const stripe = Math.floor((u + depth * 0.6) / look.stripe) % 2 === 0 ? 18 : 0;
  const worn = cell(stadium, u, v, 130) * 34;
  if (isLine(u, depth)) return 215;
  return 78 + stripe + worn + (isShaded ? 0 : 52) + cell(light, u, v, 220) * 26;
}

function isLine(u: number, depth: number): boolean {
  const along = Math.abs((u + depth * 0.6) % 700);
  if (along < 4) return true;
  return depth > 60 && depth < 66 ? along < 320 : along > 316 && along < 320 && depth < 160;
}

/** Chance for the square of that size in which the place lies. */
function cell(seed: number, u: number, v: number, size: number): number {
  let hash = Math.imul(seed ^ Math.imul(Math.floor(u / size), 0x9e_37_79_b1), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(Math.floor(v / size), 0xc2_b2_ae_35), 0x27_d4_eb_2f);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000;
}

function write(frame: Buffer, text: string, left: number, top: number): void {
  eachDot(text, (x, y) => {
    for (let row = 0; row < DOT; row++) {
      const start = (top + y * DOT + row) * CANVAS.width + left + x * DOT;
      frame.fill(230, start, start + DOT);
    }
  });
}
