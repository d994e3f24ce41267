import { expect, test } from 'vitest';
import type { LolTimeline } from './game.ts';
import { madeUpSeat, madeUpTimeline } from '../../../../test/support/projector/made-up-lol-game.ts';
import { createTimelineReader, type TimelineColumns } from './timeline-columns.ts';

const [own, opponent] = [madeUpSeat(2), madeUpSeat(7)];
const read = (timeline: LolTimeline): TimelineColumns => createTimelineReader(timeline)(own, opponent);

test('at ten and fifteen minutes a player has what the first frame from then on says, and more or less than the opponent', () => {
  expect(read(madeUpTimeline(20))).toMatchObject({
    at10: { gold: 1_501, minions: 71, xp: 1_999 },
    at15: { gold: 2_001, minions: 106, xp: 2_999 },
    diff10: { gold: -5, minions: -5, xp: 5 },
    diff15: { gold: -5, minions: -5, xp: 5 },
  });
});

test('a game that ended before has no such minute', () => {
  const { at10, diff10, at15, diff15 } = read(madeUpTimeline(12));
  expect([at10, diff10]).not.toContain(null);
  expect([at15, diff15]).toEqual([null, null]);
  const cut = madeUpTimeline(9);
  const last = { ms: 585_000, seats: new Map([[2, { gold: 1, minions: 1, xp: 1 }]]) };
  expect(read({ ...cut, frames: [...cut.frames, last] }).at10).toBeNull();
});

test('a frame may come a moment early, but a whole minute late it stands for another one', () => {
  const at = (ms: number): LolTimeline => ({
    frames: [{ ms, seats: new Map([[2, { gold: 7, minions: 8, xp: 9 }]]) }],
    kills: [],
    items: [],
  });
  expect(read(at(599_500)).at10).toEqual({ gold: 7, minions: 8, xp: 9 });
  expect(read(at(598_500)).at10).toBeNull();
  expect(read(at(660_000)).at10).toBeNull();
});

test('without an opponent, or without one in the frame, there is no difference', () => {
  const timeline = madeUpTimeline(20);
  expect(createTimelineReader(timeline)(own, null)).toMatchObject({ at10: { gold: 1_501 }, diff10: null });
  expect(createTimelineReader(timeline)(own, madeUpSeat(11))).toMatchObject({ diff10: null });
  expect(createTimelineReader(timeline)(madeUpSeat(11), own)).toMatchObject({ at10: null, diff10: null });
});

test('the first death and the first kill are the earliest, in whatever order they are told', () => {
  const kills = [
    { ms: 300_900, killer: 2, victim: 7 },
    { ms: 125_999, killer: 7, victim: 2 },
    { ms: 200_000, killer: 2, victim: 8 },
    { ms: 60_000, killer: 0, victim: 3 },
  ];
  expect(read(madeUpTimeline(1, { kills }))).toMatchObject({ firstDeath: 125, firstKill: 200 });
  expect(read(madeUpTimeline(1))).toMatchObject({ firstDeath: null, firstKill: null });
});

test('items are told with the second they were bought, and the first that was made', () => {
  const items = [
    { type: 'bought', ms: 5_900, participant: 2, item: 1036 },
    { type: 'bought', ms: 6_000, participant: 2, item: 1055 },
    { type: 'destroyed', ms: 611_999, participant: 2, item: 1036 },
    { type: 'bought', ms: 611_999, participant: 2, item: 3133 },
  ] as const;
  expect(read(madeUpTimeline(1, { items }))).toMatchObject({
    firstItem: 611,
    itemIds: [1055, 3133],
    itemSeconds: [6, 611],
  });
  expect(read(madeUpTimeline(1))).toMatchObject({ firstItem: null, itemIds: [], itemSeconds: [] });
});
