/** Each proof of the match day can fail: what it reports of a product that loses, doubles or mixes up goals and clips. */
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
const truth = (told: readonly Told[], stands = true): TrueGoal => ({
  key: '7-1',
  scorer: { name: 'A. Lindqvist' },
  minute: 10,
  happenedAt: 9.5 * MINUTE,
  stands,
  told,
});
const takenBack = truth([told(10), told(12, null)], false);

describe('of a goal that the upstream reported', () => {
  const at = { until: 30 * MINUTE, silentAt: 33 * MINUTE, certainMs: 2 * MINUTE };

  test.each<[string, TrueGoal, string]>([
    ['long ago', truth([told(10)]), 'counts'],
    ['just now', truth([told(29)]), 'open'],
    ['after some match was polled for the last time', truth([told(32)]), 'open'],
    ['later', truth([told(34)]), 'does not count'],
    ['and took back long ago', takenBack, 'does not count'],
    ['and took back just now', truth([told(10), told(29, null)], false), 'open'],
    ['and gave back', truth([told(10), told(12, null), told(20)]), 'counts'],
    ['in the score alone', truth([told(10, 'home', false)]), 'counts'],
    ['in a row that is not counted yet', truth([told(10, null, true)]), 'counts'],
    ['in a row that was forgotten', truth([told(10), told(12, null, true)], false), 'does not count'],
  ])('%s', (_name, goal, standing) => {
    expect(standingOf(goal, at)).toBe(standing);
  });
});

const MD5 = '0cc175b9c0f1b6a831c399e269772661';
const goal: KeptGoal = {
  id: 'g1',
  fixture: 7,
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
const twin = { ...goal, id: 'g2' };
const video: TrueVideo = {
  post: '100',
  number: 1,
  kind: 'original',
  goal: '7-1',
  postedAt: 10 * MINUTE,
  shows: ['7-1'],
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
  objectKey: `7/g1/${MD5}.mp4`,
  objectState: 'stored',
};
const object: KeptObject = { key: `7/g1/${MD5}.mp4`, md5: MD5 };
const NO_OBJECT = { objectKey: null, objectState: 'none' } as const;
const duplicate: KeptClip = { ...clip, ...NO_OBJECT, id: 'c2', post: '101', state: 'duplicate' };
const NOTHING = { clips: [], objects: [] };

const happened: Happened = {
  matches: [{ fixture: 7, phases: [{ code: '1H', startsAt: 0 }], goals: [truth([told(10)])] }],
  videos: [video, { ...video, post: '101', kind: 'copy' }, { ...video, post: '102', fate: 'gone' }],
  from: 0,
  until: 30 * MINUTE,
  silentAt: 31 * MINUTE,
  certainMs: 2 * MINUTE,
};
const good: Kept = { goals: [goal], clips: [clip, duplicate], objects: [object] };
const compare = (kept: Partial<Kept>, more: Partial<Happened> = {}) => {
  const found = compareWithTruth({ ...happened, ...more }, { ...good, ...kept });
  return [found.lost.length, found.duplicated.length, found.strange.length + found.orphans.length];
};

test('a product that did everything right has no violation, and what it had to find is counted', () => {
  expect(compareWithTruth(happened, good)).toEqual({
    lost: [],
    duplicated: [],
    strange: [],
    orphans: [],
    certain: 1,
    certainVideos: 1,
  });
});

test.each<[string, Partial<Kept>, number[]]>([
  ['a goal is not known', { goals: [], ...NOTHING }, [1, 0, 0]],
  ['a goal is never certain', { goals: [{ ...goal, state: 'detected' }] }, [1, 0, 0]],
  ['a goal is there twice', { goals: [goal, twin] }, [0, 1, 0]],
  ['a goal is of a match that was not played', { goals: [goal, { ...twin, fixture: 8 }] }, [0, 1, 0]],
  ['a goal was never searched for', { goals: [{ ...goal, searches: 0 }] }, [1, 0, 0]],
  ['a goal is never settled', { goals: [{ ...goal, isSettled: false }] }, [1, 0, 0]],
  ['a goal was searched for by two jobs', { goals: [{ ...goal, searchJobs: 2 }] }, [0, 1, 0]],
  ['the original is not found', NOTHING, [1, 0, 0]],
  [
    'the original is rejected',
    { clips: [{ ...clip, ...NO_OBJECT, state: 'rejected' }], objects: [] },
    [1, 0, 0],
  ],
  ['an available video failed', { clips: [clip, { ...duplicate, state: 'failed' }] }, [1, 0, 0]],
  ['a clip waits for ever', { clips: [clip, { ...duplicate, state: 'found' }] }, [1, 0, 0]],
  ['a clip was not posted', { clips: [clip, { ...duplicate, post: '999' }] }, [0, 0, 1]],
  ['a clip was not available', { clips: [clip, { ...duplicate, post: '102' }] }, [0, 0, 1]],
  ['the same bytes are kept twice', { clips: [clip, { ...clip, id: 'c2', post: '101' }] }, [0, 1, 0]],
  ['a video is there twice', { clips: [clip, { ...duplicate, post: '100' }] }, [0, 1, 0]],
  ['copies have no original', { clips: [duplicate], objects: [] }, [2, 0, 0]],
  ['the object of a clip is gone', { objects: [] }, [1, 0, 0]],
  ['an object has other bytes', { objects: [{ ...object, md5: 'x' }] }, [0, 0, 1]],
  ['an object belongs to no row', { objects: [object, { ...object, key: '7/g1/x.mp4' }] }, [0, 0, 1]],
  ['a kept clip is not archived', { clips: [{ ...clip, objectState: 'deleting' }] }, [1, 0, 1]],
  [
    'an object is stored under a key of another form',
    { clips: [{ ...clip, objectKey: 'x.mp4' }], objects: [{ ...object, key: 'x.mp4' }] },
    [0, 0, 1],
  ],
])('it is a violation when %s', (_name, kept, expected) => {
  expect(compare(kept)).toEqual(expected);
});

const playing = (goals: readonly TrueGoal[], code = '1H') => ({
  matches: [{ fixture: 7, phases: [{ code, startsAt: 0 }], goals }],
});
const removed = { goals: [{ ...goal, state: 'removed' as const }] };
const stopped = { ...removed, clips: [{ ...clip, state: 'downloaded' as const }] };

test.each<[string, Partial<Kept>, Partial<Happened>, number[]]>([
  ['a goal that was taken back stands', {}, playing([takenBack]), [0, 1, 0]],
  ['a goal that was taken back is removed', removed, playing([takenBack]), [0, 0, 0]],
  ['a goal of the last moments is there', {}, playing([truth([told(29)])]), [0, 0, 0]],
  ['a goal of the last moments is not there', { goals: [] }, playing([truth([told(29)])]), [0, 0, 0]],
  [
    'an abandoned match lags behind',
    { goals: [], ...NOTHING },
    playing([truth([told(10)])], 'ABD'),
    [0, 0, 0],
  ],
  [
    'an abandoned match has too much',
    { goals: [goal, twin] },
    playing([truth([told(10)])], 'ABD'),
    [0, 1, 0],
  ],
  [
    'a goal was searched for again with a reason',
    { goals: [{ ...goal, searchJobs: 2, reopened: 1 }] },
    {},
    [0, 0, 0],
  ],
  [
    'a goal from before the first poll was not searched for',
    { goals: [{ ...goal, searches: 0, observedLive: false }] },
    {},
    [0, 0, 0],
  ],
  ['the work for a goal that was taken back stopped', stopped, playing([]), [0, 0, 0]],
  ['an object of such a goal is gone', { ...stopped, objects: [] }, playing([]), [1, 0, 0]],
  ['the work for a goal that counts stopped', { clips: stopped.clips }, {}, [2, 0, 0]],
])('when %s', (_name, kept, more, expected) => {
  expect(compare(kept, more)).toEqual(expected);
});
