import { describe, expect, test } from 'vitest';
import { addResult, NO_STREAK, shareLeft, type Streak } from './streak.ts';

function after(results: string, isCounted = true): Streak {
  return Array.from(results).reduce(
    (streak, result) => addResult(streak, { isWin: result === 'W', isCounted }),
    NO_STREAK,
  );
}

describe('what chance leaves for the next game', () => {
  test('forgets results that are not among the counted ones', () => {
    expect(shareLeft(after('WLL', false), { n: 10, wins: 6 })).toBe(0.6);
    const mixed = addResult(after('W', false), { isWin: false, isCounted: true });
    expect(shareLeft(mixed, { n: 10, wins: 6 })).toBeCloseTo(6 / 9, 12);
  });

  // All orders of the same results, one as likely as another: the very model of "nothing is special".
  test('is right on average over all orders of the results', () => {
    const [n, wins] = [9, 5];
    const orders = Array.from({ length: 2 ** n }, (_, bits) =>
      Array.from({ length: n }, (_unused, game) => (Math.floor(bits / 2 ** game) % 2 === 1 ? 'W' : 'L')).join(
        '',
      ),
    ).filter((order) => order.replaceAll('L', '').length === wins);
    expect(orders).toHaveLength(126);
    for (const row of ['L', 'LL', 'LLL', 'W', 'WW', 'WWW']) {
      let [seen, expected] = [0, 0];
      for (const order of orders) {
        for (let game = 1; game < n; game++) {
          const streak = after(order.slice(0, game));
          if (streak.length !== row.length || streak.isWin !== row.startsWith('W')) continue;
          seen += order[game] === 'W' ? 1 : 0;
          expected += shareLeft(streak, { n, wins });
        }
      }
      expect(expected).toBeCloseTo(seen, 8);
    }
  });
});
