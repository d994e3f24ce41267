/** Fields whose value is luck alone, and which nothing else depends on. */
import type { Varying } from './json-template.ts';
import type { Scene } from './scene.ts';

/** Pings: many who give few, a few who give many; on the bridge, where all stand together, hardly any. */
export function pings(mean: number): Varying<Scene> {
  return ({ story, random }) => Math.floor((story.isBridge ? 0.5 : 3.3) * mean * random.next() ** 2);
}

/** Whole numbers from 0 that grow with the length of the game: many small ones, a few large ones. */
export function perMinute(mean: number): Varying<Scene> {
  return ({ random, minutes }) => Math.floor(3.3 * mean * minutes * random.next() ** 2);
}

/** 0 in most games, otherwise a number around the mean. */
export function seldom(share: number, mean: number): Varying<Scene> {
  return ({ random }) => (random.next() < share ? 1 + Math.floor(2 * (mean - 1) * random.next()) : 0);
}

/** Of takedowns (kills and assists), a share. */
export function ofTakedowns(share: number): Varying<Scene> {
  return ({ one, random }) => Math.floor((one.kills + one.assists) * share * 2 * random.next());
}

/** Of kills, a share. */
export function ofKills(share: number): Varying<Scene> {
  return ({ one, random }) => Math.floor(one.kills * share * 2 * random.next());
}
