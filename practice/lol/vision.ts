/** Wards placed and killed, and the score that they bring. On the bridge there are none. */
import { createRandom, mix } from '../randomness.ts';
import { entry } from './entry.ts';
import type { Participant } from './participant.ts';
import { UTILITY } from './roles.ts';
import type { Story } from './story.ts';

export interface Vision {
  readonly stealthWards: number;
  readonly controlWards: number;
  readonly wardsKilled: number;
  readonly score: number;
}

const WARDS = 0x56_01;
const NONE: Vision = { stealthWards: 0, controlWards: 0, wardsKilled: 0, score: 0 };

export function visionOf(story: Story, one: Participant): Vision {
  if (story.isBridge) return NONE;
  const random = createRandom(mix(story.game.seed, WARDS, one.id));
  const minutes = one.playedSeconds / 60;
  const isSupport = one.role === UTILITY;
  const { controlWards } = entry(story.shoppings, one.id - 1);
  const stealthWards = 1 + Math.floor(minutes * (isSupport ? 0.9 : 0.27) * (0.5 + random.next()));
  const wardsKilled = Math.floor(minutes * (isSupport ? 0.3 : 0.11) * 2 * random.next());
  const score = Math.round(
    minutes * 0.25 + stealthWards * 1.25 + controlWards * 2 + wardsKilled * 1.6 + random.below(6),
  );
  return { stealthWards, controlWards, wardsKilled, score };
}
