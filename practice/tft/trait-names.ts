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
