import { expect, test } from 'vitest';
import { clipQuality } from './clip-quality.ts';
import { madeClip } from './fixtures/made-clips.ts';

const good = madeClip('good', [{ film: 1, to: 30 }], {
  bytes: 24_000_000,
  width: 1_920,
  height: 1_080,
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

test('a clip without a print and without a length still has a quality', () => {
  const strange = { ...good, picture: null, seconds: 0 };

  expect(clipQuality(strange)).toBeGreaterThan(0);
  expect(clipQuality(strange)).toBeLessThan(1);
});
