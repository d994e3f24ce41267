import { describe, expect, test } from 'vitest';
import { analyseHistory } from './analyse-history.ts';
import { inventHistory, options, type PlayerModel } from './fixtures/invented-games.ts';

const SEEDS = Array.from({ length: 60 }, (_, index) => 40_000 + index);

function analyse(seed: number, model: PlayerModel) {
  return analyseHistory(inventHistory(seed, model), options(), { ranks: [] });
}

describe('where nothing is special', () => {
  test('at most 5 % of histories have a finding, of whatever length', () => {
    for (const games of [120, 400]) {
      const found = SEEDS.filter(
        (seed) => analyse(seed, { games, winChance: () => 0.52 }).findings.length > 0,
      );
      // 3 % are aimed at; 7 of 60 would be a chance of one in four hundred.
      expect(found.length).toBeLessThan(7);
    }
  });

  test('the nearest contrast comes with how often chance brings as much, and an interval that holds no difference', () => {
    const { findings, closest, comparisons } = analyse(3, { games: 500, winChance: () => 0.5 });
    expect(findings).toEqual([]);
    expect(comparisons).toBeGreaterThan(50);
    expect(Number(closest?.p)).toBeGreaterThan(0.03);
    expect(Number(closest?.difference.low)).toBeLessThanOrEqual(0);
    expect(Number(closest?.difference.high)).toBeGreaterThanOrEqual(0);
  });
});

describe('where something is planted, it is found', () => {
  const share = (
    model: PlayerModel,
    isIt: (finding: ReturnType<typeof analyse>['findings'][number]) => boolean,
  ) => SEEDS.slice(0, 24).filter((seed) => analyse(seed, model).findings.some(isIt)).length / 24;

  test('hours', () => {
    const winChance: PlayerModel['winChance'] = ({ hour }) => (hour >= 19 && hour < 22 ? 0.38 : 0.58);
    const found = share({ games: 1_000, winChance }, ({ question, direction, keys }) => {
      if (question !== 'hour') return false;
      const isEvening = keys.every((key) => Number(key) >= 18 && Number(key) <= 22);
      return direction === 'below' ? isEvening : !isEvening;
    });
    // Some of them hardly ever play in the evening.
    expect(found).toBeGreaterThan(0.7);
  });

  test('weekdays', () => {
    const winChance: PlayerModel['winChance'] = ({ weekday }) =>
      weekday === 6 || weekday === 0 ? 0.66 : 0.48;
    const found = share(
      { games: 1_000, winChance },
      ({ question, direction, keys }) =>
        question === 'weekday' && direction === 'above' && (keys.includes('sat') || keys.includes('sun')),
    );
    expect(found).toBeGreaterThan(0.85);
  });

  test('losses in a row, whose interval leaves out that there is no difference, and holds the true one', () => {
    const winChance: PlayerModel['winChance'] = ({ losses }) => 0.6 - 0.09 * Math.min(4, losses);
    const found = SEEDS.slice(0, 24).map((seed) =>
      analyse(seed, { games: 1_000, winChance }).findings.filter(
        ({ question }) => question === 'session-streak',
      ),
    );
    expect(found.filter(({ length }) => length > 0).length).toBeGreaterThan(0.85 * 24);
    const courses = found.flat().filter(({ direction }) => direction === 'falling');
    expect(courses.length).toBeGreaterThan(10);
    for (const { difference, p, words, keys } of courses) {
      expect(difference.high).toBeLessThan(0);
      expect(p).toBeLessThanOrEqual(0.03);
      expect(keys).toEqual([]);
      expect(words).toMatch(
        /^With each further game lost in a row within a session, up to 4, the share .* points lower/,
      );
    }
    const held = courses.filter(({ difference: { low, high } }) => low <= -0.09 && -0.09 <= high);
    expect(held.length / courses.length).toBeGreaterThan(0.93);
  });
});

test('of a list several may be told: the surest first, and of equally sure ones the largest', () => {
  // Nine of ten, one of ten and three of ten; the others half.
  const winsOfTen = [9, 1, 3, 5, 5, 5];
  const games = inventHistory(8, { games: 900, winChance: () => 0.5 }).map((game, index) => {
    const champion = index % 6;
    const isWin = Math.floor(index / 6) % 10 < Number(winsOfTen[champion]);
    return Object.assign(game, { champion, championName: `Champion ${champion}`, isWin });
  });
  const { findings } = analyseHistory(games, options(), { ranks: [] });
  const ofChampions = findings.filter(({ question }) => question === 'champion');
  expect(ofChampions.map(({ keys, direction, n, wins }) => [keys, direction, n, wins])).toEqual([
    [['0'], 'above', 150, 135],
    [['1'], 'below', 150, 15],
    [['2'], 'below', 150, 45],
  ]);
});

describe('a sentence', () => {
  const winChance: PlayerModel['winChance'] = ({ hour }) => (hour >= 19 && hour < 22 ? 0.3 : 0.65);
  const { findings } = analyse(12, { games: 1_000, winChance });

  test('names the count, the usual share, and the interval', () => {
    const words = findings.map((finding) => finding.words).join('\n');
    expect(words).toMatch(
      /^Games begun from \d\d:00 to \d\d:59: \d\d % of \d+ were won, where \d\d % would be usual; \d+\.\d points (lower|higher) \(95 % interval over everything compared: \d+\.\d to \d+\.\d (lower|higher)\)\.$/m,
    );
  });
});
