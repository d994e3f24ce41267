/**
 * What kind of item an id is, for filters such as "two emblems". By its id alone, so that the same game always gives the same answer;
 * static data is asked where it knows more (`static-names.ts`: what an item is made of).
 *
 * The rules, in this order, on the id in lower case:
 * 1. `emblem` in it: emblem (`tft10_item_kdaemblem`, `tft17_item_drxemblemitem`, `da_18_emblemfae`)
 * 2. `radiant` at its end: radiant (`tft5_item_deathbladeradiant`, `da_giantslayer_radiant`; but not `tft_item_radiantvirtue`)
 * 3. `artifact_` in it, or forged by Ornn, or of the Shimmerscale treasure: artifact
 * 4. a listed support item, or `support` in front: support. Some were completed items in sets up to 9.
 * 5. a listed component: component
 * 6. `tft_item_…`, `da_…` or `pra_item_…` without a set's number: completed, but for a few things that are no items at all
 * 7. everything else belongs to one set's own mechanic: other
 */
const ITEM_CATEGORIES = [
  'component',
  'completed',
  'emblem',
  'radiant',
  'artifact',
  'support',
  'other',
] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

const COMPONENTS: ReadonlySet<string> = new Set([
  'bfsword',
  'recurvebow',
  'needlesslylargerod',
  'tearofthegoddess',
  'chainvest',
  'negatroncloak',
  'giantsbelt',
  'sparringgloves',
  'spatula',
  'fryingpan',
]);
const SUPPORT_ITEMS: ReadonlySet<string> = new Set([
  'aegisofthelegion',
  'bansheesveil',
  'chalice',
  'crestofcinders',
  'eternalflame',
  'knightsvow',
  'locketoftheironsolari',
  'moonstone',
  'obsidiancleaver',
  'radiantvirtue',
  'randuinsomen',
  'shroud',
  'spite',
  'unstabletreasurechest',
  'zekesherald',
  'zephyr',
  'zzrotportal',
]);
/** What stands in an item's place without being one, potions of set 18, and the hats that make room for another unit. */
const NO_ITEMS =
  /^(emptybag|blank.*|debug.*|free.*|grant.*|hex_.*|jammedslot|unusableslot|unknown|thiefsgloves_empty|forceofnature|tacticians.*|.*potion\d*)$/;
const SHARED_ITEM =
  /^(?:tft_item_|tfttutorial_item_|pra_item_|da_component_|da_(?!\d|consumable|augment))(.+)$/;

export function itemCategory(id: string): ItemCategory {
  const name = id.toLowerCase();
  if (name.includes('emblem')) return 'emblem';
  if (name.endsWith('radiant')) return 'radiant';
  if (/_ornn|shimmerscale|(?:^|_)artifact_/.test(name)) return 'artifact';
  const [, bare] = SHARED_ITEM.exec(name) ?? [];
  if (bare === undefined) return 'other';
  if (SUPPORT_ITEMS.has(bare) || bare.startsWith('support')) return 'support';
  if (COMPONENTS.has(bare) || name.startsWith('da_component_')) return 'component';
  return NO_ITEMS.test(bare) ? 'other' : 'completed';
}
