/** The soak's judgement, on samples of which we know what they are. */
import { describe, expect, test } from 'vitest';
import { boundOf } from '../../bench/soak/bounded-by.ts';
import { findGrowth, growthOf, type TimedSample } from '../../bench/soak/growth-of.ts';

const MINUTES = 40;

function samplesOf(figures: Readonly<Record<string, (minute: number) => number>>): TimedSample[] {
  return Array.from({ length: MINUTES * 4 + 1 }, (_, index) => ({
    atMinutes: index / 4,
    figures: new Map(Object.entries(figures).map(([name, at]) => [name, at(index / 4)])),
  }));
}

describe('what has grown', () => {
  test('is found with its rate, the largest part first', () => {
    const samples = samplesOf({
      'process gamekeeper: memory bytes': (minute) => 300e6 + minute * 1e6,
      'postgres gamekeeper.forgotten: rows': (minute) => 10 + minute,
    });
    const grown = findGrowth(samples);
    expect(grown.map(({ name }) => name)).toEqual([
      'postgres gamekeeper.forgotten: rows',
      'process gamekeeper: memory bytes',
    ]);
    expect(grown[1]?.perHour).toBeCloseTo(60e6, -6);
    expect(grown[0]?.perHour).toBe(60);
  });

  test('is not what warms up, what swings, what shrinks, or what is too little to tell', () => {
    const samples = samplesOf({
      'heap: used bytes': (minute) => 100e6 + ((minute * 13) % 7) * 5e6,
      'process gamekeeper: memory bytes': (minute) => 300e6 - 200e6 / (1 + minute * 3),
      'process gamekeeper: handles': (minute) => 80 + Math.floor(minute / 20),
      'postgres x: rows': (minute) => 1_000 - minute,
      'files practice-clips: bytes': (minute) => 500e6 + minute * 10_000,
    });
    expect(findGrowth(samples)).toEqual([]);
    expect(growthOf('postgres x: rows', samples).perHour).toBe(-60);
  });

  test('is found when it was not there at first', () => {
    const samples = samplesOf({ 'files leak: count': (minute) => (minute < 15 ? 0 : minute * 2) });
    expect(findGrowth(samples)).toMatchObject([{ name: 'files leak: count' }]);
  });
});

test('growth without an explanation is a finding', () => {
  expect(boundOf('postgres gamekeeper.job_log: rows')).toMatch(/JOB_LOG_DAYS/);
  expect(boundOf('postgres gamekeeper.job_log_more: rows')).toBeUndefined();
  expect(boundOf('process gamekeeper: memory bytes')).toBeUndefined();
  expect(boundOf('files clip-work: bytes')).toBeUndefined();
});
