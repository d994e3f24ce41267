/** Whoever proves something must be able to say no: what the match day would say of a product that loses, doubles or mixes up. */
import { describe, expect, test } from 'vitest';
import { compareWithTruth, standingOf, type Happened, type Kept } from './compare-with-truth.ts';
import type { KeptClip, KeptGoal, KeptObject } from './kept-of-the-day.ts';
import type { Told, TrueGoal, TrueVideo } from './world-of-the-day.ts';

const MINUTE = 60_000;
const told = (from: number, counted: Told['counted'] = 'home', isShown = counted !== null): Told => ({
  from: from * MINUTE,
  row: isShown ? { side: 'home', player: { name: 'A. Lindqvist' } } : null,
  counted,
});
const goal = (more: Partial<TrueGoal> = {}): TrueGoal => ({
  key: '7-1',
  side: 'home',
  scorer: { name: 'A. Lindqvist' },
  minute: 10,
  happenedAt: 9.5 * MINUTE,
  stands: true,
  told: [told(10)],
  ...more,
});

describe('what the upstream said of a goal', () => {
  const at = { until: 30 * MINUTE, silentAt: 33 * MINUTE, certainMs: 2 * MINUTE };

  test.each<[string, Partial<TrueGoal>, string]>([
    ['said long ago', {}, 'counts'],
    ['said just now', { told: [told(29)] }, 'open'],
    ['said after some match was heard of for the last time', { told: [told(32)] }, 'open'],
    ['not said yet', { told: [told(34)] }, 'does not count'],
    ['taken back long ago', { stands: false, told: [told(10), told(12, null)] }, 'does not count'],
    ['taken back just now', { stands: false, told: [told(10), told(29, null)] }, 'open'],
    ['given back', { told: [told(10), told(12, null), told(20)] }, 'counts'],
    ['in the score alone', { told: [told(10, 'home', false)] }, 'counts'],
    ['in a row that is not counted yet', { told: [told(10, null, true)] }, 'counts'],
    [
      'in a row that was forgotten',
      { stands: false, told: [told(10), told(12, null, true)] },
      'does not count',
    ],
  ])('%s', (_name, more, standing) => {
    expect(standingOf(goal(more), at)).toBe(standing);
  });
});

const MD5 = '0cc175b9c0f1b6a831c399e269772661';
const keptGoal: KeptGoal = {
  id: 'g1',
  fixture: 7,
  side: 'home',
  player: 'A. Lindqvist',
  state: 'stable',
  searches: 2,
  isSettled: true,
  searchJobs: 1,
  observedLive: true,
  reopened: 0,
  firstSeenAt: 10.2 * MINUTE,
  searchedUntil: 15 * MINUTE,
};
const video: TrueVideo = {
  post: '100',
  number: 1,
  kind: 'original',
  goal: '7-1',
  postedAt: 10 * MINUTE,
  shows: ['7-1'],
  cameras: [0],
  edit: 'none',
  fate: 'good',
};
const clip: KeptClip = {
  id: 'c1',
  goalId: 'g1',
  fixture: 7,
  site: 'practice-x',
  post: '100',
  number: 1,
  state: 'kept',
  reason: null,
  md5: MD5,
  isBest: true,
  cluster: 'k1',
  objectKey: `7/g1/${MD5}.mp4`,
  objectState: 'stored',
};
const object: KeptObject = {
  key: `7/g1/${MD5}.mp4`,
  md5: MD5,
  words: ['event', 'fixture', 'player', 'team'],
};
const dropped: KeptClip = {
  ...clip,
  id: 'c2',
  post: '101',
  isBest: false,
  objectKey: null,
  objectState: 'none',
};
const happened: Happened = {
  matches: [{ fixture: 7, phases: [{ code: '1H', startsAt: 0 }], goals: [goal()] }],
  videos: [video, { ...video, post: '101', kind: 'copy' }, { ...video, post: '102', fate: 'gone' }],
  from: 0,
  until: 30 * MINUTE,
  silentAt: 31 * MINUTE,
  certainMs: 2 * MINUTE,
};
const good: Kept = {
  goals: [keptGoal],
  clips: [clip, { ...dropped, state: 'duplicate' }],
  objects: [object],
};
const compare = (kept: Partial<Kept>, more: Partial<Happened> = {}) => {
  const found = compareWithTruth({ ...happened, ...more }, { ...good, ...kept });
  return [found.lost.length, found.duplicated.length, found.strange.length + found.orphans.length];
};

test('a product that did everything right is told so, and what was asked of it is counted', () => {
  expect(compareWithTruth(happened, good)).toEqual({
    lost: [],
    duplicated: [],
    strange: [],
    orphans: [],
    certain: 1,
    certainVideos: 1,
    takenBack: 0,
    nearCopies: 0,
  });
});

test.each<[string, Partial<Kept>, [number, number, number]]>([
  ['a goal is not known', { goals: [], clips: [], objects: [] }, [1, 0, 0]],
  ['a goal is never certain', { goals: [{ ...keptGoal, state: 'detected' }] }, [1, 0, 0]],
  ['a goal is there twice', { goals: [keptGoal, { ...keptGoal, id: 'g2' }] }, [0, 1, 0]],
  [
    'a goal is of a match that nobody played',
    { goals: [keptGoal, { ...keptGoal, id: 'g2', fixture: 8 }] },
    [0, 1, 0],
  ],
  ['a goal was never searched for', { goals: [{ ...keptGoal, searches: 0 }] }, [1, 0, 0]],
  [
    'a goal that was not observed live was never searched for',
    { goals: [{ ...keptGoal, searches: 0, observedLive: false }] },
    [0, 0, 0],
  ],
  ['a goal is never settled', { goals: [{ ...keptGoal, isSettled: false }] }, [1, 0, 0]],
  ['a goal was searched for by two jobs', { goals: [{ ...keptGoal, searchJobs: 2 }] }, [0, 1, 0]],
  [
    'a goal was searched for anew with a reason',
    { goals: [{ ...keptGoal, searchJobs: 2, reopened: 1 }] },
    [0, 0, 0],
  ],
  ['the original is not found', { clips: [], objects: [] }, [1, 0, 0]],
  [
    'the original is taken for something else',
    { clips: [{ ...clip, state: 'rejected', objectKey: null, objectState: 'none' }], objects: [] },
    [1, 0, 0],
  ],
  [
    'a video that could be had failed',
    { clips: [clip, { ...dropped, state: 'failed', reason: 'unreachable' }] },
    [1, 0, 0],
  ],
  ['a clip waits for ever', { clips: [clip, { ...dropped, state: 'found' }] }, [1, 0, 0]],
  [
    'a clip that nobody posted',
    { clips: [clip, { ...dropped, state: 'duplicate', post: '999' }] },
    [0, 0, 1],
  ],
  [
    'a clip that cannot be had',
    { clips: [clip, { ...dropped, state: 'duplicate', post: '102' }] },
    [0, 0, 1],
  ],
  ['the same bytes are kept twice', { clips: [clip, { ...clip, id: 'c2', post: '101' }] }, [0, 1, 0]],
  ['a video is there twice', { clips: [clip, { ...dropped, post: '100', state: 'duplicate' }] }, [0, 1, 0]],
  ['the object of a clip is gone', { objects: [] }, [1, 0, 0]],
  ['an object has other bytes', { objects: [{ ...object, md5: 'x' }] }, [0, 0, 1]],
  ['an object has lost its words', { objects: [{ ...object, words: ['team'] }] }, [0, 0, 1]],
  ['an object belongs to nobody', { objects: [object, { ...object, key: '7/g1/x.mp4' }] }, [0, 0, 1]],
  ['a kept clip is not archived', { clips: [{ ...clip, objectState: 'uploading' }] }, [1, 0, 1]],
  [
    'an object lies under a key of another form',
    { clips: [{ ...clip, objectKey: 'x.mp4' }], objects: [{ ...object, key: 'x.mp4' }] },
    [0, 0, 1],
  ],
])('it is told when %s', (_name, kept, expected) => {
  expect(compare(kept)).toEqual(expected);
});

test('a goal that was taken back may not stand, and one that was told just now may', () => {
  const isRemoved = { ...keptGoal, state: 'removed' as const };
  const matches = (told: readonly Told[], stands: boolean) => ({
    matches: [{ fixture: 7, phases: [{ code: '1H', startsAt: 0 }], goals: [goal({ told, stands })] }],
  });
  const taken = matches([told(10), told(12, null)], false);
  expect(compare({}, taken)).toEqual([0, 1, 0]);
  expect(compare({ goals: [isRemoved] }, taken)).toEqual([0, 0, 0]);
  expect(compare({}, matches([told(29)], true))).toEqual([0, 0, 0]);
  expect(compare({ goals: [] }, matches([told(29)], true))).toEqual([0, 0, 0]);
});

test('a match that is asked about seldom may lag behind, and may not have too much', () => {
  const phases = [
    { code: '1H', startsAt: 0 },
    { code: 'ABD', startsAt: 20 * MINUTE },
  ];
  const abandoned = { matches: [{ fixture: 7, phases, goals: [goal()] }] };
  expect(compare({ goals: [], clips: [], objects: [] }, abandoned)).toEqual([0, 0, 0]);
  expect(compare({ goals: [keptGoal, { ...keptGoal, id: 'g2' }] }, abandoned)).toEqual([0, 1, 0]);
});

test('the work for a goal that was taken back may stop anywhere, and what there is of it has to be there', () => {
  const taken = { matches: [{ ...happened.matches[0], fixture: 7, phases: [], goals: [] }] };
  const goals = [{ ...keptGoal, state: 'removed' as const }];
  const incoming: KeptClip = {
    ...clip,
    state: 'downloaded',
    objectKey: 'incoming/c1/x.mp4',
    objectState: 'incoming',
  };
  const objects = [{ ...object, key: 'incoming/c1/x.mp4', words: [] }];
  expect(compare({ goals, clips: [incoming], objects }, taken)).toEqual([0, 0, 0]);
  expect(compare({ goals, clips: [incoming], objects: [] }, taken)).toEqual([1, 0, 0]);
  expect(compare({ clips: [incoming], objects })).toEqual([2, 0, 2]);
});

test('two kept clips that show the same from the same camera are counted as near copies', () => {
  const other = { ...clip, id: 'c2', post: '101', md5: 'b', objectKey: '7/g1/b.mp4' };
  const objects = [object, { ...object, key: '7/g1/b.mp4', md5: 'b' }];
  expect(compareWithTruth(happened, { ...good, clips: [clip, other], objects })).toMatchObject({
    lost: [],
    duplicated: [],
    strange: [],
    nearCopies: 1,
  });
});
