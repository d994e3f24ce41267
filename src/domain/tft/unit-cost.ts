/**
 * What a unit costs in the shop, 1 to 5, by the rarity that a body tells; 0 for what nobody buys: summons, prizes, monsters. Up to set
 * 6 rarities follow the cost without a gap. Since then 3 and 5 are missing, 7 is a four-cost with another way to get it, and 8
 * and above are not for sale. A game that does not say its set is a late one.
 */
export type UnitCost = 0 | 1 | 2 | 3 | 4 | 5;

const LAST_SET_WITHOUT_GAPS = 6;
/** By rarity. */
const EARLY_COSTS: readonly UnitCost[] = [1, 2, 3, 4, 5];
const LATE_COSTS: readonly UnitCost[] = [1, 2, 3, 0, 4, 0, 5, 4];

export function unitCost(rarity: number, setNumber: number | null): UnitCost {
  const costs = setNumber !== null && setNumber <= LAST_SET_WITHOUT_GAPS ? EARLY_COSTS : LATE_COSTS;
  return costs[rarity] ?? 0;
}
