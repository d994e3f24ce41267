/**
 * How well a copy can be watched, 0 to 1: long enough to show the goal and not a whole half, large, little compressed, the whole
 * picture (no bars, no crop, not mirrored), wide as it was broadcast, with sound.
 */
import type { ClipCopy } from './clip-copy.ts';

const WEIGHTS = { length: 0.3, size: 0.25, bits: 0.1, picture: 0.25, sound: 0.1 } as const;

/** A goal with its replay takes half a minute; after a minute and a half it is something else. */
const FULL_SECONDS = 30;
const LONG_SECONDS = 90;
const FULL_EDGE = 1_080;
/** Bits for each pixel and second: more than this cannot be seen. */
const FULL_BITS = 3;
const WIDE = 16 / 9;

/** `changed`: how many copies say that this one is mirrored or cut against them, 0 to 1. */
export function clipQuality(clip: ClipCopy, changed = 0): number {
  const { bytes, seconds, width, height } = clip;
  const pixels = width * height;
  const length = seconds > LONG_SECONDS ? LONG_SECONDS / (2 * seconds) : Math.min(1, seconds / FULL_SECONDS);
  const size = Math.min(1, Math.min(width, height) / FULL_EDGE);
  const bits = Math.min(1, (bytes * 8) / Math.max(1, seconds * pixels) / FULL_BITS);
  const shape = Math.min(width / height / WIDE, WIDE / (width / height));
  const picture = shape * (1 - (clip.picture?.barShare ?? 0)) * (1 - changed);
  return (
    WEIGHTS.length * length +
    WEIGHTS.size * size +
    WEIGHTS.bits * bits +
    WEIGHTS.picture * picture +
    WEIGHTS.sound * (clip.hasAudio ? 1 : 0)
  );
}
