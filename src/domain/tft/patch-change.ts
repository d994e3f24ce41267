/**
 * A change of the patch calendar by a person's hand: read from what they typed, whether on the command line or to the API. What
 * cannot be read is told with the value and with what was expected; whoever asks adds where it stood.
 */
import { findPlatform, REGIONS } from '../riot/routing.ts';
import { parsePatch, partitionOf, type PatchId } from './patch-name.ts';

export type PatchPlace = PatchId & { readonly region: string };

export type PatchChange =
  | { readonly action: 'add' | 'move'; readonly place: PatchPlace; readonly startsAt: Date }
  | { readonly action: 'remove'; readonly place: PatchPlace };

interface PlaceText {
  /** `18.7`, `18.7b`, `s10-14.1` */
  readonly name: string;
  /** Where the name does not begin with it. */
  readonly set?: string | undefined;
  /** Everywhere, unless it is said. */
  readonly region?: string | undefined;
}

export type PatchChangeText =
  | (PlaceText & { readonly action: 'add' | 'move'; readonly from: string })
  | (PlaceText & { readonly action: 'remove' });

/** One field that cannot be read. */
export interface PatchFault {
  readonly field: 'name' | 'set' | 'region' | 'from';
  readonly value: string;
  /** A sentence. */
  readonly expected: string;
}

export type PatchReading =
  | { readonly ok: true; readonly change: PatchChange }
  | { readonly ok: false; readonly fault: PatchFault };

const EXPECTED = {
  name: 'Expected the name of a patch, such as 18.7, 18.7b, or s10-14.1 for patch 14.1 of set 10.',
  set: "Expected a set's number, such as 18.",
  region: `Expected a platform such as kr, one of ${REGIONS.join(', ')}, or * for everywhere.`,
  from: 'Expected a day (2026-11-18) or a time in UTC (2026-11-18T10:00:00Z), not before 2019-06-01.',
};

export function readPatchChange(text: PatchChangeText): PatchReading {
  const { name, region = '*' } = text;
  const named = parsePatch(name);
  if (named === undefined) return refuse('name', name);
  const set = text.set ?? String(named.setNumber);
  if (!/^\d{1,4}$/.test(set)) return refuse('set', set);
  const where = readRegion(region);
  if (where === undefined) return refuse('region', region);
  const place = { ...named, setNumber: Number(set), region: where };
  if (text.action === 'remove') return { ok: true, change: { action: text.action, place } };
  const startsAt = readStart(text.from);
  if (startsAt === undefined) return refuse('from', text.from);
  return { ok: true, change: { action: text.action, place, startsAt } };
}

function refuse(field: PatchFault['field'], value: string): PatchReading {
  return { ok: false, fault: { field, value, expected: EXPECTED[field] } };
}

/** `18.7b in kr` */
export function namePlace(place: PatchPlace): string {
  return place.region === '*' ? partitionOf(place) : `${partitionOf(place)} in ${place.region}`;
}

/** Why a change that could be read was not made. */
export function refusalOf({ action, place }: PatchChange): string {
  return action === 'add'
    ? `Patch ${namePlace(place)} is in the calendar already.`
    : `Patch ${namePlace(place)} is not in the calendar.`;
}

function readRegion(text: string): string | undefined {
  const name = text.toLowerCase();
  if (name === '*' || findPlatform(name) !== undefined) return name;
  return REGIONS.find((region) => region === name);
}

/** Before, there was no such game. */
const FIRST_DAY = new Date('2019-06-01');
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/** JavaScript makes 3 March of 31 February: such a day is none. */
function readStart(text: string): Date | undefined {
  const startsAt = new Date(text);
  if (!DATE.test(text) || !(startsAt >= FIRST_DAY)) return undefined;
  return startsAt.toISOString().startsWith(text.slice(0, 10)) ? startsAt : undefined;
}
