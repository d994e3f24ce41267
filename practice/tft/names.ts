/** Every unit that a set can draw from. Invented, so that practice numbers are not mistaken for those of a real game. */
export const UNIT_NAMES: readonly string[] = `
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

export const ORIGIN_NAMES = `
  Tidewoven, Mossfolk, Cinderkin, Starspun, Duskhollow, Glasswing, Ironroot, Saltwind, Lanternfolk,
  Rimebloom, Sunkiln, Gravemoss, Cloudherd, Copperclad, Hivebound, Paperfolk`
  .trim()
  .split(/,\s+/);

export const CLASS_NAMES: Readonly<Record<Role, readonly string[]>> = {
  tank: ['Bulwarker', 'Wallbearer', 'Oathholder'],
  fighter: ['Scrapdancer', 'Hookhand', 'Grudgekeeper'],
  marksman: ['Quickhand', 'Longeye', 'Pebbleslinger'],
  caster: ['Sparkwright', 'Inkbinder', 'Stormreader'],
  support: ['Wayfinder', 'Fieldmender'],
};

export const UNIQUE_TRAIT_NAMES = `
  Lone Lantern, Old Debt, Last Ferry, Ninth Bell, Borrowed Crown, Salt Oath, Quiet Hour`
  .trim()
  .split(/,\s+/);
