/**
 * Drawn broadcasts of goals: the attack from the main camera, the scorer near, a replay from the other side, and at the end a camera that
 * stands still. Goals of a match share the stadium, the score board and that last camera; players, camera paths and the commentator
 * are of each goal. Drawn by ffmpeg's own sources.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { chance, mix } from '../../practice/randomness.ts';

export const FILM = { width: 640, height: 360, rate: 25, seconds: 9 } as const;
export const QUALITY = 22;
export const ENCODING =
  '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -threads 2 -c:a aac -ac 1 -ar 22050'.split(' ');

export interface Goal {
  readonly match: number;
  readonly goal: number;
}

const STADIUM = { width: 1_600, height: 720 } as const;
const SHOTS = [
  { seconds: 3.4, zoom: 1, filter: 'null', isShared: false },
  { seconds: 1.8, zoom: 2.2, filter: 'null', isShared: false },
  { seconds: 1.8, zoom: 1.4, filter: 'hflip', isShared: false },
  { seconds: 2, zoom: 1.1, filter: 'null', isShared: true },
] as const;
const PLAYERS = 6;

/** `take`: another commentator of the same goal. Returns the file. */
export async function filmGoal(
  ffmpeg: string,
  folder: string,
  { match, goal }: Goal,
  take = 0,
): Promise<string> {
  const stadium = join(folder, `stadium-${match}.png`);
  const file = join(folder, `match-${match}-goal-${goal}-${take}.mp4`);
  const { width, height } = STADIUM;
  const drawn = `nullsrc=s=${width}x${height},format=gray,geq=lum='${lumaOf(match)}'`;
  if (goal === 1 && take === 0)
    await runFfmpeg(ffmpeg, ['-f', 'lavfi', '-i', drawn, '-frames:v', '1', stadium]);
  const seed = mix(9, match, goal);
  const graph = [
    `[0:v]split=${SHOTS.length}${SHOTS.map((_, nth) => `[in${nth}]`).join('')}`,
    ...SHOTS.map((shot, nth) =>
      shotGraph(nth, shot, shot.isShared ? mix(8, match) : mix(seed, nth), mix(seed, 5, nth)),
    ),
    `${SHOTS.map((_, nth) => `[shot${nth}]`).join('')}concat=n=${SHOTS.length},${scoreBoard(match, goal)}[v]`,
    `${soundOf(mix(seed, 77, take))}[a]`,
  ].join(';');
  const input = ['-loop', '1', '-framerate', String(FILM.rate), '-i', stadium];
  const output = [
    '-map',
    '[v]',
    '-map',
    '[a]',
    '-t',
    String(FILM.seconds),
    ...ENCODING,
    '-crf',
    String(QUALITY),
    file,
  ];
  await runFfmpeg(ffmpeg, [...input, '-filter_complex', graph, ...output]);
  return file;
}

/** Seats, the boards along the pitch, and mown grass. */
function lumaOf(match: number): string {
  const noise = (size: number, key: number): string =>
    `abs(mod(sin(floor(X/${size})*12.9898+floor(Y/${size})*78.233+${(97 * chance(match, key)).toFixed(3)})*43758.5453,1))`;
  const stripe = 60 + Math.floor(80 * chance(match, 3));
  const boards = `if(gt(${noise(44, 1)},0.5),40+160*gt(${noise(11, 2)},0.6),205-160*gt(${noise(11, 2)},0.6))`;
  return `if(lt(Y,300),50+60*${noise(150, 4)}+80*${noise(7, 5)},if(lt(Y,360),${boards},82+22*mod(floor((X+Y*0.6)/${stripe}),2)+9*${noise(3, 6)}))`;
}

function shotGraph(nth: number, shot: (typeof SHOTS)[number], camera: number, players: number): string {
  const [width, height] = [FILM.width / shot.zoom, FILM.height / shot.zoom].map(
    (side) => 2 * Math.floor(side / 2),
  ) as [number, number];
  const between = (key: number, most: number): string => (chance(camera, key) * most).toFixed(1);
  const [from, to] = [between(1, STADIUM.width - width), between(2, STADIUM.width - width)];
  const x = shot.isShared ? from : `${from}+(${to}-${from})*t/${shot.seconds}`;
  const y = between(3, STADIUM.height - height);
  let graph = `[in${nth}]trim=duration=${shot.seconds},setpts=PTS-STARTPTS,crop=${width}:${height}:'${x}':'${y}',scale=${FILM.width}:${FILM.height},setsar=1,noise=alls=5:allf=t,${shot.filter}[s${nth}p0]`;
  for (let player = 0; player < PLAYERS; player++) {
    const of = (key: number, low: number, high: number): number =>
      low + chance(players, key, player) * (high - low);
    const size = `${Math.round(of(1, 14, 24) * shot.zoom)}x${Math.round(of(2, 40, 60) * shot.zoom)}`;
    const color = player % 2 === 0 ? 'white' : 'black';
    const path = `x='${of(3, 0, 600).toFixed(1)}+${of(4, -120, 120).toFixed(1)}*t':y='${of(5, 120, 300).toFixed(1)}+${of(6, 5, 30).toFixed(1)}*sin(${of(7, 1, 5).toFixed(2)}*t)'`;
    const next = player === PLAYERS - 1 ? `[shot${nth}]` : `[s${nth}p${player + 1}]`;
    graph += `;color=c=${color}:s=${size}:r=${FILM.rate}:d=${shot.seconds}[c${nth}p${player}];[s${nth}p${player}][c${nth}p${player}]overlay=${path}:shortest=1${next}`;
  }
  return graph;
}

function box(x: number, y: number, width: number, height: number, color: string): string {
  return `drawbox=x=${x}:y=${y}:w=${width}:h=${height}:color=${color}:t=fill`;
}

function scoreBoard(match: number, goal: number): string {
  const bits = Array.from({ length: 12 }, (_, bit) => bit).filter(
    (bit) => ((mix(11, match, bit < 8 ? 0 : goal) >> bit) & 1) === 1,
  );
  return [box(24, 18, 150, 26, 'black'), ...bits.map((bit) => box(32 + bit * 11, 24, 7, 14, 'white'))].join(
    ',',
  );
}

/** A crowd that rises with the goal, and a voice whose syllables differ by goal. */
function soundOf(seed: number): string {
  const [low, step, turn] = [
    250 + 300 * chance(seed, 1),
    200 + 500 * chance(seed, 2),
    1 + 6 * chance(seed, 3),
  ];
  const pitch = `(${low.toFixed(1)}+${step.toFixed(1)}*abs(sin(${turn.toFixed(3)}*floor(5*t)+floor(5*t)*floor(5*t))))`;
  const voice = `0.2*(sin(2*PI*${pitch}*t)+0.5*sin(4*PI*${pitch}*t))*gt(sin(${(3 * turn).toFixed(3)}*floor(2.5*t)),-0.4)`;
  return `aevalsrc='${voice}+(0.1+0.3*exp(-(t-4)*(t-4)/2))*(random(0)-0.5)':s=22050:d=${FILM.seconds}`;
}

export async function runFfmpeg(ffmpeg: string, args: readonly string[]): Promise<void> {
  const child = spawn(ffmpeg, ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')} ended with ${code}: ${said.trim()}`);
}
