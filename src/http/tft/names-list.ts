/**
 * The names that the page needs: of everything that was ever counted, and of what those refer to (traits of units, parts of items). Static
 * data knows thousands more, of sets that nobody plays. What it does not know yet has a name made of its id.
 */
import type { TftNamesList } from '#/contract/tft-reference.ts';
import type { TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';

type IconKind = 'unit' | 'item' | 'trait';

function iconPath(kind: IconKind, id: string): string {
  return `/api/tft/icons/${kind}/${encodeURIComponent(id)}`;
}

export function toNamesList(names: TftNames, codes: readonly TftCodeRow[]): Omit<TftNamesList, 'version'> {
  const unitIds = idsOf(codes, 'unit');
  const itemIds = idsOf(codes, 'item');
  const units = [...unitIds].map((id) => names.unit(id));
  const items = [...itemIds].map((id) => names.item(id));
  const parts = items.flatMap(({ components }) => components).filter((id) => !itemIds.has(id));
  const traitIds = new Set([...idsOf(codes, 'trait'), ...units.flatMap(({ traits }) => traits)]);
  return {
    units: units.map(toUnit),
    items: [...items, ...[...new Set(parts)].map((id) => names.item(id))].map(toItem),
    traits: [...traitIds].map((id) => toTrait(names.trait(id))),
  };
}

type Unit = ReturnType<TftNames['unit']>;
type Item = ReturnType<TftNames['item']>;
type Trait = ReturnType<TftNames['trait']>;

function toUnit(unit: Unit): TftNamesList['units'][number] {
  return { ...named('unit', unit), cost: unit.cost, traits: [...unit.traits] };
}

function toItem(item: Item): TftNamesList['items'][number] {
  return { ...named('item', item), category: item.category, components: [...item.components] };
}

function toTrait(trait: Trait): TftNamesList['traits'][number] {
  return { ...named('trait', trait), thresholds: [...trait.thresholds] };
}

/** A trait is counted once for each of its tiers: `trait@2`. */
function idsOf(codes: readonly TftCodeRow[], wanted: IconKind): Set<string> {
  return new Set(codes.flatMap(({ kind, id }) => (kind === wanted ? id.replace(/@\d+$/, '') : [])));
}

function named(kind: IconKind, { id, name, isKnown, iconUrl }: Unit | Item | Trait) {
  return { id, name, isKnown, icon: iconUrl === null ? null : iconPath(kind, id) };
}
