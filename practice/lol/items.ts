/**
 * The invented items. Legendary items are made of two components; what a champion buys follows from its class. Ids start at 7701,
 * where the real game has none.
 */
import type { ChampionClass } from './champions.ts';

export type ItemKind =
  | 'starter'
  | 'consumable'
  | 'trinket'
  | 'boots'
  | 'component'
  | 'legendary'
  | 'ward'
  | 'quest';

export interface Item {
  readonly id: number;
  readonly name: string;
  readonly kind: ItemKind;
  /** Gold in all, components included. */
  readonly cost: number;
  readonly from: readonly number[];
  readonly classes: readonly ChampionClass[];
}

type Row = readonly [id: number, name: string, cost: number, classes?: string, from?: readonly number[]];

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
    [7701, 'Farmhand Blade', 450, 'FAB'],
    [7702, 'Apprentice Band', 400, 'M'],
    [7703, 'Gate Shield', 450, 'T'],
    [7704, 'Fawn Collar', 450, ''],
    [7705, 'Traveller Map', 400, 'S'],
  ],
  consumable: [
    [7711, 'Honey Draught', 50],
    [7712, 'Elixir of Resolve', 500],
  ],
  ward: [[7713, 'Watch Lantern', 75]],
  trinket: [
    [7721, 'Paper Owl', 0],
    [7722, 'Dust Sweeper', 0],
    [7723, 'Far Glass', 0],
  ],
  boots: [
    [7731, 'Plain Boots', 300],
    [7732, 'Quickstep Boots', 1100, 'B', [7731]],
    [7733, 'Plated Boots', 1200, 'FT', [7731]],
    [7734, 'Scholar Slippers', 1100, 'M', [7731]],
    [7735, 'Lucid Sandals', 900, 'S', [7731]],
    [7736, 'Hunter Treads', 1000, 'A', [7731]],
  ],
  component: [
    [7741, 'Whetstone', 350],
    [7742, 'Spare Sabre', 875],
    [7743, 'Broad Cleaver', 1300],
    [7744, 'Quick Quiver', 600],
    [7745, 'Lucky Coin', 600],
    [7746, 'Inked Tome', 400],
    [7747, 'Copper Wand', 850],
    [7748, 'Great Quartz', 1250],
    [7749, 'Blood Phial', 900],
    [7750, 'Link Shirt', 800],
    [7751, 'Wool Cloak', 450],
    [7752, 'Heart Bead', 400],
    [7753, 'Oak Belt', 900],
    [7754, 'Focus Charm', 250],
    [7755, 'Silver Chime', 600],
    [7756, 'Notched Knife', 1000],
  ],
  legendary: [
    [7761, 'Harvest Moon', 3000, 'F', [7742, 7753]],
    [7762, 'Widow Cleaver', 3100, 'F', [7743, 7752]],
    [7763, 'Bramble Plate', 2700, 'FT', [7750, 7752]],
    [7764, 'Last Supper', 3300, 'F', [7742, 7749]],
    [7765, 'Grudge Hammer', 3300, 'F', [7743, 7753]],
    [7766, 'Mason Apron', 2900, 'FT', [7753, 7754]],
    [7767, 'Snow Bulwark', 2500, 'TS', [7750, 7754]],
    [7768, 'Cloister Robe', 2800, 'T', [7751, 7753]],
    [7769, 'Ember Girdle', 2700, 'T', [7753, 7750]],
    [7770, 'Cathedral Gate', 2600, 'T', [7751, 7752]],
    [7771, 'Needle Rain', 2900, 'A', [7756, 7754]],
    [7772, 'Ghost Ledger', 2800, 'A', [7756, 7741]],
    [7773, 'Velvet Noose', 3000, 'A', [7756, 7742]],
    [7774, 'Cold Receipt', 3000, 'AF', [7756, 7752]],
    [7775, 'Night Tax', 3200, 'A', [7743, 7754]],
    [7776, 'Sunken Choir', 2900, 'M', [7747, 7754]],
    [7777, 'Storm Index', 2800, 'M', [7747, 7746]],
    [7778, 'Glass Cathedral', 3250, 'M', [7747, 7748]],
    [7779, 'Crown of Quartz', 3600, 'M', [7748, 7746]],
    [7780, 'Hollow Hourglass', 3250, 'MS', [7748, 7750]],
    [7781, 'Prism Staff', 3000, 'M', [7748, 7754]],
    [7782, 'Edge of Fortune', 3450, 'B', [7743, 7745]],
    [7783, 'Twin Kites', 2650, 'B', [7744, 7745]],
    [7784, 'Swift Verdict', 2650, 'B', [7744, 7741]],
    [7785, 'Red Ribbon', 3400, 'B', [7743, 7749]],
    [7786, 'Giantfall Bow', 3100, 'B', [7742, 7745]],
    [7787, 'Tollgate Rifle', 3000, 'B', [7742, 7744]],
    [7788, 'Lullaby Bell', 2200, 'S', [7755, 7754]],
    [7789, 'Mender Shawl', 2300, 'S', [7755, 7752]],
    [7790, 'Harbour Signal', 2300, 'S', [7754, 7752]],
    [7791, 'Pilgrim Lamp', 2250, 'ST', [7755, 7751]],
  ],
  quest: [
    [7795, 'Vow of the Summit', 0],
    [7796, 'Vow of the Grove', 0],
    [7797, 'Vow of the Crossing', 0],
    [7798, 'Vow of the Shore', 0],
    [7799, 'Vow of the Lamp', 0],
  ],
};

export const ITEMS: readonly Item[] = Object.entries(ROWS).flatMap(([kind, rows]) =>
  rows.map(([id, name, cost, letters = '', from = []]) => ({
    id,
    name,
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
