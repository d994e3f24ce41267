/**
 * One circle's one day: which games were played, when, in which queue and by whom, without who won. Cheap (see README), because
 * a player's history of a year asks for hundreds of them.
 *
 * Slot after slot, those who are at the screen are put together, one kind after the other; who found no seat in the first may
 * join the second. A lobby that is one or two short sometimes starts with bots; otherwise nobody plays.
 */
import { chance, mix } from '../randomness.ts';
import type { Circle, Member } from './circles.ts';
import { planDay, type DayPlan } from './day-plan.ts';
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
  const plans = circle.members.map((member) => planOf(seed, member, day, weekday));
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

function planOf(seed: number, member: Member, day: number, weekday: number): DayPlan | undefined {
  if (day < member.fromDay || day >= member.untilDay) return undefined;
  return planDay(seed, member.person, day, weekday);
}

/** Which kind forms its lobbies first, and so passes on those who are left, changes from slot to slot. */
function formSlot(slot: Slot, waiting: Readonly<Record<GameKind, number[]>>): void {
  const first: GameKind = chance(slot.seed, 1) < 0.5 ? 'lol' : 'tft';
  const second: GameKind = first === 'lol' ? 'tft' : 'lol';
  for (const place of formLobbies(slot, first, waiting[first])) {
    const habits = slot.circle.members[place]?.person.habits;
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
 * find no seat changes from slot to slot. Visitors come first: they are here for this one game.
 */
function orderWaiting(circle: Circle, kind: GameKind, waiting: readonly number[], seed: number): number[] {
  const isRankedFirst = (seed & 1) === 0;
  const keys: number[] = [];
  for (const place of waiting) {
    const isVisitor = circle.members[place]?.person.habits.visitDays !== undefined;
    const group = isVisitor ? 0 : wishesRanked(circle, place, kind, seed) === isRankedFirst ? 1 : 2;
    // One number that sorts by group, then by chance, and still holds the place in its last byte.
    insertInOrder(keys, group * 2 ** 32 + (mix(seed, place) & ~0xff) + 2 ** 31 + place);
  }
  return keys.map((key) => key % 256);
}

/** Some dozen numbers at a time: a call to `sort` would take longer than all the rest of a slot. */
function insertInOrder(keys: number[], key: number): void {
  let at = keys.length;
  for (; at > 0; at--) {
    const before = keys[at - 1] ?? 0;
    if (before <= key) break;
    keys[at] = before;
  }
  keys[at] = key;
}

function wishesRanked(circle: Circle, place: number, kind: GameKind, seed: number): boolean {
  return chance(seed, place, 4) < (circle.members[place]?.person.habits.rankedShare[kind] ?? 0);
}
