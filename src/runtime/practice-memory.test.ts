import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { continueClock, keepPractice, recallPractice, worldTime } from './practice-memory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-memory-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('what is kept is recalled; what is not there or no memory is none', () => {
  const file = join(directory, 'data', 'practice-world.json');
  expect(recallPractice(file)).toBeUndefined();
  const memory = { startAt: 1, startedAt: 2, speed: 60, port: 4100 };
  keepPractice(file, memory);
  expect(recallPractice(file)).toEqual(memory);
  writeFileSync(file, '{"startAt": 1}');
  expect(recallPractice(file)).toBeUndefined();
  writeFileSync(file, 'half');
  expect(recallPractice(file)).toBeUndefined();
  expect(recallPractice(undefined)).toBeUndefined();
});

test('a world that is started again goes on, and no moment comes twice when its speed is changed', () => {
  const first = continueClock(undefined, 60, 1_000);
  expect(worldTime(first, 1_000)).toBe(1_000);
  expect(worldTime(first, 3_000)).toBe(121_000);
  expect(continueClock(first, 60, 3_000)).toEqual(first);
  const slower = continueClock(first, 2, 3_000);
  expect(worldTime(slower, 3_000)).toBe(121_000);
  expect(worldTime(slower, 4_000)).toBe(123_000);
});
