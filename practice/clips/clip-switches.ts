/** What can be changed about the clip site while it runs. What a change leaves out becomes the default again. */
import { Type, type Static } from 'typebox';
import { HOSTILE_KINDS, type HostileKind } from './hostile-kinds.ts';
import type { PostSwitches } from './posts.ts';
import { MOODS, type Mood } from './real-shapes.ts';

const Share = Type.Number({ minimum: 0, maximum: 1 });

export const ClipSwitchesBody = Type.Partial(
  Type.Object(
    {
      /** `needed`: the search asks for a session. */
      login: Type.Enum(['open', 'needed']),
      /** Everything answers 503. */
      isDown: Type.Boolean(),
      /** Pages and JSON have a shape that nobody knows yet. */
      isChanged: Type.Boolean(),
      /** How the sites in the shape of X and Reddit behave. */
      mood: Type.Enum([...MOODS, 'by-time']),
      /** Before every answer. */
      delayMs: Type.Integer({ minimum: 0, maximum: 600_000 }),
      deadShare: Share,
      hlsShare: Share,
      wrongGoalShare: Share,
      compilationShare: Share,
      memoryShare: Share,
      hostile: Type.Array(Type.Enum([...HOSTILE_KINDS, 'all'])),
      /** Where hostile media lead. */
      target: Type.String({ pattern: '^https?://' }),
    },
    { additionalProperties: false },
  ),
);
export type ClipSwitchesBody = Static<typeof ClipSwitchesBody>;

export interface ClipSwitches extends PostSwitches {
  readonly login: 'open' | 'needed';
  readonly isDown: boolean;
  readonly isChanged: boolean;
  readonly mood: Mood | 'by-time';
  readonly delayMs: number;
  readonly target: string;
}

const DEFAULTS: ClipSwitches = {
  login: 'open',
  isDown: false,
  isChanged: false,
  mood: 'by-time',
  delayMs: 0,
  deadShare: 0.07,
  hlsShare: 0.1,
  wrongGoalShare: 0.15,
  compilationShare: 0.12,
  memoryShare: 0.12,
  hostile: [],
  // The discard port: nobody listens there.
  target: 'http://127.0.0.1:9',
};

export function toClipSwitches({ hostile = [], ...changes }: ClipSwitchesBody): ClipSwitches {
  const kinds = hostile.includes('all')
    ? HOSTILE_KINDS
    : hostile.filter((kind): kind is HostileKind => kind !== 'all');
  return { ...DEFAULTS, ...changes, hostile: kinds };
}
