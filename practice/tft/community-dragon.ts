/**
 * Community Dragon's one TFT file: items with what they are made of, and per set the units with their traits
 * (by name, not by id) and the traits with the units that each tier needs. Its styles are numbered otherwise
 * than those of match bodies.
 */
import { mix } from '../randomness.ts';
import { entry, numberAt } from '../entry.ts';
import type { Item } from './item-catalogue.ts';
import type { Roster, Trait, Unit } from './roster.ts';

/** Body style → Community Dragon's. */
const STYLES: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 5, 5: 6 };
const NO_UPPER_END = 25_000;

export function communityDragonFile(rosters: readonly Roster[]): unknown {
  const items = new Map(
    rosters.flatMap((roster) => roster.items.map((item) => [item.id, toItem(item, roster)])),
  );
  const sets = rosters.map((roster) => ({
    set: roster.set,
    content: {
      champions: roster.units.map((unit) => toChampion(unit, roster)),
      name: `Set${roster.set}`,
      traits: roster.traits.map(toTrait),
    },
  }));
  return {
    items: [...items.values()],
    setData: sets.map(({ set, content: { champions, name, traits } }) => {
      return { champions, mutator: `PRASet${set}`, name, number: set, traits };
    }),
    sets: Object.fromEntries(sets.map(({ set, content }) => [String(set), content])),
  };
}

function toItem({ id, name, kind, parts, trait }: Item, { traits }: Roster): unknown {
  const lent = trait === undefined ? [] : [entry(traits, trait).id];
  return {
    apiName: id,
    associatedTraits: lent,
    composition: parts,
    desc: lent.length > 0 ? `The holder gains the trait ${lent.join()}.` : `A practice item (${kind}).`,
    effects: {},
    from: null,
    icon: assetPath('Items', id),
    id: null,
    incompatibleTraits: lent,
    name,
    unique: kind === 'emblem' || kind === 'artifact',
  };
}

function toChampion({ id, name, cost, role, traits }: Unit, roster: Roster): unknown {
  const icon = assetPath('Characters', id);
  return {
    ability: {
      desc: `What a ${role} of the practice world does.`,
      icon,
      name: `${name}'s Turn`,
      variables: [],
    },
    apiName: id,
    characterName: id,
    cost,
    icon,
    name,
    squareIcon: icon,
    stats: statsOf(id, cost, role),
    tileIcon: icon,
    traits: traits.map((trait) => entry(roster.traits, trait).name),
  };
}

function statsOf(id: string, cost: number, role: Unit['role']): unknown {
  const isInFront = role === 'tank' || role === 'fighter';
  const resistance = (isInFront ? 30 : 15) + 5 * cost;
  return {
    armor: resistance,
    attackSpeed: 0.6 + 0.05 * cost,
    critChance: 0.25,
    critMultiplier: 1.4,
    damage: 40 + 8 * cost,
    hp: (isInFront ? 600 : 480) + 90 * cost,
    initialMana: 10 * (mix(id.length, cost) % 4),
    magicResist: resistance,
    mana: 50 + 10 * (mix(cost, id.length) % 5),
    range: isInFront ? 1 : 4,
  };
}

function toTrait({ id, name, thresholds, styles }: Trait): unknown {
  return {
    apiName: id,
    desc: `${name} units are stronger together.`,
    effects: thresholds.map((minUnits, tier) => ({
      maxUnits: tier + 1 < thresholds.length ? numberAt(thresholds, tier + 1) - 1 : NO_UPPER_END,
      minUnits,
      style: STYLES[numberAt(styles, tier)] ?? 1,
      variables: {},
    })),
    icon: assetPath('TraitIcons', id),
    name,
  };
}

function assetPath(folder: string, id: string): string {
  return `ASSETS/Practice/${folder}/${id}.svg`;
}
