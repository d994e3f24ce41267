/**
 * The invented items. Legendary items are made of two components; what a champion buys follows from its class. Ids start at 7701,
 * where the real game has none.
 */
import type { ChampionClass } from './champions.ts';

export type ItemKind = 'starter' | 'consumable' | 'boots' | 'component' | 'legendary';

export interface Item {
  readonly id: number;
  readonly kind: ItemKind;
  /** Gold in all, components included. */
  readonly cost: number;
  readonly from: readonly number[];
  readonly classes: readonly ChampionClass[];
}

type Row = readonly [id: number, cost: number, classes?: string, from?: readonly number[]];

const CLASS_LETTERS: Readonly<Record<string, ChampionClass>> = {
  F: 'Fighter',
  T: 'Tank',
  A: 'Assassin',
  M: 'Mage',
  B: 'Marksman',
  S: 'Support',
};

const ROWS: Readonly<Record<ItemKind, readonly Row[]>> = {
  starter: [
    [7701, 450, 'FAB'],
    [7702, 400, 'M'],
    [7703, 450, 'T'],
    [7704, 450, ''],
    [7705, 400, 'S'],
  ],
  consumable: [
    // The potion and the ward.
    [7711, 50],
    [7713, 75],
  ],
  boots: [
    [7731, 300],
    [7732, 1100, 'B', [7731]],
    [7733, 1200, 'FT', [7731]],
    [7734, 1100, 'M', [7731]],
    [7735, 900, 'S', [7731]],
    [7736, 1000, 'A', [7731]],
  ],
  component: [
    [7741, 350],
    [7742, 875],
    [7743, 1300],
    [7744, 600],
    [7745, 600],
    [7746, 400],
    [7747, 850],
    [7748, 1250],
    [7749, 900],
    [7750, 800],
    [7751, 450],
    [7752, 400],
    [7753, 900],
    [7754, 250],
    [7755, 600],
    [7756, 1000],
  ],
  legendary: [
    [7761, 3000, 'F', [7742, 7753]],
    [7762, 3100, 'F', [7743, 7752]],
    [7763, 2700, 'FT', [7750, 7752]],
    [7764, 3300, 'F', [7742, 7749]],
    [7765, 3300, 'F', [7743, 7753]],
    [7766, 2900, 'FT', [7753, 7754]],
    [7767, 2500, 'TS', [7750, 7754]],
    [7768, 2800, 'T', [7751, 7753]],
    [7769, 2700, 'T', [7753, 7750]],
    [7770, 2600, 'T', [7751, 7752]],
    [7771, 2900, 'A', [7756, 7754]],
    [7772, 2800, 'A', [7756, 7741]],
    [7773, 3000, 'A', [7756, 7742]],
    [7774, 3000, 'AF', [7756, 7752]],
    [7775, 3200, 'A', [7743, 7754]],
    [7776, 2900, 'M', [7747, 7754]],
    [7777, 2800, 'M', [7747, 7746]],
    [7778, 3250, 'M', [7747, 7748]],
    [7779, 3600, 'M', [7748, 7746]],
    [7780, 3250, 'MS', [7748, 7750]],
    [7781, 3000, 'M', [7748, 7754]],
    [7782, 3450, 'B', [7743, 7745]],
    [7783, 2650, 'B', [7744, 7745]],
    [7784, 2650, 'B', [7744, 7741]],
    [7785, 3400, 'B', [7743, 7749]],
    [7786, 3100, 'B', [7742, 7745]],
    [7787, 3000, 'B', [7742, 7744]],
    [7788, 2200, 'S', [7755, 7754]],
    [7789, 2300, 'S', [7755, 7752]],
    [7790, 2300, 'S', [7754, 7752]],
    [7791, 2250, 'ST', [7755, 7751]],
  ],
};

export const ITEMS: readonly Item[] = Object.entries(ROWS).flatMap(([kind, rows]) =>
  rows.map(([id, cost, letters = '', from = []]) => ({
    id,
    kind: kind as ItemKind,
    cost,
    from,
    classes: letters.split('').flatMap((letter) => CLASS_LETTERS[letter] ?? []),
  })),
);

const BY_ID = new Map(ITEMS.map((item) => [item.id, item]));

export function itemById(id: number): Item {
  const item = BY_ID.get(id);
  if (item === undefined) throw new Error(`no item has the id ${id}; expected one of ITEMS`);
  return item;
}
