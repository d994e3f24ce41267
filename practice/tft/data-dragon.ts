/**
 * Data Dragon's TFT files. As in the field they know names, costs (called `tier`) and images, and nothing of
 * traits' thresholds.
 */
import type { Roster } from './roster.ts';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly [more: string]: unknown;
}
interface DataFile {
  readonly type: string;
  readonly version: string;
  readonly data: Readonly<Record<string, Entry>>;
}

const ICON_PIXELS = 48;
const SPRITE_COLUMNS = 10;
const SPRITE_ICONS = 30;

const QUEUES: readonly (readonly [id: string, name: string, queueType: string])[] = [
  ['1090', 'NORMAL', 'NORMAL_TFT'],
  ['1100', 'RANKED', 'RANKED_TFT'],
  ['1130', 'HYPER ROLL', 'RANKED_TFT_TURBO'],
  ['1160', 'DOUBLE UP', 'RANKED_TFT_DOUBLE_UP'],
];

/** Keyed by path, not by id: the trap that the field's file sets. */
export function championFile(version: string, { set, units }: Roster): DataFile {
  const entries = units.map(({ id, name, cost }, index): [string, Entry] => [
    `Maps/Shipping/Map22/Sets/PRASet${set}/Shop/${id}`,
    { id, name, tier: cost, image: image('tft-champion', id, index) },
  ]);
  return { type: 'tft-champion', version, data: Object.fromEntries(entries) };
}

export function itemFile(version: string, { items }: Roster): DataFile {
  const entries = items.map(({ id, name }, index): [string, Entry] => [
    id,
    { id, name, image: image('tft-item', id, index) },
  ]);
  return { type: 'tft-item', version, data: Object.fromEntries(entries) };
}

export function traitFile(version: string, { traits }: Roster): DataFile {
  const entries = traits.map(({ id, name }, index): [string, Entry] => [
    id,
    { id, name, image: image('tft-trait', id, index) },
  ]);
  return { type: 'tft-trait', version, data: Object.fromEntries(entries) };
}

export function queueFile(version: string): DataFile {
  const entries = QUEUES.map(([id, name, queueType], index): [string, Entry] => [
    id,
    { id, name, queueType, image: image('tft-queue-type', `Queue_${id}`, index) },
  ]);
  return { type: 'tft-queue-types', version, data: Object.fromEntries(entries) };
}

function image(group: string, id: string, index: number): Readonly<Record<string, string | number>> {
  const place = index % SPRITE_ICONS;
  return {
    full: `${id}.svg`,
    sprite: `${group}${Math.floor(index / SPRITE_ICONS)}.png`,
    group,
    x: ICON_PIXELS * (place % SPRITE_COLUMNS),
    y: ICON_PIXELS * Math.floor(place / SPRITE_COLUMNS),
    w: ICON_PIXELS,
    h: ICON_PIXELS,
  };
}
