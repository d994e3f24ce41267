import { expect, test } from 'vitest';
import { goalEvent, readingOf } from './reading-under-test.ts';
import { toStorableReading } from './storable-reading.ts';

test('a reading that can be stored is left as it is', () => {
  const reading = readingOf('1H', { events: [goalEvent(12, 'Ş. Öztürk-Ñandú 𝕏')] });

  expect(toStorableReading(reading)).toEqual(reading);
  expect(toStorableReading(readingOf('NS')).events).toBeNull();
});

test('what PostgreSQL cannot hold is taken out of every name', () => {
  const reading = readingOf('1\0H', {
    league: { id: 1, name: 'L\0', country: 'C\uD800', season: null, round: 'R\0' },
    home: { id: 71, name: 'x'.repeat(5_000) },
    away: { id: 72, name: 'B\0' },
    events: [goalEvent(1, 'P\0', { assist: { id: 1, name: 'A\uDC00' } }), goalEvent(2, 'Q')],
  });

  const clean = toStorableReading(reading);

  const text = JSON.stringify(clean);
  expect(text).not.toContain('\\u0000');
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(clean.home.name).toHaveLength(200);
  expect(clean.events?.map(({ player }) => player.name)).toEqual(['P', 'Q']);
});

test('an id that no column can hold is none', () => {
  const ids = [2_147_483_647, 2_147_483_648, -3_000_000_000, null];
  const events = ids.map((id) => goalEvent(1, 'P', { player: { id, name: 'P' } }));

  const clean = toStorableReading(readingOf('1H', { events }));

  expect(clean.events?.map(({ player }) => player.id)).toEqual([2_147_483_647, null, null, null]);
});
