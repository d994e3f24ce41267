/**
 * The JSON of everything that a roster can put on a board, made once: a body is then a matter of joining
 * strings, which is much faster than JSON.stringify of the same as objects.
 */
import { tierReached } from './board-strength.ts';
import type { Board, BoardUnit } from './board.ts';
import { cellAt, elementAt, numberAt } from './element-at.ts';
import type { Roster, Trait, Unit } from './roster.ts';

/** How a unit's cost is told in bodies. */
const RARITY_BY_COST = [0, 1, 2, 4, 6] as const;
/** More units of one trait than a board can hold, emblem included. */
const MOST_UNITS_OF_A_TRAIT = 13;

export interface BodyFragments {
  units(board: Board): string;
  /** The same units as a body with this oddity lists them. */
  lowerCaseUnits(board: Board): string;
  unitsWithOddRarities(board: Board): string;
  traits(board: Board): string;
}

export function createBodyFragments(roster: Roster): BodyFragments {
  const items = roster.items.map(({ id }) => JSON.stringify(id));
  const traits = roster.traits.map((trait) =>
    Array.from({ length: MOST_UNITS_OF_A_TRAIT + 1 }, (_, count) => traitJson(trait, count)),
  );
  const unitsWith = (
    start: (unit: Unit) => string,
    end: (unit: Unit) => string,
  ): ((board: Board) => string) => {
    const starts = roster.units.map(start);
    const ends = roster.units.map(end);
    return (board) => joinUnits(board.units, starts, ends, items);
  };
  return {
    units: unitsWith(unitStart, unitEnd),
    lowerCaseUnits: unitsWith((unit) => unitStart({ ...unit, id: unit.id.toLowerCase() }), unitEnd),
    unitsWithOddRarities: unitsWith(unitStart, (unit) => (unit.cost === 4 ? restOfUnit(7) : unitEnd(unit))),
    traits({ traitCounts }) {
      let text = '';
      for (let trait = 0; trait < traitCounts.length; trait++) {
        const count = cellAt(traitCounts, trait);
        if (count > 0) text += (text === '' ? '' : ',') + elementAt(elementAt(traits, trait), count);
      }
      return text;
    },
  };
}

function joinUnits(
  units: readonly BoardUnit[],
  starts: readonly string[],
  ends: readonly string[],
  itemTexts: readonly string[],
): string {
  let text = '';
  for (const { unit, star, items } of units) {
    text += (text === '' ? '' : ',') + elementAt(starts, unit);
    for (let index = 0; index < items.length; index++)
      text += (index === 0 ? '' : ',') + elementAt(itemTexts, numberAt(items, index));
    text += `${elementAt(ends, unit)}${star}}`;
  }
  return text;
}

function unitStart({ id }: Unit): string {
  return `{"character_id":${JSON.stringify(id)},"itemNames":[`;
}

function unitEnd({ cost }: Unit): string {
  return restOfUnit(numberAt(RARITY_BY_COST, cost - 1));
}

function restOfUnit(rarity: number): string {
  return `],"name":"","rarity":${rarity},"tier":`;
}

function traitJson({ id, thresholds, styles }: Trait, count: number): string {
  const tier = tierReached(thresholds, count);
  return JSON.stringify({
    name: id,
    num_units: count,
    style: tier === 0 ? 0 : numberAt(styles, tier - 1),
    tier_current: tier,
    tier_total: thresholds.length,
  });
}
