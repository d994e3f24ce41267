import { expect, test } from 'vitest';

import { formatZoned, formatZonedDay } from './zoned-time.ts';

test('a moment is told by the clock of its zone, across the date line and summer time', () => {
  expect(formatZoned('2026-11-15T18:04:59Z', 'UTC')).toBe('Sun, 15 Nov 2026, 18:04');
  expect(formatZoned('2026-11-15T18:04:59Z', 'Asia/Seoul')).toBe('Mon, 16 Nov 2026, 03:04');
  expect(formatZoned('2026-07-01T22:30:00Z', 'Europe/Berlin')).toBe('Thu, 2 Jul 2026, 00:30');
  expect(formatZonedDay('2026-11-15T18:04:59Z', 'Asia/Seoul')).toBe('16 Nov 2026');
});
