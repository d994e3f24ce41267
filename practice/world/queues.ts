/** The queues that are played, and how often. The two that make a ladder are TFT's 1100 and LoL's 420. */
import type { GameKind } from './world.ts';

export const QUEUES: readonly number[] = [420, 440, 400, 450, 1100, 1090, 1160, 1130];

type Shares = readonly (readonly [queue: number, share: number])[];

const RANKED: Readonly<Record<GameKind, Shares>> = {
  tft: [[1100, 1]],
  lol: [
    [420, 0.85],
    [440, 0.15],
  ],
};

const OTHER: Readonly<Record<GameKind, Shares>> = {
  tft: [
    [1090, 0.5],
    [1160, 0.3],
    [1130, 0.2],
  ],
  lol: [
    [450, 0.55],
    [400, 0.45],
  ],
};

/** A lobby's queue, for a number in [0, 1). */
export function drawQueue(kind: GameKind, isRanked: boolean, luck: number): number {
  const shares = (isRanked ? RANKED : OTHER)[kind];
  let left = luck;
  let last = 0;
  for (const [queue, share] of shares) {
    last = queue;
    left -= share;
    if (left < 0) break;
  }
  return last;
}

export function kindOfQueue(queue: number): GameKind {
  return queue >= 1000 ? 'tft' : 'lol';
}

export function isRankedQueue(queue: number): boolean {
  return queue === 1100 || queue === 420 || queue === 440;
}

/** How much of a player's ranked games are in the queue of the ladder. */
export function ladderShareOfRanked(kind: GameKind): number {
  return RANKED[kind][0]?.[1] ?? 0;
}
