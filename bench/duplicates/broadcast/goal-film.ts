/**
 * A goal as it is broadcast, picture by picture: the attack from the main camera, the scorer near, a replay from the other side, and
 * at the end the camera behind the corner, which stands still and is the same for all goals of a match. Every goal has its own
 * players, camera path and scorer; the score bug lies over all.
 */
import { chance, createRandom, mix } from '../../../practice/randomness.ts';
import { drawPanorama, PANORAMA } from './panorama.ts';

export const FILM = { width: 640, height: 360, rate: 25, seconds: 9 } as const;

export interface GoalFilm {
  readonly match: number;
  readonly goal: number;
}

interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels of the panorama for each pixel of the film. */
  readonly zoom: number;
  readonly isReverse: boolean;
  readonly isLive: boolean;
}

type Draw = (frame: Uint8Array, camera: Camera, time: number) => void;

/** The shots and when they end, in seconds. */
const SHOTS = { attack: 3.4, near: 5.2, replay: 7.2, last: 9 } as const;

export function* filmGoal(film: GoalFilm): Generator<Uint8Array> {
  const main = drawPanorama(mix(7, film.match));
  const reverse = drawPanorama(mix(8, film.match));
  const seed = mix(9, film.match, film.goal);
  const drawPlayers = playersOf(seed);
  const drawScorer = scorerOf(seed);
  const frame = new Uint8Array(FILM.width * FILM.height);
  for (let number = 0; number < FILM.rate * FILM.seconds; number++) {
    const time = number / FILM.rate;
    const camera = cameraAt(seed, film.match, time);
    sample(camera.isReverse ? reverse : main, camera, frame, mix(seed, number));
    if (time >= SHOTS.attack && time < SHOTS.near) drawScorer(frame, camera, time);
    else drawPlayers(frame, camera, time);
    drawBug(frame, film, camera.isLive);
    yield frame;
  }
}

function cameraAt(seed: number, match: number, time: number): Camera {
  const side = chance(seed, 1) < 0.5 ? -1 : 1;
  const middle = PANORAMA.width / 2;
  if (time < SHOTS.attack) {
    const way = (time / SHOTS.attack) ** (0.7 + chance(seed, 2));
    const from = middle + (chance(seed, 3) - 0.5) * 700;
    const to = middle + side * 620;
    const zoom = 1.75 - (0.35 + 0.3 * chance(seed, 4)) * way;
    return {
      x: from + (to - from) * way,
      y: 380 + 30 * Math.sin(3 * time * chance(seed, 5)),
      zoom,
      isReverse: false,
      isLive: true,
    };
  }
  if (time < SHOTS.near) {
    const x = 400 + chance(seed, 6) * 1_600 + (time - SHOTS.attack) * (chance(seed, 7) - 0.5) * 420;
    return {
      x,
      y: 250 + 180 * chance(seed, 8),
      zoom: 0.3 + 0.2 * chance(seed, 9),
      isReverse: false,
      isLive: true,
    };
  }
  if (time < SHOTS.replay) {
    const x = middle - side * (480 - (time - SHOTS.near) * 130 * (0.5 + chance(seed, 10)));
    return { x, y: 400, zoom: 0.8 + 0.3 * chance(seed, 11), isReverse: true, isLive: false };
  }
  return { x: 700 + 900 * chance(match, 12), y: 400, zoom: 1.1, isReverse: false, isLive: true };
}

/** With a little noise, as every camera has it. */
function sample(panorama: Uint8Array, { x, y, zoom }: Camera, frame: Uint8Array, noise: number): void {
  const { width, height } = FILM;
  const random = createRandom(noise);
  const grain = Uint8Array.from({ length: 1_021 }, () => random.below(7));
  for (let row = 0; row < height; row++) {
    const py = clamp(Math.round(y + (row - height / 2) * zoom), PANORAMA.height - 1) * PANORAMA.width;
    for (let column = 0; column < width; column++) {
      const px = clamp(Math.round(x + (column - width / 2) * zoom), PANORAMA.width - 1);
      const at = row * width + column;
      frame[at] = Math.min(255, (panorama[py + px] as number) + (grain[at % 1_021] as number));
    }
  }
}

function playersOf(seed: number): Draw {
  const players = Array.from({ length: 18 }, (_, player) => ({
    x: 300 + 1_800 * chance(seed, 20, player),
    y: 400 + 260 * chance(seed, 21, player),
    run: (chance(seed, 22, player) - 0.4) * 160,
    weave: 30 * chance(seed, 23, player),
    luma: player % 2 === 0 ? 228 : 30,
  }));
  return (frame, camera, time) => {
    for (const { x, y, run, weave, luma } of players) {
      const px = (x + run * time - camera.x) / camera.zoom + FILM.width / 2;
      const py = (y + weave * Math.sin(2 * time + x) - camera.y) / camera.zoom + FILM.height / 2;
      ellipse(frame, px, py, 9 / camera.zoom, 24 / camera.zoom, luma);
      ellipse(frame, px, py - 30 / camera.zoom, 6 / camera.zoom, 7 / camera.zoom, 170);
    }
  };
}

function scorerOf(seed: number): Draw {
  const [lean, size, shirt, speed] = [30, 31, 32, 33].map((key) => chance(seed, key)) as [
    number,
    number,
    number,
    number,
  ];
  return (frame, _camera, time) => {
    const x = FILM.width * (0.25 + 0.5 * lean) + 90 * Math.sin(time * (1 + 2 * speed));
    const y = FILM.height * 0.62 + 16 * Math.sin(time * 7);
    const scale = 0.7 + 0.5 * size;
    ellipse(frame, x, y + 60 * scale, 85 * scale, 130 * scale, shirt < 0.5 ? 225 : 35);
    ellipse(frame, x, y - 100 * scale, 42 * scale, 52 * scale, 165);
    ellipse(frame, x - 120 * scale * Math.cos(time * 3), y - 60 * scale, 26 * scale, 80 * scale, 160);
    ellipse(frame, x + 120 * scale * Math.cos(time * 3 + lean), y - 40 * scale, 26 * scale, 70 * scale, 160);
  };
}

function ellipse(frame: Uint8Array, x: number, y: number, across: number, down: number, luma: number): void {
  const { width, height } = FILM;
  for (let row = Math.max(0, Math.ceil(y - down)); row < Math.min(height, y + down); row++) {
    const reach = across * Math.sqrt(1 - ((row - y) / down) ** 2);
    const from = Math.max(0, Math.round(x - reach));
    const to = Math.min(width, Math.round(x + reach));
    if (from < to) frame.fill(luma, row * width + from, row * width + to);
  }
}

/** The score and the clock in a corner; a replay has the broadcaster's mark in another one. */
function drawBug(frame: Uint8Array, { match, goal }: GoalFilm, isLive: boolean): void {
  const box = (left: number, top: number, wide: number, high: number, luma: number): void => {
    for (let row = top; row < top + high; row++)
      frame.fill(luma, row * FILM.width + left, row * FILM.width + left + wide);
  };
  if (!isLive) return box(560, 20, 54, 26, 245);
  box(24, 18, 150, 26, 24);
  for (let bit = 0; bit < 12; bit++)
    if (((mix(11, match) >> bit) & 1) === 1) box(32 + bit * 6, 24, 4, 14, 220);
  for (let bit = 0; bit < 6; bit++)
    if (((mix(12, match, goal) >> bit) & 1) === 1) box(118 + bit * 8, 24, 5, 14, 250);
}

function clamp(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}
