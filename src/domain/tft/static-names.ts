/**
 * Ids → names, costs, traits and pictures. Ids of any case are found; one that nobody knows still gets a readable name, and
 * says that it is unknown, so that a page can show a new set before its static data is out.
 */
import { itemCategory, type ItemCategory } from './item-category.ts';
import { readableId } from './readable-id.ts';
import type {
  ItemEntry,
  StaticEntries,
  StaticIcon,
  StaticOrigin,
  TraitEntry,
  UnitEntry,
} from './static-entry.ts';

interface Named {
  /** In lower case. */
  readonly id: string;
  readonly name: string;
  /** False: the name was made of the id. */
  readonly isKnown: boolean;
  readonly iconUrl: string | null;
}

interface NamedUnit extends Named {
  /** Null: unknown, which is not the same as free. */
  readonly cost: number | null;
  readonly traits: readonly string[];
  readonly sets: readonly number[];
}

interface NamedItem extends Named {
  readonly category: ItemCategory;
  readonly components: readonly string[];
}

interface NamedTrait extends Named {
  readonly thresholds: readonly number[];
  readonly sets: readonly number[];
}

export interface TftNames {
  unit(id: string): NamedUnit;
  item(id: string): NamedItem;
  trait(id: string): NamedTrait;
  /** Everything that is known, for lists to choose from. */
  all(): {
    readonly units: readonly NamedUnit[];
    readonly items: readonly NamedItem[];
    readonly traits: readonly NamedTrait[];
  };
}

/** Where the pictures of an upstream lie; one without an address has none. */
export type IconBases = Readonly<Partial<Record<StaticOrigin, string>>>;

/** `layers`: what each upstream says; the first that knows a fact is believed. */
export function createTftNames(layers: readonly StaticEntries[], bases: IconBases): TftNames {
  const units = mergeById(layers.map((layer) => layer.units));
  const items = mergeById(layers.map((layer) => layer.items));
  const traits = mergeById(layers.map((layer) => layer.traits));
  const components = new Set([...items.values()].flatMap((item) => item.components));
  const named = (id: string, entry: UnitEntry | ItemEntry | TraitEntry | undefined): Named => ({
    id,
    name: entry?.name ?? readableId(id),
    isKnown: typeof entry?.name === 'string',
    iconUrl: entry === undefined ? null : iconUrl(entry.icon, bases),
  });
  const unit = remembered((id): NamedUnit => {
    const entry = units.get(id);
    const { cost = null, traits: ofUnit = [], sets = [] } = entry ?? {};
    return { ...named(id, entry), cost, traits: ofUnit, sets };
  });
  const item = remembered((id): NamedItem => {
    const entry = items.get(id);
    const category = categoryOf(id, entry, components);
    return { ...named(id, entry), category, components: entry?.components ?? [] };
  });
  const trait = remembered((id): NamedTrait => {
    const entry = traits.get(id);
    const { thresholds = [], sets = [] } = entry ?? {};
    return { ...named(id, entry), thresholds, sets };
  });
  return {
    unit,
    item,
    trait,
    all: () => ({
      units: [...units.keys()].map(unit),
      items: [...items.keys()].map(item),
      traits: [...traits.keys()].map(trait),
    }),
  };
}

/** The id decides, but for two things that only static data knows: a name that says emblem, and what others are made of. */
function categoryOf(id: string, entry: ItemEntry | undefined, components: ReadonlySet<string>): ItemCategory {
  const byId = itemCategory(id);
  if (entry === undefined || (byId !== 'completed' && byId !== 'other')) return byId;
  if (entry.name !== null && / emblem$/i.test(entry.name)) return 'emblem';
  const isPart = components.has(id) && entry.components.length === 0;
  return isPart && byId === 'completed' ? 'component' : byId;
}

function mergeById<Entry extends { readonly id: string }>(layers: readonly (readonly Entry[])[]) {
  const merged = new Map<string, Entry>();
  for (const layer of layers)
    for (const entry of layer) {
      const known = merged.get(entry.id);
      merged.set(entry.id, known === undefined ? entry : filledUp(known, entry));
    }
  return merged;
}

function filledUp<Entry extends object>(known: Entry, more: Entry): Entry {
  const gaps = Object.entries(more).filter(([field]) => isGap(Reflect.get(known, field)));
  return { ...known, ...Object.fromEntries(gaps) };
}

function isGap(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function iconUrl(icon: StaticIcon | null, bases: IconBases): string | null {
  const base = icon === null ? undefined : bases[icon.origin];
  return icon === null || base === undefined ? null : `${base}/${icon.path}`;
}

/** A page asks for the same few hundred ids again and again; those that nobody knows come from outside and are not kept. */
function remembered<Value extends Named>(make: (id: string) => Value): (id: string) => Value {
  const known = new Map<string, Value>();
  return (id) => {
    const key = id.toLowerCase();
    const value = known.get(key) ?? make(key);
    if (value.isKnown) known.set(key, value);
    return value;
  };
}
