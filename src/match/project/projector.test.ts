import { expect, test } from 'vitest';
import { FIRST_VIEW, type SourceView, viewOfAll } from './projector.ts';

const tft: SourceView = { ...FIRST_VIEW, source: 'tft' };
const lol: SourceView = { ...FIRST_VIEW, source: 'lol' };

test('the whole projects when every source does, and otherwise is where the most unusual one is', () => {
  const whole = (one: SourceView['state'], other: SourceView['state']): string =>
    viewOfAll([
      { ...tft, state: one },
      { ...lol, state: other },
    ]).state;
  expect(whole('projecting', 'projecting')).toBe('projecting');
  expect(whole('projecting', 'settling')).toBe('settling');
  expect(whole('verifying', 'rebuilding')).toBe('rebuilding');
  expect(whole('outdated', 'following')).toBe('outdated');
});

test('games, batches and waiting rows are added up, and the longest wait is that of the whole', () => {
  const progress = { looked: 1, of: 2, perSecond: 3 };
  const view = viewOfAll([
    { ...tft, games: 3, batches: 1, lag: { rows: 5, seconds: 9 }, fault: 'away' },
    { ...lol, games: 4, batches: 2, lag: { rows: 6, seconds: 2 }, progress },
  ]);
  expect(view).toMatchObject({
    games: 7,
    batches: 3,
    lag: { rows: 11, seconds: 9 },
    fault: 'away',
    progress,
  });
  expect(view.sources.map(({ source, lag }) => [source, lag?.rows])).toEqual([
    ['tft', 5],
    ['lol', 6],
  ]);
});

test('a lag that only one of them knows is that of the whole, and nobody’s is none', () => {
  expect(viewOfAll([tft, { ...lol, lag: { rows: 1, seconds: 2 } }]).lag).toEqual({ rows: 1, seconds: 2 });
  expect(viewOfAll([tft, lol]).lag).toBeNull();
  expect(viewOfAll([])).toMatchObject({ state: 'following', games: 0, lag: null, sources: [] });
});
