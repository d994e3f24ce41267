import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeClips, arrangeClipsGently, type Arrangement } from './arrange-clips.ts';
import type { ClipCopy, OtherGoalClip } from './clip-copy.ts';
import {
  madeClip,
  madeOther,
  madePicture,
  madeSound,
  minutesAfterNoon,
  withWrongBits,
} from './fixtures/made-clips.ts';

const GOAL = [{ film: 1, to: 9 }];
const ANOTHER_ANGLE = [{ film: 2, to: 9 }];

const arrange = (clips: readonly ClipCopy[]): Arrangement => arrangeClips(clips, []);

function verdictOf({ verdicts }: Arrangement, id: string) {
  const verdict = verdicts.find(({ clipId }) => clipId === id);
  if (verdict === undefined) throw new Error(`there is no verdict on ${id}`);
  return verdict;
}

const members = (arrangement: Arrangement): string[][] =>
  arrangement.clusters
    .map(({ memberIds }) => memberIds.toSorted())
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

test('no clips give nothing, and a single one is the best of its cluster', () => {
  expect(arrange([])).toEqual({ clusters: [], verdicts: [] });
  expect(arrange([madeClip('a', GOAL)])).toEqual({
    clusters: [{ id: 'a', bestId: 'a', memberIds: ['a'], isVerified: false }],
    verdicts: [
      {
        clipId: 'a',
        clusterId: 'a',
        isBest: true,
        reason: null,
        words: 'Shows what no other clip shows so far.',
        sameAsId: null,
        containsIds: [],
        otherGoalId: null,
      },
    ],
  });
});

test('copies come together with the better one on top, and what differs stays apart', () => {
  const arrangement = arrange([
    madeClip('small', GOAL, { width: 640, height: 360 }),
    madeClip('large', GOAL, { width: 1_920, height: 1_080, foundAt: minutesAfterNoon(2) }),
    madeClip('angle', ANOTHER_ANGLE, { foundAt: minutesAfterNoon(1) }),
  ]);

  expect(arrangement.clusters).toEqual([
    { id: 'small', bestId: 'large', memberIds: ['large', 'small'], isVerified: false },
    { id: 'angle', bestId: 'angle', memberIds: ['angle'], isVerified: false },
  ]);
  expect(verdictOf(arrangement, 'large')).toMatchObject({ isBest: true, words: 'The best of 2 copies.' });
  expect(verdictOf(arrangement, 'small')).toMatchObject({
    isBest: false,
    reason: 'same-picture',
    sameAsId: 'large',
    clusterId: 'small',
    words: 'Shows the same as the copy that is kept (100 % of the pictures are alike).',
  });
});

test('a verified copy goes before one that more posts carry, and that before a sharper one', () => {
  const sharp = madeClip('sharp', GOAL, { width: 1_920, height: 1_080 });
  const posted = ['first', 'second'].map((id) => madeClip(id, GOAL, { sha256: 'posted twice' }));
  const verified = madeClip('verified', GOAL, { width: 320, height: 180, isVerified: true });

  expect(arrange([sharp, ...posted]).clusters[0]?.bestId).toBe('first');
  const all = arrange([sharp, ...posted, verified]);
  expect(all.clusters).toMatchObject([{ bestId: 'verified', isVerified: true }]);
  expect(verdictOf(all, 'second')).toMatchObject({ reason: 'same-picture', sameAsId: 'verified' });
});

test('the very same file is recognised by its bytes, and a verified post of it stands for it', () => {
  const arrangement = arrange([
    madeClip('early', GOAL, { sha256: 'x' }),
    madeClip('verified', GOAL, { sha256: 'x', isVerified: true, foundAt: minutesAfterNoon(1) }),
  ]);

  expect(arrangement.clusters).toMatchObject([{ id: 'early', bestId: 'verified' }]);
  expect(verdictOf(arrangement, 'early')).toMatchObject({
    reason: 'same-bytes',
    words: 'The very same file as the copy that is kept.',
  });
});

test('a mirrored or cropped copy joins the others, is marked as such, and is not the one to keep', () => {
  const arrangement = arrange([
    madeClip('mirrored', [{ film: 1, to: 9, as: 'mirrored' }], { width: 1_920, height: 1_080 }),
    madeClip('cropped', [{ film: 1, to: 9, as: 'inner80' }], { width: 1_920, height: 1_080 }),
    madeClip('one', GOAL, { foundAt: minutesAfterNoon(1) }),
    madeClip('two', GOAL, { foundAt: minutesAfterNoon(2), width: 640, height: 360 }),
  ]);

  expect(arrangement.clusters).toMatchObject([{ bestId: 'one' }]);
  expect(arrangement.clusters[0]?.memberIds).toHaveLength(4);
  expect(verdictOf(arrangement, 'mirrored').words).toContain('that is kept, mirrored (');
  expect(verdictOf(arrangement, 'cropped').words).toContain('of whose picture it is a part');
});

test('a copy whose best neighbour shows but a part of its picture says so', () => {
  const arrangement = arrange([
    madeClip('cropped', [{ film: 1, to: 9, as: 'inner80' }], { isVerified: true }),
    madeClip('whole', GOAL),
  ]);

  expect(verdictOf(arrangement, 'whole').words).toContain('which is a part of its picture');
});

test('a member that is only like another member says so', () => {
  const arrangement = arrange([
    madeClip('mirrored', [{ film: 1, to: 9, as: 'mirrored' }], { isVerified: true }),
    madeClip('plain', GOAL),
    madeClip('cropped', [{ film: 1, to: 9, as: 'inner80' }]),
  ]);

  expect(arrangement.clusters).toHaveLength(1);
  expect(verdictOf(arrangement, 'cropped')).toMatchObject({
    sameAsId: 'mirrored',
    words: 'Shows the same as a copy of the one that is kept.',
  });
});

test('a copy that only the sound betrayed says so', () => {
  const good = madePicture(GOAL);
  const picture = { ...good, fine: withWrongBits(good.fine, 36), whole: withWrongBits(good.whole, 36) };
  const sound = madeSound(1, 0, 9);
  const arrangement = arrange([
    madeClip('a', GOAL, { sound }),
    madeClip('filmed', GOAL, { picture, sound, height: 360, width: 640 }),
  ]);

  expect(verdictOf(arrangement, 'filmed').words).toContain('told by the sound');
});

test('a shorter part of a longer clip is its copy, and the longer one is kept', () => {
  const arrangement = arrange([
    madeClip('part', [{ film: 1, from: 3, to: 7 }]),
    madeClip('copy of part', [{ film: 1, from: 3, to: 7 }]),
    madeClip('whole', [{ film: 1, to: 20 }]),
    madeClip('more', [{ film: 1, to: 40 }]),
  ]);

  expect(arrangement.clusters).toMatchObject([{ bestId: 'more' }]);
  expect(arrangement.clusters[0]?.memberIds).toHaveLength(4);
  expect(verdictOf(arrangement, 'part')).toMatchObject({
    reason: 'same-picture',
    sameAsId: 'more',
    containsIds: [],
  });
  expect(verdictOf(arrangement, 'part').words).toContain('A shorter part of the copy that is kept');
  // What is in its own cluster counts as copies, not as contents.
  expect(verdictOf(arrangement, 'more').containsIds).toEqual([]);
});

test.each([
  ['verified, and the longer one is not', { isVerified: true }],
  ['much sharper than the longer one', { width: 1_920, height: 1_080 }],
  ['verified and sharper', { isVerified: true, width: 1_920, height: 1_080 }],
])('a shorter part that is %s is kept beside it', (_, better) => {
  const arrangement = arrange([
    madeClip('part', [{ film: 1, from: 3, to: 7 }], better),
    madeClip('whole', [{ film: 1, to: 20 }]),
  ]);

  expect(members(arrangement)).toEqual([['part'], ['whole']]);
  expect(verdictOf(arrangement, 'whole')).toMatchObject({ isBest: true, containsIds: ['part'] });
});

test('a compilation of two clips joins neither, and says what it contains', () => {
  const arrangement = arrange([
    madeClip('goal', GOAL),
    madeClip('copy', GOAL),
    madeClip('angle', ANOTHER_ANGLE),
    madeClip('both', [...GOAL, ...ANOTHER_ANGLE]),
    madeClip('both again', [...GOAL, ...ANOTHER_ANGLE], { width: 640, height: 360 }),
  ]);

  expect(members(arrangement)).toEqual([['angle'], ['both', 'both again'], ['copy', 'goal']]);
  expect(verdictOf(arrangement, 'both').containsIds).toEqual(['angle', 'copy', 'goal']);
  const alone = arrange([
    madeClip('goal', GOAL),
    madeClip('angle', ANOTHER_ANGLE),
    madeClip('both', [...GOAL, ...ANOTHER_ANGLE]),
  ]);
  expect(verdictOf(alone, 'both').words).toBe('A compilation that contains other clips.');
});

test('two copies of a clip that a longer one shows twice do not make it a compilation', () => {
  const longer = [...GOAL, { film: 8, to: 3 }];
  const arrangement = arrange([
    madeClip('goal', GOAL),
    madeClip('longer', longer),
    madeClip('replayed', [...GOAL, { film: 7, to: 9 }, ...longer]),
  ]);

  expect(members(arrangement)).toEqual([['goal', 'longer', 'replayed']]);
});

test('a clip and the copy of it that another goal has do not make a compilation', () => {
  const arrangement = arrangeClips(
    [
      madeClip('goal', GOAL, { isVerified: true }),
      madeClip('replayed', [...GOAL, ...GOAL, { film: 8, to: 6 }]),
    ],
    [madeOther('there', 'goal-2', GOAL), madeOther('elsewhere', 'goal-2', [{ film: 7, to: 9 }])],
  );

  expect(verdictOf(arrangement, 'replayed').words).not.toContain('compilation');
});

test('a compilation stays with every goal that it shows', () => {
  const pieces = [{ film: 5, to: 9 }, ...GOAL];
  const arrangement = arrangeClips(
    [madeClip('goal', GOAL), madeClip('both', pieces)],
    [
      madeOther('there', 'goal-2', [{ film: 5, to: 9 }]),
      madeOther('both there', 'goal-2', pieces, { isVerified: true }),
    ],
  );

  expect(verdictOf(arrangement, 'both')).toMatchObject({ isBest: true, otherGoalId: null });
});

test('a compilation of two other goals is known as one, but two clips of one other goal make none', () => {
  const both = madeClip('both', [
    { film: 5, to: 9 },
    { film: 6, to: 9 },
  ]);
  const others = (second: string) => [
    madeOther('x', 'goal-2', [{ film: 5, to: 9 }]),
    madeOther('y', second, [{ film: 6, to: 9 }]),
  ];

  expect(verdictOf(arrangeClips([both], others('goal-3')), 'both').words).toContain('compilation');
  expect(verdictOf(arrangeClips([both], others('goal-2')), 'both').words).not.toContain('compilation');
});

test('what another goal has, verified, belongs to that one', () => {
  const arrangement = arrangeClips(
    [madeClip('a', GOAL), madeClip('b', GOAL), madeClip('own', ANOTHER_ANGLE)],
    [madeOther('there', 'goal-2', GOAL, { isVerified: true })],
  );

  expect(members(arrangement)).toEqual([['own']]);
  expect(verdictOf(arrangement, 'a')).toMatchObject({
    clusterId: null,
    isBest: false,
    reason: 'other-goal',
    sameAsId: 'there',
    otherGoalId: 'goal-2',
  });
  expect(verdictOf(arrangement, 'a').words).toContain('another goal');
});

test.each([
  ['this goal has it verified', [madeClip('a', GOAL, { isVerified: true })], [{ isVerified: false }, {}]],
  ['both have it as often', [madeClip('a', GOAL)], [{}]],
])(
  'it stays and the other goal is noted when %s',
  (_, clips: ClipCopy[], there: Partial<OtherGoalClip>[]) => {
    const others = there.map((more, index) => madeOther(`there ${index}`, 'goal-2', GOAL, more));

    expect(verdictOf(arrangeClips(clips, others), 'a')).toMatchObject({
      isBest: true,
      reason: null,
      otherGoalId: 'goal-2',
    });
  },
);

/** Whether a goal with so many copies gives them away to another one with so many. */
function isGiven(mine: number, isMineVerified: boolean, theirs: number, isTheirsVerified: boolean): boolean {
  const ids = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`);
  const arrangement = arrangeClips(
    ids(mine, 'mine').map((id) => madeClip(id, GOAL, { isVerified: isMineVerified })),
    ids(theirs, 'theirs').map((id) => madeOther(id, 'goal-2', GOAL, { isVerified: isTheirsVerified })),
  );
  return arrangement.clusters.length === 0;
}

test('without a verified copy the goal has it for which more posts were found', () => {
  expect(isGiven(1, false, 2, false)).toBe(true);
  expect(isGiven(2, false, 2, false)).toBe(false);
  expect(isGiven(3, false, 2, false)).toBe(false);
  expect(isGiven(1, true, 2, true)).toBe(true);
});

test('what was posted long before the goal fell shows another one', () => {
  const goalAt = minutesAfterNoon(30);
  const at = (minutes: number | null) => ({ postedAt: minutes === null ? null : minutesAfterNoon(minutes) });
  const arrange = (here: number | null, there: number | null) =>
    arrangeClips(
      [madeClip('a', GOAL, { isVerified: true, ...at(here) })],
      [madeOther('there', 'goal-2', GOAL, at(there))],
      { goalAt },
    );

  expect(verdictOf(arrange(31, 10), 'a').reason).toBe('other-goal');
  expect(verdictOf(arrange(24, null), 'a').reason).toBe('other-goal');
  expect(verdictOf(arrange(27, 28), 'a').reason).toBeNull();
  expect(verdictOf(arrange(null, null), 'a').reason).toBeNull();
});

test('of several other goals the one with the best evidence is named', () => {
  const nameOf = (others: OtherGoalClip[]) =>
    verdictOf(arrangeClips([madeClip('a', GOAL)], others), 'a').otherGoalId;
  const twice = [madeOther('x', 'goal-3', GOAL), madeOther('y', 'goal-3', GOAL)];

  expect(nameOf([madeOther('u', 'goal-4', GOAL), madeOther('v', 'goal-2', GOAL)])).toBe('goal-2');
  expect(nameOf([madeOther('u', 'goal-2', GOAL), madeOther('v', 'goal-4', GOAL)])).toBe('goal-2');
  expect(nameOf([madeOther('v', 'goal-2', GOAL), ...twice])).toBe('goal-3');
  expect(nameOf([madeOther('v', 'goal-2', GOAL, { isVerified: true }), ...twice])).toBe('goal-2');
});

test('a longer clip of another goal that contains it says nothing: it may be a compilation', () => {
  const others = [madeOther('there', 'goal-2', [...GOAL, { film: 8, to: 20 }], { isVerified: true })];

  expect(verdictOf(arrangeClips([madeClip('a', GOAL)], others), 'a')).toMatchObject({
    isBest: true,
    otherGoalId: null,
  });
});

test('clusters with a verified clip come first, then those with most members, then the better ones, then the older', () => {
  const arrangement = arrange([
    madeClip('late', [{ film: 14, to: 9 }], { foundAt: minutesAfterNoon(3) }),
    madeClip('early', [{ film: 13, to: 9 }]),
    madeClip('sharp', [{ film: 12, to: 9 }], { width: 1_920, height: 1_080 }),
    madeClip('often 1', [{ film: 11, to: 9 }], { width: 320, height: 180 }),
    madeClip('often 2', [{ film: 11, to: 9 }], { width: 320, height: 180 }),
    madeClip('verified', [{ film: 10, to: 9 }], { isVerified: true, width: 320, height: 180 }),
  ]);

  expect(arrangement.clusters.map(({ id }) => id)).toEqual(['verified', 'often 1', 'sharp', 'early', 'late']);
});

const MANY = [
  madeClip('a', GOAL, { sha256: 'x' }),
  madeClip('b', GOAL, { sha256: 'x' }),
  madeClip('c', [{ film: 1, from: 2, to: 9, as: 'mirrored' }]),
  madeClip('d', [{ film: 1, from: 2, to: 6 }]),
  madeClip('e', ANOTHER_ANGLE),
  madeClip('f', [...GOAL, ...ANOTHER_ANGLE]),
  madeClip('g', [{ film: 5, to: 9 }]),
];
const OTHERS = [
  madeOther('o', 'goal-2', [{ film: 5, to: 9 }]),
  madeOther('p', 'goal-2', [{ film: 5, to: 9 }]),
  madeOther('q', 'goal-3', ANOTHER_ANGLE),
];

test('the order in which clips come decides nothing', () => {
  const sorted = (arrangement: Arrangement) => ({
    ...arrangement,
    verdicts: arrangement.verdicts.toSorted((a, b) => (a.clipId < b.clipId ? -1 : 1)),
  });
  const wanted = sorted(arrangeClips(MANY, OTHERS));
  const order = fc.shuffledSubarray(MANY, { minLength: MANY.length });
  const others = fc.shuffledSubarray(OTHERS, { minLength: OTHERS.length });
  fc.assert(
    fc.property(order, others, (clips, strangers) => {
      expect(sorted(arrangeClips(clips, strangers))).toEqual(wanted);
    }),
    { numRuns: 25 },
  );
});

test('every clip has one verdict, in the order in which they were given, and each cluster one best', () => {
  const { clusters, verdicts } = arrangeClips(MANY, OTHERS);

  expect(verdicts.map(({ clipId }) => clipId)).toEqual(MANY.map(({ id }) => id));
  for (const { id, bestId, memberIds } of clusters) {
    const inCluster = verdicts.filter(({ clusterId }) => clusterId === id);
    expect(inCluster.map(({ clipId }) => clipId).toSorted()).toEqual(memberIds.toSorted());
    expect(inCluster.filter(({ isBest }) => isBest).map(({ clipId }) => clipId)).toEqual([bestId]);
  }
  expect(verdicts.filter(({ clusterId }) => clusterId === null).map(({ clipId }) => clipId)).toEqual(['g']);
});

test('the longer the clips, the more pauses', async () => {
  const countPauses = async (seconds: number): Promise<number> => {
    let pauses = 0;
    const clips = [1, 2, 3, 4, 5].map((film) => madeClip(`film ${film}`, [{ film, to: seconds }]));
    await arrangeClipsGently(clips, [], async () => void pauses++);
    return pauses;
  };

  expect(await countPauses(5)).toBe(0);
  // One for each of the ten pairs.
  expect(await countPauses(60)).toBe(10);
});
