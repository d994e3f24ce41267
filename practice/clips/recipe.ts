/**
 * What a video is made of: which goals it shows, from which camera, and how it was edited before it was posted. Two videos with the
 * same recipe are the same bytes.
 */
import { chance, hashText, mix } from '../randomness.ts';

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

export const PICTURE = [640, 360] as const;

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

export function sceneSeed({ fixture, n, angle }: Scene): number {
  return mix(hashText('scene'), fixture, n, angle);
}

/** In tenths, so that three shots of whole frames fit in it. */
export function sceneSeconds(scene: Scene): number {
  return (60 + Math.floor(chance(sceneSeed(scene), 1) * 9) * 3) / 10;
}

export function shapeOf(recipe: Recipe) {
  const { size: [width, height] = PICTURE, cutSeconds = 0, speed = 1 } = editingOf(recipe);
  const whole = recipe.scenes.reduce((seconds, scene) => seconds + sceneSeconds(scene), 0);
  return { seconds: Math.round(((whole - cutSeconds) / speed) * 100) / 100, width, height };
}
