/**
 * What ffmpeg needs to make a video: small drawn pictures of three shots of an invented stadium, and the arguments that enlarge them and add
 * a moving camera, players, sound and the edit. The crowd is the match's; light, framing and boards are the goal's and the camera's,
 * so that two goals of one match differ while copies of one do not.
 *
 * Written for an ffmpeg of 2018 as well as for today's. One thread and no dates: the same recipe gives the same bytes each time.
 */
import { chance, hashText, mix } from '../randomness.ts';

const SHOTS = 3;
const FRAME_RATE = 20;
const SOUND_RATE = 22_050;
/** Pictures are drawn at a fifth of this size, which is larger than the screen so that a camera can move over it. */
const CANVAS = { width: 800, height: 450 } as const;
const DOT = 5;
const PLAYERS = 5;
const SHIRTS = ['d83030', '3050d8', 'f0f0f0', '202020', 'f0c020', '30a0a0', '9030c0', 'f08030'];
const GRASS = [0.62, 1, 0.5];

/** All shots as raw rgb24, and the last one again: it would otherwise be shown for one frame only. */
export function drawScene(scene: Scene): Buffer {
  const shots = Array.from({ length: SHOTS }, (_, shot) => drawShot(scene, shot));
  return Buffer.concat([...shots, ...shots.slice(-1)]);
}

function drawShot({ fixture, n, angle }: Scene, shot: number): Buffer {
  const own = mix(sceneSeed({ fixture, n, angle }), shot);
  const between = (question: number, low: number, high: number): number =>
    low + chance(own, question) * (high - low);
  const horizon = between(1, 18, 56);
  const [lean, light, stripe] = [between(2, -0.5, 0.5), between(3, 9, 26), between(4, 10, 34)];
  const [columns, rows] = [CANVAS.width / DOT, CANVAS.height / DOT];
  const frame = Buffer.alloc(columns * rows * 3);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const along = x + lean * y;
      const lit = chance(own, 5, Math.floor(along / light), Math.floor(y / light));
      let luma: number;
      if (y < horizon) luma = 25 + 110 * lit + 80 * chance(fixture, x >> 1, y >> 1);
      else if (y < horizon + 6) luma = 40 + 190 * chance(own, 6, Math.floor(along / 15));
      else if (Math.abs(along % (4 * stripe)) < 1.5) luma = 230;
      else luma = 70 + (Math.floor(along / stripe) % 2) * 25 + 95 * lit;
      const isGrass = y >= horizon + 6 && luma < 230;
      for (let colour = 0; colour < 3; colour++)
        frame[(y * columns + x) * 3 + colour] = luma * (isGrass ? (GRASS[colour] ?? 1) : 1);
    }
  return frame;
}

/** `pictures`: the files that hold the drawn scenes. */
export function toFilmArguments(recipe: Recipe, pictures: readonly string[], output: readonly string[]) {
  const { scenes } = recipe;
  const { picture = 'null', sound = 'anull', quality = 27 } = editingOf(recipe);
  const graph = [
    ...scenes.flatMap(sceneGraph),
    `${scenes.map((_, place) => `[v${place}][a${place}]`).join('')}concat=n=${scenes.length}:v=1:a=1[v][a]`,
    `[v]${picture}[picture]`,
    `[a]${sound}[sound]`,
  ].join(';');
  const size = `${CANVAS.width / DOT}x${CANVAS.height / DOT}`;
  const words = [
    '-hide_banner -loglevel error -nostdin -y -filter_threads 1 -filter_complex_threads 1',
    ...pictures.map((file) => `-f rawvideo -pix_fmt rgb24 -s ${size} -framerate ${FRAME_RATE} -i ${file}`),
    // Without spaces in it: it is one word, too.
    `-filter_complex ${graph} -map [picture] -map [sound] -t ${shapeOf(recipe).seconds}`,
    `-c:v libx264 -preset ultrafast -crf ${quality} -threads 1`,
    `-pix_fmt yuv420p -g ${FRAME_RATE * 2} -r ${FRAME_RATE}`,
    `-c:a aac -b:a 40k -ac 1 -ar ${SOUND_RATE}`,
    '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact',
  ];
  return [...words.join(' ').split(' '), ...output];
}

function sceneGraph(scene: Scene, place: number): string[] {
  const own = sceneSeed(scene);
  const length = sceneSeconds(scene);
  const steps = [
    // Not by a slow rate of the input: ffmpeg then shows the first picture for one shot longer.
    `[${place}:v]scale=${CANVAS.width}:${CANVAS.height}:flags=neighbor,settb=1/1000,setpts=N*${length.toFixed(1)}/${SHOTS}/TB,` +
      `fps=${FRAME_RATE},trim=duration=${length},crop=${PICTURE.join(':')}:${camera(own, length)}[v${place}x0]`,
  ];
  for (let player = 0; player < PLAYERS; player++) {
    const next = player === PLAYERS - 1 ? `[v${place}]` : `[v${place}x${player + 1}]`;
    const { source, at } = playerAt(own, player, length);
    steps.push(`${source}[p${place}x${player}]`);
    steps.push(`[v${place}x${player}][p${place}x${player}]overlay=${at}:shortest=1${next}`);
  }
  return [...steps, ...sound(own, length, place)];
}

/** From one place to another in each shot, with a hand that shakes a little. */
function camera(own: number, length: number): string {
  const shot = length / SHOTS;
  const path = (room: number, question: number): string => {
    const parts = Array.from({ length: SHOTS }, (_, nth) => {
      const from = chance(own, question, nth, 1) * room;
      const to = chance(own, question, nth, 2) * room;
      return `(${from.toFixed(1)}+(${(to - from).toFixed(1)})*(t-${(nth * shot).toFixed(2)})/${shot.toFixed(2)})`;
    });
    const moving = parts.reduceRight(
      (later, part, nth) => `if(lt(t,${((nth + 1) * shot).toFixed(2)}),${part},${later})`,
    );
    return `'clip(${moving}+2*sin(9*t),0,${room})'`;
  };
  return `${path(CANVAS.width - PICTURE[0], 31)}:${path(CANVAS.height - PICTURE[1], 32)}`;
}

function playerAt(own: number, player: number, length: number) {
  const roll = mix(own, hashText('player'), player);
  const between = (question: number, low: number, high: number): string =>
    (low + chance(roll, question) * (high - low)).toFixed(1);
  const isBall = player === PLAYERS - 1;
  const home = Math.floor(chance(own, 40) * SHIRTS.length);
  const away = home + 1 + Math.floor(chance(own, 41) * (SHIRTS.length - 1));
  const shirt = SHIRTS[(player % 2 === 0 ? home : away) % SHIRTS.length];
  const size = isBall ? '6x6' : `${10 + player * 2}x${24 + player * 4}`;
  const x = `${between(1, 0, 560)}+${between(2, -70, 70)}*t+${between(3, 5, 30)}*sin(${between(4, 1, 5)}*t)`;
  const y = `${between(5, 170, 310)}+${between(6, -14, 14)}*t`;
  return {
    source: `color=c=0x${isBall ? 'ffffff' : shirt}:s=${size}:r=${FRAME_RATE}:d=${length}`,
    at: `x='${x}':y='${y}'`,
  };
}

/** A crowd that rises when the goal falls, a whistle, and a horn with a tune that no other goal has. */
function sound(own: number, length: number, place: number): string[] {
  const goalAt = (length * (0.3 + chance(own, 50) * 0.3)).toFixed(2);
  const [low, step] = [(300 + chance(own, 51) * 300).toFixed(1), (120 + chance(own, 52) * 500).toFixed(1)];
  const turn = 1 + chance(own, 53) * 6;
  const tune = `(${low}+${step}*abs(sin(${turn.toFixed(3)}*floor(5*t)+${(turn * 2).toFixed(3)})))`;
  const horn = `0.16*sin(2*PI*${tune}*t)*gt(sin(${(turn * 3).toFixed(3)}*floor(2.5*t)),-0.4)`;
  const whistle = `0.12*sin(2*PI*2350*t)*lt(abs(t-${goalAt}-0.8),0.25)`;
  const crowd = `anoisesrc=color=pink:seed=${own % 1_000_000}:amplitude=0.35:sample_rate=${SOUND_RATE}:duration=${length}`;
  return [
    `${crowd},volume='0.35+0.65*gt(t,${goalAt})':eval=frame[n${place}]`,
    `aevalsrc='${horn}+${whistle}':s=${SOUND_RATE}:d=${length}[h${place}]`,
    `[n${place}][h${place}]amix=inputs=2:duration=shortest[a${place}]`,
  ];
}

// What a video is made of: which goals it shows, from which camera, and how it was edited before it was posted. Two videos with the
// same recipe are the same bytes.

export interface Scene {
  readonly fixture: number;
  /** The goal's number in its match, from 1. */
  readonly n: number;
  /** 0: as broadcast live; 1: the replay from behind the goal. Both show the same goal and look nothing alike. */
  readonly angle: 0 | 1;
}

export interface Recipe {
  /** One; two of a compilation. */
  readonly scenes: readonly Scene[];
  readonly edit: Edit;
}

interface Editing {
  /** Filters of ffmpeg. */
  readonly picture?: string;
  readonly sound?: string;
  readonly size?: readonly [width: number, height: number];
  readonly cutSeconds?: number;
  readonly speed?: number;
  readonly quality?: number;
}

const PICTURE = [640, 360] as const;

const EDITINGS = {
  none: {},
  're-encode': { picture: 'scale=426:240', size: [426, 240], quality: 36 },
  small: { picture: 'scale=320:180', size: [320, 180] },
  'crop-5': { picture: 'crop=iw*0.95:ih*0.95,scale=640:360' },
  'crop-10': { picture: 'crop=iw*0.9:ih*0.9,scale=640:360' },
  mirror: { picture: 'hflip' },
  watermark: { picture: 'drawbox=380:310:240:28:white@0.7:fill' },
  'trim-start': {
    picture: 'trim=start=1.4,setpts=PTS-STARTPTS',
    sound: 'atrim=start=1.4,asetpts=PTS-STARTPTS',
    cutSeconds: 1.4,
  },
  'trim-end': { cutSeconds: 1.4 },
  letterbox: { picture: 'scale=480:270,pad=480:360:0:45', size: [480, 360] },
  bright: { picture: 'lutyuv=y=val*1.12+8' },
  faster: { picture: 'setpts=PTS/1.05', sound: 'atempo=1.05', speed: 1.05 },
} as const satisfies Record<string, Editing>;
export type Edit = keyof typeof EDITINGS;
export const EDITS = Object.keys(EDITINGS) as Edit[];

export function editingOf({ edit }: Recipe): Editing {
  return EDITINGS[edit];
}

function sceneSeed({ fixture, n, angle }: Scene): number {
  return mix(hashText('scene'), fixture, n, angle);
}

/** In tenths, so that three shots of whole frames fit in it. */
function sceneSeconds(scene: Scene): number {
  return (60 + Math.floor(chance(sceneSeed(scene), 1) * 9) * 3) / 10;
}

export function shapeOf(recipe: Recipe) {
  const { size: [width, height] = PICTURE, cutSeconds = 0, speed = 1 } = editingOf(recipe);
  const whole = recipe.scenes.reduce((seconds, scene) => seconds + sceneSeconds(scene), 0);
  return { seconds: Math.round(((whole - cutSeconds) / speed) * 100) / 100, width, height };
}
