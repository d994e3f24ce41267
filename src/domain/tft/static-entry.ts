/**
 * What static data says of units, items and traits, in our own words. The two upstreams know different halves: Data Dragon the official
 * names and pictures, Community Dragon which traits a unit has, what an item is made of and how many units a trait needs.
 * What an upstream does not say is null or empty.
 */
export type StaticOrigin = 'data-dragon' | 'community-dragon';

interface StaticEntry {
  /** In lower case. */
  readonly id: string;
  /** Null: only the id is known, or a text that was never meant to be seen. */
  readonly name: string | null;
  /** From the upstream's address on: it may be another one tomorrow. */
  readonly icon: StaticIcon | null;
}

export interface StaticIcon {
  readonly origin: StaticOrigin;
  readonly path: string;
}

export interface UnitEntry extends StaticEntry {
  readonly cost: number | null;
  /** Ids in lower case. */
  readonly traits: readonly string[];
  readonly sets: readonly number[];
}

export interface ItemEntry extends StaticEntry {
  /** Ids in lower case of what it is made of. */
  readonly components: readonly string[];
}

export interface TraitEntry extends StaticEntry {
  /** The units that each tier needs, from the first on. */
  readonly thresholds: readonly number[];
  readonly sets: readonly number[];
}

export interface StaticEntries {
  readonly units: readonly UnitEntry[];
  readonly items: readonly ItemEntry[];
  readonly traits: readonly TraitEntry[];
}
