/**
 * A game minute by minute: what everybody had earned and spent by each frame of the timeline, and when things were bought. A thing
 * is bought at the first frame whose gold pays for the list up to it; at the last frame that is what the match body shows.
 */
import { createRandom, mix } from '../randomness.ts';
import { payOut, type Deed } from './deed.ts';
import { entry, numberAt } from './entry.ts';
import { goldAt } from './growth.ts';
import type { Participant } from './participant.ts';
import { budgetOf, type Purchase } from './shopping.ts';
import type { Story } from './story.ts';

export interface Visit {
  readonly atMs: number;
  readonly participant: Participant;
  readonly purchase: Purchase;
  /** Its place in the list, from 1. */
  readonly nth: number;
}

export interface Chronicle {
  /** The last is the end of the game. */
  readonly frameMs: readonly number[];
  /** By frame, then by participant id less one. */
  readonly gold: readonly (readonly number[])[];
  readonly spent: readonly (readonly number[])[];
  readonly visits: readonly Visit[];
}

export const FRAME_INTERVAL_MS = 60_000;
const SHOP = 0x43_01;

export function keepChronicle(story: Story): Chronicle {
  const { participants } = story;
  const random = createRandom(mix(story.game.seed, SHOP));
  const frameMs = frameTimes(story);
  const deeds: Deed[] = [...story.kills, ...story.plates, ...story.buildings, ...story.slaying.monsters];
  deeds.sort((one, other) => one.atMs - other.atMs);
  const purses = participants.map(() => 0);
  const spentSoFar = participants.map(() => 0);
  const bought = participants.map(() => 0);
  const gold: number[][] = [];
  const spent: number[][] = [];
  const visits: Visit[] = [];
  let next = 0;
  for (const [frame, atMs] of frameMs.entries()) {
    for (let deed = deeds[next]; deed !== undefined && deed.atMs <= atMs; deed = deeds[++next])
      payOut(deed, participants, purses);
    const goldNow = participants.map((one, seat) => goldAt(story, one, atMs, numberAt(purses, seat)));
    for (const [seat, participant] of participants.entries()) {
      const { purchases } = entry(story.shoppings, seat);
      const budget = budgetOf(numberAt(goldNow, seat));
      let nth = numberAt(bought, seat);
      let paid = numberAt(spentSoFar, seat);
      for (
        let purchase = purchases[nth];
        purchase !== undefined && paid + purchase.price <= budget;
        purchase = purchases[nth]
      ) {
        paid += purchase.price;
        nth++;
        // Shortly before the frame; at the very beginning, shortly after.
        const visitMs = frame === 0 ? 2000 + random.below(20_000) : atMs - random.below(1500);
        visits.push({ atMs: visitMs, participant, purchase, nth });
      }
      bought[seat] = nth;
      spentSoFar[seat] = paid;
    }
    gold.push(goldNow);
    spent.push([...spentSoFar]);
  }
  return { frameMs, gold, spent, visits };
}

/** Every minute and a little late, as the server's are; then the end. */
function frameTimes({ lengthMs, game }: Story): number[] {
  const times: number[] = [];
  for (let frame = 0; ; frame++) {
    const atMs = frame * FRAME_INTERVAL_MS + Math.floor(frame * (10 + (game.seed % 17)));
    if (atMs >= lengthMs) return [...times, lengthMs];
    times.push(atMs);
  }
}
