import { expect, test } from 'vitest';
import type { Arrangement, ClipVerdict } from '#/domain/football/duplicates/arrange-clips.ts';
import { type CopyRow, decideClips } from './compare.ts';

const copy = (id: string, more: Partial<CopyRow> = {}): CopyRow => ({
  id,
  goalId: 'goal',
  state: 'downloaded',
  objectState: 'stored',
  isBest: false,
  sha256: `sha of ${id}`,
  bytes: 1_000,
  seconds: 8,
  width: 640,
  height: 360,
  hasAudio: true,
  picturePrint: null,
  soundPrint: null,
  postedAt: null,
  foundAt: new Date(0),
  isVerified: false,
  ...more,
});
const verdict = (clipId: string, more: Partial<ClipVerdict> = {}): ClipVerdict => ({
  clipId,
  clusterId: 'a',
  isBest: false,
  reason: 'same-picture',
  words: `words for ${clipId}`,
  sameAsId: null,
  containsIds: [],
  otherGoalId: null,
  ...more,
});
/** One cluster `a`, its best first. */
const cluster = (...verdicts: ClipVerdict[]): Arrangement => ({
  clusters: [
    {
      id: 'a',
      bestId: verdicts[0]?.clipId ?? '',
      memberIds: verdicts.map(({ clipId }) => clipId),
      isVerified: false,
    },
  ],
  verdicts,
});
const best = (clipId: string): ClipVerdict => verdict(clipId, { isBest: true, reason: null });

test('keeps the best clip of a cluster; the others are duplicates', () => {
  expect(decideClips([copy('a'), copy('b')], cluster(best('b'), verdict('a')))).toEqual([
    expect.objectContaining({
      id: 'b',
      state: 'kept',
      code: null,
      isBest: true,
      cluster: 'a',
    }),
    expect.objectContaining({
      id: 'a',
      state: 'duplicate',
      code: 'same-picture',
      isBest: false,
    }),
  ]);
});

test('an archived copy gives way to a better one', () => {
  const archived = copy('a', { state: 'kept', isBest: true });
  expect(decideClips([archived, copy('b')], cluster(best('b'), verdict('a')))).toMatchObject([
    { id: 'b', state: 'kept', isBest: true },
    { id: 'a', state: 'duplicate', code: 'better-copy', isBest: false },
  ]);
});

test('a copy without its object cannot become the best', () => {
  const withoutObject = copy('b', { state: 'duplicate', objectState: 'none' });
  const stored = copy('a', { state: 'kept', isBest: true });
  expect(decideClips([stored, withoutObject], cluster(best('b'), verdict('a')))).toMatchObject([
    { id: 'b', state: 'duplicate', code: 'same-picture', words: 'a better copy, but its file is gone' },
    { id: 'a', state: 'kept', isBest: true, words: 'the best copy whose file is still there' },
  ]);
});

test('names equal bytes as the reason, also if the comparison ranked another copy first', () => {
  const withoutObject = copy('b', { state: 'duplicate', objectState: 'deleting', sha256: 'same' });
  const kept = copy('a', { sha256: 'same' });
  expect(decideClips([kept, withoutObject], cluster(best('b'), verdict('a')))[0]).toMatchObject({
    code: 'same-bytes',
  });
});

test('no copy is the best if none has its object', () => {
  const gone = [copy('a', { objectState: 'none' }), copy('b', { objectState: 'none' })];
  expect(
    decideClips(gone, cluster(best('b'), verdict('a'))).map(({ state, isBest }) => `${state} ${isBest}`),
  ).toEqual(['duplicate false', 'duplicate false']);
});

test('rejects a clip of another goal and says which', () => {
  const elsewhere = verdict('a', {
    clusterId: null,
    reason: 'other-goal',
    otherGoalId: 'other',
    containsIds: ['x'],
  });
  expect(decideClips([copy('a')], { clusters: [], verdicts: [elsewhere] })).toEqual([
    {
      id: 'a',
      state: 'rejected',
      code: 'other-goal',
      words: 'words for a',
      cluster: null,
      isBest: false,
      contains: ['x'],
      otherGoalId: 'other',
    },
  ]);
});

test('ignores a verdict about an unknown clip', () => {
  expect(decideClips([], cluster(best('b')))).toEqual([]);
});
