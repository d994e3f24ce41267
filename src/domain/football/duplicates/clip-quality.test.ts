import { expect, test } from 'vitest';
import { clipQuality } from './clip-quality.ts';
import { madeClip } from './fixtures/made-clips.ts';

const good = madeClip('good', [{ film: 1, to: 30 }], {
  bytes: 24_000_000,
  width: 1_920,
  height: 1_080,
});

test('half a minute in full size with sound cannot be better', () => {
  expect(clipQuality(good)).toBeCloseTo(1, 5);
});

// Each differs from the best in one thing, and loses the part of its weight that the thing is worth.
test.each([
  ['a minute and a half', { seconds: 90, bytes: 72_000_000 }, 1],
  ['a third of the edge', { width: 640, height: 360 }, 0.8333],
  ['a fifth of the length', { seconds: 6 }, 0.76],
  ['nearly three minutes', { seconds: 170, bytes: 136_000_000 }, 0.7794],
  ['no sound', { hasAudio: false }, 0.9],
])('%s: %j is worth %d', (_, change, quality) => {
  expect(clipQuality({ ...good, ...change })).toBeCloseTo(quality, 3);
});

test('a copy that others show to be changed is worse', () => {
  expect(clipQuality(good, 1)).toBeLessThan(clipQuality(good, 0.5));
  expect(clipQuality(good, 0.5)).toBeLessThan(clipQuality(good, 0));
});

test('a clip without a print and without a length still has a quality', () => {
  const strange = { ...good, picture: null, seconds: 0 };

  expect(clipQuality(strange)).toBeGreaterThan(0);
  expect(clipQuality(strange)).toBeLessThan(1);
});
