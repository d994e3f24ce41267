import { createAgedGames } from './body.ts';
import { expect, test } from 'vitest';

const NOW = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

test('one old game tells that all with smaller numbers of its platform have no timeline', () => {
  const aged = createAgedGames(() => NOW);
  expect(aged.hasNoTimeline('EUW1_500')).toBe(false);

  aged.note('EUW1_500', daysAgo(400));

  expect(['EUW1_500', 'EUW1_499', 'EUW1_9'].map((id) => aged.hasNoTimeline(id))).toEqual([true, true, true]);
  expect(['EUW1_501', 'KR_400', 'TR1_1'].map((id) => aged.hasNoTimeline(id))).toEqual([false, false, false]);
});

test('a game within the year, and a smaller number than is known, change nothing', () => {
  const aged = createAgedGames(() => NOW);
  aged.note('EUW1_500', daysAgo(400));
  aged.note('EUW1_900', daysAgo(366));
  aged.note('EUW1_200', daysAgo(500));
  expect([aged.hasNoTimeline('EUW1_500'), aged.hasNoTimeline('EUW1_501')]).toEqual([true, false]);
});

test('a game of a year and a day is still worth a call, and a timeline that is missing then is not waited for', () => {
  const aged = createAgedGames(() => NOW);
  aged.note('EUW1_500', daysAgo(366));
  aged.note('EUW1_600', daysAgo(364));
  expect([aged.hasNoTimeline('EUW1_500'), aged.mayHaveNoTimeline('EUW1_500')]).toEqual([false, true]);
  expect(aged.mayHaveNoTimeline('EUW1_600')).toBe(false);
});
