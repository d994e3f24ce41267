/**
 * Who can be fielded in one set: 60 units of cost 1 to 5, 24 traits, 86 items, from the world's seed and the
 * set's number. Names return in later sets with another cost and other traits, as in the field, so an id
 * carries its set (`PRA_7_Thornback`).
 *
 * Indexes are the working currency of this folder: units are sorted by cost and name, traits by id, which is
 * the order that bodies list them in. Ids appear only where text is made.
 */
import { entry, hashText, mix } from '../randomness.ts';
import { EMBLEM_COMPONENT_ID, type Item, createSharedItems } from './item-catalogue.ts';

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly cost: number;
  readonly role: Role;
  readonly traits: readonly number[];
}

interface Trait {
  readonly id: string;
  readonly name: string;
  readonly kind: 'origin' | 'class' | 'unique';
  /** Units needed for tier 1, 2, … */
  readonly thresholds: readonly number[];
  /** As a match body says them: 1 bronze to 4 prismatic, 5 unique. */
  readonly styles: readonly number[];
}

export interface Roster {
  readonly set: number;
  readonly units: readonly Unit[];
  readonly traits: readonly Trait[];
  readonly items: readonly Item[];
  /** Index of the first unit of cost 1, 2, …, 5, and one past the last. */
  readonly firstOfCost: readonly number[];
}

const UNITS_BY_COST = [13, 13, 13, 12, 9] as const;
const ORIGINS_OF_A_SET = 10;
const UNIQUE_TRAITS_OF_A_SET = 5;
const CLASSES_OF_A_ROLE: Readonly<Record<Role, number>> = {
  tank: 2,
  fighter: 2,
  marksman: 2,
  caster: 2,
  support: 1,
};
/** Dealt to the units of each cost in turn, so that every cost has someone to stand in front and someone to carry. */
const ROLE_CYCLE: readonly Role[] = [
  'tank',
  'caster',
  'fighter',
  'marksman',
  'tank',
  'support',
  'fighter',
  'caster',
  'marksman',
  'tank',
  'fighter',
  'caster',
  'marksman',
];
const ORIGIN_THRESHOLDS: readonly (readonly number[])[] = [
  [2, 4, 6],
  [3, 5, 7],
  [2, 4, 6, 8],
  [2, 3, 4, 5],
  [2, 4, 6],
];
const CLASS_THRESHOLDS: readonly (readonly number[])[] = [
  [2, 4, 6],
  [2, 4],
  [2, 3, 4, 5],
  [2, 4, 6],
];
const STYLES_BY_TIERS: Readonly<Record<number, readonly number[]>> = {
  2: [1, 3],
  3: [1, 2, 3],
  4: [1, 2, 3, 4],
};
const UNIQUE_STYLE = 5;

interface TraitPlan extends Trait {
  /** Which units have it: by name. */
  readonly members: Set<string>;
}
interface UnitPlan {
  readonly name: string;
  readonly cost: number;
  readonly role: Role;
}

/** Rosters by set, each worked out once. */
export function createRosters(seed: number): (set: number) => Roster {
  const known = new Map<number, Roster>();
  return (set) => {
    const roster = known.get(set) ?? createRoster(mix(seed, hashText('tft roster'), set), set);
    known.set(set, roster);
    return roster;
  };
}

function createRoster(seed: number, set: number): Roster {
  const plans = planUnits(seed);
  const prefix = `PRA_${set}_`;
  const traitPlans = planTraits(seed, prefix, plans).sort((left, right) => (left.id < right.id ? -1 : 1));
  const units = plans.map(({ name, cost, role }): Unit => {
    const traits = traitPlans.flatMap((trait, index) => (trait.members.has(name) ? [index] : []));
    return { id: prefix + name, name, cost, role, traits };
  });
  const traits = traitPlans.map(({ id, name, kind, thresholds, styles }): Trait => {
    return { id, name, kind, thresholds, styles };
  });
  const items = [...createSharedItems(), ...createEmblems(prefix, traits)];
  const firstOfCost = [1, 2, 3, 4, 5, 6].map((cost) => units.filter((unit) => unit.cost < cost).length);
  return { set, units, traits, items, firstOfCost };
}

function planUnits(seed: number): UnitPlan[] {
  const names = shuffled(UNIT_NAMES, mix(seed, 1));
  const plans: UnitPlan[] = [];
  UNITS_BY_COST.forEach((count, index) => {
    const chosen = names.splice(0, count).sort();
    const roles = shuffled(ROLE_CYCLE.slice(0, count), mix(seed, 2, index));
    chosen.forEach((name, place) => plans.push({ name, cost: index + 1, role: entry(roles, place) }));
  });
  return plans;
}

function planTraits(seed: number, prefix: string, units: readonly UnitPlan[]): TraitPlan[] {
  const origins = shuffled(ORIGIN_NAMES, mix(seed, 3))
    .slice(0, ORIGINS_OF_A_SET)
    .map((name) => planTrait(seed, prefix, name, 'origin'));
  const classes = new Map<Role, TraitPlan[]>();
  for (const [role, count] of Object.entries(CLASSES_OF_A_ROLE) as [Role, number][]) {
    const names = shuffled(CLASS_NAMES[role], mix(seed, 4, hashText(role))).slice(0, count);
    classes.set(
      role,
      names.map((name) => planTrait(seed, prefix, name, 'class')),
    );
  }
  const dearest = shuffled(
    units.filter((unit) => unit.cost === 5),
    mix(seed, 5),
  ).slice(0, UNIQUE_TRAITS_OF_A_SET);
  dealTraits(seed, units, origins, classes, new Set(dearest.map((unit) => unit.name)));
  const uniques = dearest.map((unit, index) =>
    planUniqueTrait(prefix, unit.name, entry(UNIQUE_TRAIT_NAMES, index)),
  );
  return [...origins, ...[...classes.values()].flat(), ...uniques];
}

/**
 * One origin and one class each; one in eight has a second origin; who has a trait of their own has only one
 * of the two.
 */
function dealTraits(
  seed: number,
  units: readonly UnitPlan[],
  origins: readonly TraitPlan[],
  classes: ReadonlyMap<Role, readonly TraitPlan[]>,
  unique: ReadonlySet<string>,
): void {
  const dealt = new Map<Role, number>();
  units.forEach((unit, index) => {
    const turn = dealt.get(unit.role) ?? 0;
    dealt.set(unit.role, turn + 1);
    // Round by round in a new order, so that an origin has about six members and not always the same costs.
    const round = Math.floor(index / origins.length);
    const origin = entry(shuffled(origins, mix(seed, 6, round)), index % origins.length);
    const hasOneOfTwo = unique.has(unit.name);
    if (!hasOneOfTwo || index % 2 === 0) origin.members.add(unit.name);
    const ofRole = classes.get(unit.role) ?? [];
    if (!hasOneOfTwo || index % 2 === 1) entry(ofRole, turn % ofRole.length).members.add(unit.name);
    if (!hasOneOfTwo && index % 8 === 3)
      entry(origins, mix(seed, 7, index) % origins.length).members.add(unit.name);
  });
}

function planTrait(seed: number, prefix: string, name: string, kind: 'origin' | 'class'): TraitPlan {
  const choices = kind === 'origin' ? ORIGIN_THRESHOLDS : CLASS_THRESHOLDS;
  const thresholds = entry(choices, mix(seed, 8, hashText(name)) % choices.length);
  const styles = STYLES_BY_TIERS[thresholds.length] ?? [];
  return { id: prefix + name, name, kind, thresholds, styles, members: new Set() };
}

function planUniqueTrait(prefix: string, unit: string, name: string): TraitPlan {
  const id = `${prefix}${unit}UniqueTrait`;
  return { id, name, kind: 'unique', thresholds: [1], styles: [UNIQUE_STYLE], members: new Set([unit]) };
}

function createEmblems(prefix: string, traits: readonly Trait[]): Item[] {
  return traits.flatMap((trait, index): Item[] =>
    trait.kind === 'unique'
      ? []
      : [
          {
            id: `${prefix}Item_${trait.name}EmblemItem`,
            name: `${trait.name} Emblem`,
            kind: 'emblem',
            flavour: 'bruiser',
            parts: [EMBLEM_COMPONENT_ID],
            trait: index,
          },
        ],
  );
}

// A fixed shuffle: the same seed gives the same order, and each element's place depends on its index alone.

function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((element, index) => ({ element, key: mix(seed, index) }))
    .sort((left, right) => left.key - right.key)
    .map(({ element }) => element);
}

// Every unit that a set can draw from. Invented, so that practice numbers are not mistaken for those of a real game.

const UNIT_NAMES: readonly string[] = `
  Thornback Emberjaw Gloomfen Brackwater Cindrel Oxbarrow Pellwyn Quillon Ruskin Sablewing Tarnhoof Umbrel
  Vesperine Wickerly Yarrowby Zephrine Aldermaw Bristlecone Cobblewick Dunmarrow Eddlefin Fennick
  Gritstone Hollowyn Inkspar Juniperl Kelpson Lorrimer Mudwick Nettlesby Ottoway Pumicent Quagmere Ravelin
  Skerrick Tumbleroot Undercroft Vantrice Wrenfield Yewbrand Zinnober Amberlin Bogwright Candlefen
  Driftmarrow Elmshade Flintlocke Goldwhisk Hearthly Ivorlain Jasperoon Knucklebur Larkspear Marrowmint
  Nimbrel Oakenfold Petrichon Quenchal Rootwell Saltmarten Thistledon Umberlight Veldspar Willowmere
  Yonderby Zestrand Applegarth Burdocke Copperfin Dapplemoor Everbrine Foxgather Glimmerick Hazelrook
  Icebarrow Jotterby Kestrelle Loamwick Mothersill Northwend Osierly Pebblemarch Quiverton Roanoaker
`
  .trim()
  .split(/\s+/);

/** What stands on a board without having been bought; static data does not know it. */
export const SUMMON_NAME = 'WanderingWisp';

/**
 * Traits that a set can draw from. Origins go to any unit, classes to units of one role, unique ones to a
 * single unit.
 */
export type Role = 'tank' | 'fighter' | 'marksman' | 'caster' | 'support';

const ORIGIN_NAMES = `
  Tidewoven, Mossfolk, Cinderkin, Starspun, Duskhollow, Glasswing, Ironroot, Saltwind, Lanternfolk,
  Rimebloom, Sunkiln, Gravemoss, Cloudherd, Copperclad, Hivebound, Paperfolk`
  .trim()
  .split(/,\s+/);

const CLASS_NAMES: Readonly<Record<Role, readonly string[]>> = {
  tank: ['Bulwarker', 'Wallbearer', 'Oathholder'],
  fighter: ['Scrapdancer', 'Hookhand', 'Grudgekeeper'],
  marksman: ['Quickhand', 'Longeye', 'Pebbleslinger'],
  caster: ['Sparkwright', 'Inkbinder', 'Stormreader'],
  support: ['Wayfinder', 'Fieldmender'],
};

const UNIQUE_TRAIT_NAMES = `
  Lone Lantern, Old Debt, Last Ferry, Ninth Bell, Borrowed Crown, Salt Oath, Quiet Hour`
  .trim()
  .split(/,\s+/);
