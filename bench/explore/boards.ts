/**
 * Generated boards of one TFT set, dealt by ClickHouse itself: every choice is a hash of game, seat and what is chosen, so the same number
 * of games always gives the same boards. Shares follow real games: about 8.8 units and 13 items per board, a quarter of the units at one
 * star and a tenth at three, no items on two fifths of them, a third of the players without a rank.
 */
export const PATCHES = [1, 2, 3, 4] as const;
export const NEWEST_PATCH = PATCHES.length;
export const RANKED = 1100;
export const UNKNOWN_LP = -32_768;
/** A composition is the code of its main trait times this, plus its carry. */
export const COMPOSITION_BASE = 128;
export const UNITS = 65;
export const ITEMS = 140;
export const TRAITS = 26;
const COMPOSITIONS = 28;
const COMMON_ITEMS = 45;
const FIRST_FIVE_COST = UNITS - 11;
const FIRST_DAY = Date.UTC(2026, 8, 1) / 1000;
const PATCH_SECONDS = 14 * 86_400;

const CARRY = 'arrayFirst((unit, k) -> items[k * 3] > 0, units, arrayEnumerate(units))';
const MAIN_TRAIT = 'arraySort(tier -> (4 - tier % 4, tier), tiers)[1]';
export const SOURCE_TABLE = `create table source (
  game UInt32, place UInt8, patch UInt16, lp Int16, queue UInt16, level UInt8,
  units Array(UInt16), stars Array(UInt8), items Array(UInt16), tiers Array(UInt16),
  region UInt8 materialized 1 + game % 16,
  ended DateTime('UTC') materialized toDateTime(${FIRST_DAY} + patch * ${PATCH_SECONDS} + game * 97 % ${PATCH_SECONDS}, 'UTC'),
  five_costs UInt8 materialized length(arrayDistinct(arrayFilter(unit -> unit >= ${FIRST_FIVE_COST}, units))),
  composition UInt32 materialized ${MAIN_TRAIT} * ${COMPOSITION_BASE} + ${CARRY}
) engine = MergeTree partition by patch order by (game, place)`;

/** From 0 to 1. */
const chance = (key: string, of = 'game, seat') => `(cityHash64(${of}, ${key}) / 1.8446744073709552e19)`;
/** 0, and one more for each bound that is reached. */
const steps = (share: string, bounds: readonly number[]) =>
  `(${bounds.map((bound) => `(${share} >= ${bound})`).join(' + ')})`;
/** A unit has two traits. Traits active from two, four and six units have the tiers 1 to 3. */
const hasTrait = (trait: string) =>
  `(unit * 7 % ${TRAITS} = ${trait} or (unit * 11 + 3) % ${TRAITS} = ${trait})`;
const ITEM_COUNT = `if(k <= 3, multiIf(${chance('k + 400')} < 0.9, 3, ${chance('k + 400')} < 0.95, 2, 0), ${steps(chance('k + 400'), [0.58, 0.74, 0.84])})`;
const ITEM_LUCK = chance('k * 3 + n + 600');
const ITEM = `multiIf(${chance('k * 3 + n + 500')} < 0.6, 1 + cityHash64(units[k], floor(6 * pow(${ITEM_LUCK}, 1.5))) % ${COMMON_ITEMS},
    ${chance('k * 3 + n + 500')} < 0.95, 1 + floor(${COMMON_ITEMS} * pow(${ITEM_LUCK}, 1.3)), 1 + floor(${ITEMS} * ${ITEM_LUCK}))`;

/** Games `from` to `until` of `games`. The first three units hold most of the items; items of a unit are in falling order. */
export const DEAL = `insert into source (game, place, patch, lp, queue, level, units, stars, items, tiers)
select game, place, patch, lp, queue, level, units, stars, items, tiers from (select game, patch,
  1 + arrayCount(other -> other > lucks[seat], lucks) as place,
  if(${chance('1')} > 0.68, ${UNKNOWN_LP}, if(${chance('2')} < 0.75, floor(1800 * pow(${chance('3')}, 2.5)), -floor(2800 * pow(${chance('3')}, 2)))) as lp,
  queue, 6 + ${steps(chance('4'), [0.01, 0.095, 0.445, 0.91])} as level,
  arrayFilter(unit -> ${hasTrait(`compositions[seat] % ${TRAITS}`)} and ${chance('unit + 100')} < 0.86, range(1, ${UNITS + 1})) as core,
  arrayConcat(core, arrayMap(k -> toUInt8(1 + floor(${UNITS} * pow(${chance('k + 200')}, 1.25))), range(16))) as chosen,
  arraySlice(if(${chance('5')} < 0.4, chosen, arrayDistinct(chosen)), 1, level + (${chance('6')} < 0.3)) as units,
  arrayMap(k -> 1 + ${steps(chance('k + 300'), [0.25, 0.9, 0.997])}, arrayEnumerate(units)) as stars,
  arrayFlatten(arrayMap(k -> arrayReverseSort(arrayMap(n -> if(n <= ${ITEM_COUNT}, ${ITEM}, 0), [1, 2, 3])), arrayEnumerate(units))) as items,
  arrayFilter(tier -> tier % 4 > 0, arrayMap(trait -> (trait + 1) * 4 + least(3, intDiv(arrayCount(unit -> ${hasTrait('trait')}, arrayDistinct(units)), 2)), range(${TRAITS}))) as tiers
from (
  select toUInt32(number) as game, least(${PATCHES.length}, 1 + intDiv(${PATCHES.length} * number, {games:UInt32})) as patch,
    [${RANKED}, 1090, 1160][1 + ${steps(chance("'queue'", 'game'), [0.92, 0.98])}] as queue,
    arrayMap(seat -> toUInt8((floor(${COMPOSITIONS} * pow(${chance('7')}, 1.7)) + patch * 5) % ${COMPOSITIONS}), range(1, 9)) as compositions,
    arrayMap(seat -> ${chance('8')} + compositions[seat] * 37 % 29 / 45, range(1, 9)) as lucks
  from numbers({from:UInt32}, {until:UInt32} - {from:UInt32})
) array join range(1, 9) as seat)`;
