/**
 * One circle's one day: which games were played, when, in which queue and by whom, without who won. Cheap (see README), because
 * a player's history of a year asks for hundreds of them.
 *
 * Slot after slot, those who are at the screen are put together, one kind after the other; who found no seat in the first may
 * join the second. A lobby that is one or two short sometimes starts with bots; otherwise there is no game.
 */
import { chance, mix } from '../randomness.ts';
import type { Circle } from './circles.ts';
import { planDay } from './day-plan.ts';
import { MOST_GAMES_A_DAY } from './match-number.ts';
import { playsBoth } from './person.ts';
import { drawQueue } from './queues.ts';
import { BOT, packSchedule, type Lobby, type Schedule } from './schedule.ts';
import { SLOTS_IN_USE } from './slots.ts';
import type { GameKind } from './world.ts';

const LOBBY_SIZES: Readonly<Record<GameKind, number>> = { tft: 8, lol: 10 };
/** How often a lobby that lacks one player, or two, starts nevertheless. */
const BOT_CHANCES = [0.12, 0.05] as const;

export function workOutCircleDay(seed: number, circle: Circle, day: number, weekday: number): Schedule {
  const lobbies: Lobby[] = [];
  const plans = circle.members.map((person) => planDay(seed, person, day, weekday));
  const daySeed = mix(seed, circle.number, day);
  for (let slot = 0; slot < SLOTS_IN_USE; slot++) {
    const bit = 1 << slot;
    const lol: number[] = [];
    const tft: number[] = [];
    for (let place = 0; place < plans.length; place++) {
      const plan = plans[place];
      if (plan === undefined || ((plan.tft | plan.lol) & bit) === 0) continue;
      ((plan.lol & bit) === 0 ? tft : lol).push(place);
    }
    if (lol.length + tft.length < LOBBY_SIZES.tft - BOT_CHANCES.length) continue;
    formSlot({ lobbies, circle, slot, seed: mix(daySeed, slot) }, { tft, lol });
  }
  if (lobbies.length > MOST_GAMES_A_DAY)
    throw new Error(
      `circle ${circle.number} has ${lobbies.length} games on day ${day}; match numbers have room for ${MOST_GAMES_A_DAY}`,
    );
  return packSchedule(circle, day, lobbies);
}

interface Slot {
  readonly lobbies: Lobby[];
  readonly circle: Circle;
  readonly slot: number;
  readonly seed: number;
}

/** Which kind forms its lobbies first, and so passes on those who are left, changes from slot to slot. */
function formSlot(slot: Slot, waiting: Readonly<Record<GameKind, number[]>>): void {
  const first: GameKind = chance(slot.seed, 1) < 0.5 ? 'lol' : 'tft';
  const second: GameKind = first === 'lol' ? 'tft' : 'lol';
  for (const place of formLobbies(slot, first, waiting[first])) {
    const habits = slot.circle.members[place]?.habits;
    if (habits !== undefined && playsBoth(habits)) waiting[second].push(place);
  }
  formLobbies(slot, second, waiting[second]);
}

/** Returns the places of those who found no seat. */
function formLobbies(slot: Slot, kind: GameKind, waiting: readonly number[]): readonly number[] {
  const { lobbies, circle } = slot;
  const seed = mix(slot.seed, kind === 'lol' ? 2 : 3);
  const size = LOBBY_SIZES[kind];
  if (waiting.length < size - BOT_CHANCES.length) return waiting;
  const order = orderWaiting(circle, kind, waiting, seed);
  let seated = 0;
  for (let lobby = 0; seated < order.length; lobby++) {
    const lobbySeed = mix(seed, lobby, 3);
    const missing = size - (order.length - seated);
    if (missing > 0 && !(chance(lobbySeed, 1) < (BOT_CHANCES[missing - 1] ?? 0))) break;
    const here = order.slice(seated, seated + size);
    seated += size;
    const isRanked = wishesRanked(circle, here[here.length >> 1] ?? 0, kind, seed);
    const queue = drawQueue(kind, isRanked, chance(lobbySeed, 2));
    while (here.length < size) here.splice(Math.floor(chance(lobbySeed, 3) * (here.length + 1)), 0, BOT);
    lobbies.push({ slot: slot.slot, queue, seats: here });
  }
  return order.slice(seated);
}

/**
 * By chance, but those who wish for ranked stand together, so that most get what they wish for; who stands at the end and may
 * find no seat changes from slot to slot.
 */
function orderWaiting(circle: Circle, kind: GameKind, waiting: readonly number[], seed: number): number[] {
  const isRankedFirst = (seed & 1) === 0;
  // One number that sorts by group, then by chance, and holds the place in its last byte.
  const keys = Float64Array.from(waiting, (place) => {
    const group = wishesRanked(circle, place, kind, seed) === isRankedFirst ? 0 : 1;
    return (group * 2 ** 32 + mix(seed, place)) * 256 + place;
  });
  return Array.from(keys.sort(), (key) => key % 256);
}

function wishesRanked(circle: Circle, place: number, kind: GameKind, seed: number): boolean {
  return chance(seed, place, 4) < (circle.members[place]?.habits.rankedShare[kind] ?? 0);
}
