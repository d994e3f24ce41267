/**
 * What a video is made of: which goals it shows, from which camera, and what somebody did to it before posting it. Two videos with the
 * same recipe are the same bytes.
 */
export const EDITS = [
  'none',
  're-encode',
  'small',
  'crop-5',
  'crop-10',
  'mirror',
  'watermark',
  'trim-start',
  'trim-end',
  'letterbox',
  'bright',
  'faster',
] as const;
export type Edit = (typeof EDITS)[number];

export interface Scene {
  readonly fixture: number;
  readonly n: number;
  /** 0: as broadcast live; 1: the replay from behind the goal. They show the same goal and look nothing alike. */
  readonly angle: 0 | 1;
}

export interface Recipe {
  /** One; two of a compilation. */
  readonly scenes: readonly Scene[];
  readonly edit: Edit;
}

export interface Shape {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

export const FRAME_RATE = 20;
export const PICTURE = { width: 640, height: 360 } as const;
const SHAPES: Readonly<Partial<Record<Edit, Omit<Shape, 'seconds'>>>> = {
  're-encode': { width: 426, height: 240 },
  small: { width: 320, height: 180 },
  letterbox: { width: 480, height: 360 },
};
export const TRIMMED_SECONDS = 1.4;
export const FASTER = 1.05;

/** Of a recipe whose scenes last so long before the edit. */
export function shapeOf({ edit }: Recipe, sceneSeconds: number): Shape {
  const seconds =
    edit === 'trim-start' || edit === 'trim-end'
      ? sceneSeconds - TRIMMED_SECONDS
      : edit === 'faster'
        ? sceneSeconds / FASTER
        : sceneSeconds;
  return { ...(SHAPES[edit] ?? PICTURE), seconds: Math.round(seconds * 100) / 100 };
}
