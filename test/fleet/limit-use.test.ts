/** That the measurement of a limit's use tells half of it from all of it. */
import { expect, test } from 'vitest';
import { useOf, type Look } from './limit-use.ts';

/** Looks every 100 ms at bursts of 10 calls in 500 ms, one every `everyMs`, with calls before anybody looked. */
function looksAt(everyMs: number, untilMs: number): Look[] {
  return Array.from({ length: untilMs / 100 }, (_, index) => {
    const atMs = index * 100;
    const whole = Math.floor(atMs / everyMs);
    return { atMs, calls: 7 + whole * 10 + Math.min(10, Math.floor((atMs - whole * everyMs) / 50)) };
  });
}

test('bursts that follow each other as soon as a window of two seconds allows use all of it', () => {
  expect(useOf(looksAt(2_000, 9_000), { calls: 10, seconds: 2 })).toEqual({ share: 1, windows: 3 });
});

test('bursts that come half as often use half of it, wherever the first and the last look fell', () => {
  expect(useOf(looksAt(4_000, 14_700).slice(3), { calls: 10, seconds: 2 })).toEqual({
    share: 0.5,
    windows: 2,
  });
});

test('one burst alone says nothing', () => {
  expect(useOf(looksAt(4_000, 5_000), { calls: 10, seconds: 2 })).toEqual({ share: null, windows: 0 });
});

test('calls without a pause say nothing: it was not the limit that held them back', () => {
  const looks = Array.from({ length: 100 }, (_, index) => ({ atMs: index * 100, calls: index }));

  expect(useOf(looks, { calls: 10, seconds: 2 })).toEqual({ share: null, windows: 0 });
});
