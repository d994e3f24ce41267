/**
 * Items that all sets share: 8 components make 36 completed items, the ninth component makes emblems; some
 * completed items have a radiant form, and artifacts are made of nothing. Emblems belong to a set and are
 * added by its roster.
 */
import { entry } from '../randomness.ts';

type ItemKind = 'component' | 'completed' | 'radiant' | 'artifact' | 'emblem';
/** What an item is good for; `bruiser`, `flex` and `aid` are the mixed ones. */
export type Flavour = 'attack' | 'magic' | 'defence' | 'bruiser' | 'flex' | 'aid';

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly kind: ItemKind;
  readonly flavour: Flavour;
  /** Ids of the components. */
  readonly parts: readonly string[];
  /** The trait that an emblem lends, as an index into the roster's traits. */
  readonly trait?: number;
}

const BASE_COMPONENTS: readonly (readonly [name: string, flavour: 'attack' | 'magic' | 'defence'])[] = [
  ['Chipped Blade', 'attack'],
  ['Bent Bow', 'attack'],
  ['Spark Rod', 'magic'],
  ['Dew Flask', 'magic'],
  ['Scale Shirt', 'defence'],
  ['Wool Mantle', 'defence'],
  ['Oak Belt', 'defence'],
  ['Lucky Mitts', 'attack'],
];
const EMBLEM_COMPONENT = 'Heartwood';
export const EMBLEM_COMPONENT_ID = 'PRA_Item_Heartwood';

/** Row by row of the triangle: the first component with itself, with the second, …; then the second with itself, … */
const COMPLETED_NAMES = `
  Kingcleaver, Galecutter, Emberfork, Rainspear, Wardenblade, Nightshear, Barrowmaul, Needlepoint,
  Fletchstorm, Thunderstring, Brookwhistle, Thornstring, Moonlatch, Ropewalker, Deadcentre, Kilncrown,
  Wellspring Orb, Lantern Plate, Hushbell, Coalheart, Gleamknuckle, Bottomless Jug, Frostgate,
  Stillwater Cloak, Orchard Cup, Dewfist, Porcupine Coat, Gatestone, Hearthwall, Rustguard,
  Mothwing Shroud, Evenmantle, Fogmitt, Boulderbelt, Wrestler's Sash, Pickpocket Pair`
  .trim()
  .split(/,\s+/);

const ARTIFACTS: Readonly<Record<Flavour, readonly string[]>> = {
  attack: ['Clockwork Heart', 'Whaleglass Lens'],
  magic: ['Ninefold Mirror', 'Ashen Ledger'],
  defence: ['Lost Anchor', 'Winter Root'],
  flex: ['Gallows Chime'],
  bruiser: ['Honest Dice', 'Spider Needle'],
  aid: ['Unfinished Map'],
};

/**
 * Components first, then completed, radiant and artifact items: the order that every set's item indexes begin
 * with.
 */
export function createSharedItems(): Item[] {
  const completed = createCompletedItems();
  const radiant = completed
    .filter((_, index) => index % 3 === 0)
    .map(({ id, name, flavour, parts }): Item => {
      return { id: `${id}Radiant`, name: `Radiant ${name}`, kind: 'radiant', flavour, parts };
    });
  const artifacts = Object.entries(ARTIFACTS).flatMap(([flavour, names]) =>
    names.map((name): Item => {
      const id = `PRA_Item_Artifact_${toIdPart(name)}`;
      return { id, name, kind: 'artifact', flavour: flavour as Flavour, parts: [] };
    }),
  );
  return [...createComponents(), ...completed, ...radiant, ...artifacts];
}

/** Letters only: "Wrestler's Sash" is `WrestlersSash`. */
function toIdPart(name: string): string {
  return name.replaceAll(/[^A-Za-z]/g, '');
}

function createComponents(): Item[] {
  const all: [string, Flavour][] = [
    ...BASE_COMPONENTS.map(([name, flavour]): [string, Flavour] => [name, flavour]),
    [EMBLEM_COMPONENT, 'aid'],
  ];
  return all.map(([name, flavour]) => ({ id: itemId(name), name, kind: 'component', flavour, parts: [] }));
}

function createCompletedItems(): Item[] {
  const items: Item[] = [];
  BASE_COMPONENTS.forEach(([first, firstFlavour], row) => {
    for (const [second, secondFlavour] of BASE_COMPONENTS.slice(row)) {
      const name = entry(COMPLETED_NAMES, items.length);
      const flavour =
        firstFlavour === secondFlavour ? firstFlavour : mixedFlavour(firstFlavour, secondFlavour);
      items.push({
        id: itemId(name),
        name,
        kind: 'completed',
        flavour,
        parts: [itemId(first), itemId(second)],
      });
    }
  });
  return items;
}

function mixedFlavour(first: Flavour, second: Flavour): Flavour {
  const pair = new Set([first, second]);
  if (!pair.has('defence')) return 'flex';
  return pair.has('attack') ? 'bruiser' : 'aid';
}

function itemId(name: string): string {
  return `PRA_Item_${toIdPart(name)}`;
}
