import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { continueClock, readPracticeMemory, worldTime, writePracticeMemory } from './practice.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-memory-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('reads the stored memory, and none from a missing or incomplete file', () => {
  const file = join(directory, 'data', 'practice-world.json');
  expect(readPracticeMemory(file)).toBeUndefined();
  const memory = { startAt: 1, startedAt: 2, speed: 60, port: 4100 };
  writePracticeMemory(file, memory);
  expect(readPracticeMemory(file)).toEqual(memory);
  writeFileSync(file, '{"startAt": 1}');
  expect(readPracticeMemory(file)).toBeUndefined();
  writeFileSync(file, 'half');
  expect(readPracticeMemory(file)).toBeUndefined();
  expect(readPracticeMemory(undefined)).toBeUndefined();
});

test('the clock of a restarted world continues, also when its speed changes', () => {
  const first = continueClock(undefined, 60, 1_000);
  expect(worldTime(first, 1_000)).toBe(1_000);
  expect(worldTime(first, 3_000)).toBe(121_000);
  expect(continueClock(first, 60, 3_000)).toEqual(first);
  const slower = continueClock(first, 2, 3_000);
  expect(worldTime(slower, 3_000)).toBe(121_000);
  expect(worldTime(slower, 4_000)).toBe(123_000);
});
