/**
 * The arguments with which ffmpeg makes a video of drawn scenes: a camera that moves over the pictures, players, the score board, sound,
 * and what was done to it afterwards. Written for an ffmpeg of 2018 as well as for today's. One thread and no dates: the same
 * recipe gives the same bytes each time.
 */
import { chance, hashText, mix } from '../randomness.ts';
import { CANVAS, sceneSeconds, sceneSeed, SHOTS, STRIP } from './scene.ts';
import {
  FASTER,
  FRAME_RATE,
  PICTURE,
  shapeOf,
  TRIMMED_SECONDS,
  type Edit,
  type Recipe,
  type Scene,
} from './recipe.ts';

const SOUND_RATE = 22_050;
const PLAYERS = 5;
const SHIRTS = [
  '0xd83030',
  '0x3050d8',
  '0xf0f0f0',
  '0x202020',
  '0xf0c020',
  '0x30a0a0',
  '0x9030c0',
  '0xf08030',
];
const BOARD = { left: 24, top: 18 } as const;

/** The pictures come through stdin, scene after scene. */
export function toFilmArguments(recipe: Recipe, output: readonly string[]): string[] {
  const { scenes, edit } = recipe;
  const { seconds } = shapeOf(recipe, sum(scenes.map(sceneSeconds)));
  const graph = [
    ...scenes.flatMap((scene, place) => sceneGraph(scene, place, scenes.length, edit)),
    `${scenes.map((_, place) => `[v${place}][a${place}]`).join('')}concat=n=${scenes.length}:v=1:a=1[v][a]`,
    `[v]${pictureEdit(edit)}[picture]`,
    `[a]${soundEdit(edit)}[sound]`,
  ].join(';');
  const size = `${CANVAS.width}x${CANVAS.height + STRIP.height}`;
  const words = [
    '-hide_banner -loglevel error -y -filter_threads 1 -filter_complex_threads 1',
    `-f rawvideo -pix_fmt yuv420p -s ${size} -framerate ${FRAME_RATE} -i pipe:0`,
    // Without spaces in it: it is one word, too.
    `-filter_complex ${graph} -map [picture] -map [sound] -t ${seconds}`,
    `-c:v libx264 -preset ultrafast -crf ${edit === 're-encode' ? 36 : 27} -threads 1`,
    `-pix_fmt yuv420p -g ${FRAME_RATE * 2} -r ${FRAME_RATE}`,
    `-c:a aac -b:a 40k -ac 1 -ar ${SOUND_RATE}`,
    '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact',
  ];
  return [...words.join(' ').split(' '), ...output];
}

/** Scenes of a compilation come one after the other in one stream of pictures: each takes its own out of it. */
function sceneGraph(scene: Scene, place: number, count: number, edit: Edit): string[] {
  const own = sceneSeed(scene);
  const length = sceneSeconds(scene);
  const first = place * (SHOTS + 1);
  // Not by a slow rate of the input: ffmpeg then shows the first picture for one shot longer.
  const spread = `settb=1/1000,setpts=N*${length.toFixed(1)}/${SHOTS}/TB`;
  const frames = count === 1 ? spread : `select='between(n,${first},${first + SHOTS})',${spread}`;
  const source = place === 0 ? (count === 1 ? '[0:v]' : '[s0]') : `[s${place}]`;
  const splitting = place === 0 && count > 1 ? [`[0:v]split=${count}${scenes(count)}`] : [];
  const names = (step: string): string => `[${step}${place}]`;
  const { board, mark } = STRIP;
  const steps = [
    ...splitting,
    `${source}${frames},fps=${FRAME_RATE},trim=duration=${length},split=3${names('w')}${names('b')}${names('m')}`,
    `${names('w')}crop=${PICTURE.width}:${PICTURE.height}:${camera(own, length)}${names('p')}`,
    `${names('b')}crop=${board.width}:${board.height}:0:${CANVAS.height}${names('board')}`,
    edit === 'watermark'
      ? `${names('m')}crop=${mark.width}:${mark.height}:${board.width}:${CANVAS.height}${names('mark')}`
      : `${names('m')}nullsink`,
  ];
  let picture = names('p');
  for (let player = 0; player < PLAYERS; player++) {
    const { source: sprite, at } = playerAt(own, player, length);
    const next = names(`p${player}x`);
    steps.push(
      `${sprite}${names(`c${player}x`)}`,
      `${picture}${names(`c${player}x`)}overlay=${at}:shortest=1${next}`,
    );
    picture = next;
  }
  const marked = edit === 'watermark' ? names('q') : names('v');
  steps.push(`${picture}${names('board')}overlay=${BOARD.left}:${BOARD.top}:shortest=1${marked}`);
  if (edit === 'watermark') steps.push(`${marked}${names('mark')}overlay=380:310:shortest=1${names('v')}`);
  return [...steps, `${sound(own, length)}${names('a')}`];
}

function scenes(count: number): string {
  return Array.from({ length: count }, (_, place) => `[s${place}]`).join('');
}

/** From one place to another in each shot, with a hand that shakes a little. */
function camera(own: number, length: number): string {
  const shot = length / SHOTS;
  const path = (room: number, question: number): string => {
    const parts = Array.from({ length: SHOTS }, (_, nth) => {
      const from = chance(own, question, nth, 1) * room;
      const to = chance(own, question, nth, 2) * room;
      const inShot = `(t-${(nth * shot).toFixed(2)})/${shot.toFixed(2)}`;
      return `(${from.toFixed(1)}+(${(to - from).toFixed(1)})*${inShot})`;
    });
    const moving = parts.reduceRight(
      (later, part, nth) => `if(lt(t,${((nth + 1) * shot).toFixed(2)}),${part},${later})`,
    );
    return `'clip(${moving}+2*sin(9*t),0,${room})'`;
  };
  return `${path(CANVAS.width - PICTURE.width, 31)}:${path(CANVAS.height - PICTURE.height, 32)}`;
}

function playerAt(own: number, player: number, length: number): { source: string; at: string } {
  const roll = mix(own, hashText('player'), player);
  const home = Math.floor(chance(own, 40) * SHIRTS.length);
  const away = home + 1 + Math.floor(chance(own, 41) * (SHIRTS.length - 1));
  const shirt = SHIRTS[(player % 2 === 0 ? home : away) % SHIRTS.length];
  const between = (question: number, low: number, high: number): string =>
    (low + chance(roll, question) * (high - low)).toFixed(1);
  // The last of them is the ball.
  const size = player === PLAYERS - 1 ? '6x6' : `${10 + player * 2}x${24 + player * 4}`;
  const color = player === PLAYERS - 1 ? '0xffffff' : shirt;
  const x = `${between(1, 0, 560)}+${between(2, -70, 70)}*t+${between(3, 5, 30)}*sin(${between(4, 1, 5)}*t)`;
  const y = `${between(5, 170, 310)}+${between(6, -14, 14)}*t`;
  return { source: `color=c=${color}:s=${size}:r=${FRAME_RATE}:d=${length}`, at: `x='${x}':y='${y}'` };
}

/** A crowd that rises when the goal falls, a whistle, and a horn with a tune that no other goal has. */
function sound(own: number, length: number): string {
  const goalAt = (length * (0.3 + chance(own, 50) * 0.3)).toFixed(2);
  const [low, step, turn] = [
    300 + chance(own, 51) * 300,
    120 + chance(own, 52) * 500,
    1 + chance(own, 53) * 6,
  ];
  const tune = `(${low.toFixed(1)}+${step.toFixed(1)}*abs(sin(${turn.toFixed(3)}*floor(5*t)+${(turn * 2).toFixed(3)})))`;
  const horn = `0.16*sin(2*PI*${tune}*t)*gt(sin(${(turn * 3).toFixed(3)}*floor(2.5*t)),-0.4)`;
  const whistle = `0.12*sin(2*PI*2350*t)*lt(abs(t-${goalAt}-0.8),0.25)`;
  const crowd = `anoisesrc=color=pink:seed=${own % 1_000_000}:amplitude=0.35:sample_rate=${SOUND_RATE}:duration=${length}`;
  const tag = `n${own}`;
  return [
    `${crowd},volume='0.35+0.65*gt(t,${goalAt})':eval=frame[${tag}]`,
    `aevalsrc='${horn}+${whistle}':s=${SOUND_RATE}:d=${length}[h${tag}]`,
    `[${tag}][h${tag}]amix=inputs=2:duration=shortest`,
  ].join(';');
}

function pictureEdit(edit: Edit): string {
  const { width, height } = PICTURE;
  switch (edit) {
    case 'none':
    case 'watermark':
      return 'null';
    case 're-encode':
      return 'scale=426:240';
    case 'small':
      return 'scale=320:180';
    case 'crop-5':
      return `crop=iw*0.95:ih*0.95,scale=${width}:${height}`;
    case 'crop-10':
      return `crop=iw*0.9:ih*0.9,scale=${width}:${height}`;
    case 'mirror':
      return 'hflip';
    case 'trim-start':
      return `trim=start=${TRIMMED_SECONDS},setpts=PTS-STARTPTS`;
    case 'trim-end':
      return 'null';
    case 'letterbox':
      return 'scale=480:270,pad=480:360:0:45';
    case 'bright':
      return 'lutyuv=y=val*1.12+8';
    case 'faster':
      return `setpts=PTS/${FASTER}`;
    default:
      return edit satisfies never;
  }
}

function soundEdit(edit: Edit): string {
  if (edit === 'trim-start') return `atrim=start=${TRIMMED_SECONDS},asetpts=PTS-STARTPTS`;
  return edit === 'faster' ? `atempo=${FASTER}` : 'anull';
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
