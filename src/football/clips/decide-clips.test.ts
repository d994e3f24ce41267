import { expect, test } from 'vitest';
import type { Arrangement, ClipVerdict } from '#/domain/football/duplicates/arrange-clips.ts';
import type { CopyRow } from './clip-arrangement.ts';
import { decideClips } from './decide-clips.ts';

const copy = (id: string, more: Partial<CopyRow> = {}): CopyRow => ({
  id,
  goalId: 'goal',
  state: 'downloaded',
  objectState: 'incoming',
  cluster: null,
  isBest: false,
  sha256: `sha of ${id}`,
  md5: `md5 of ${id}`,
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

test('the best of a cluster is kept, and its copies go with their objects', () => {
  expect(decideClips([copy('a'), copy('b')], cluster(best('b'), verdict('a')))).toEqual([
    expect.objectContaining({
      id: 'b',
      state: 'kept',
      code: null,
      isBest: true,
      isRetired: false,
      cluster: 'a',
    }),
    expect.objectContaining({
      id: 'a',
      state: 'duplicate',
      code: 'same-picture',
      isBest: false,
      isRetired: true,
    }),
  ]);
});

test('what is archived stays until the better copy is', () => {
  const stored = copy('a', { state: 'kept', isBest: true, objectState: 'stored' });
  const decide = (better: CopyRow) => decideClips([stored, better], cluster(best('b'), verdict('a')));
  expect(decide(copy('b'))[1]).toMatchObject({ code: 'better-copy', isRetired: false });
  expect(decide(copy('b', { objectState: 'stored' }))[1]).toMatchObject({ isRetired: true });
});

test('one that is still on its way into the archive need not arrive when a better copy came', () => {
  const uploading = copy('a', { state: 'kept', isBest: true, objectState: 'uploading' });
  expect(decideClips([uploading, copy('b')], cluster(best('b'), verdict('a')))[1]).toMatchObject({
    code: 'better-copy',
    isRetired: true,
  });
});

test('a copy whose file was thrown away cannot become the best', () => {
  const thrownAway = copy('b', { state: 'duplicate', objectState: 'none' });
  const stored = copy('a', { state: 'kept', isBest: true, objectState: 'stored' });
  expect(decideClips([stored, thrownAway], cluster(best('b'), verdict('a')))).toMatchObject([
    { id: 'b', state: 'duplicate', code: 'same-picture', words: 'a better copy, but its file is gone' },
    { id: 'a', state: 'kept', isBest: true, words: 'the best copy whose file is still there' },
  ]);
});

test('the same bytes are told as such, also where the comparison chose another', () => {
  const thrownAway = copy('b', { state: 'duplicate', objectState: 'deleting', sha256: 'same' });
  const kept = copy('a', { sha256: 'same' });
  expect(decideClips([kept, thrownAway], cluster(best('b'), verdict('a')))[0]).toMatchObject({
    code: 'same-bytes',
  });
});

test('where no copy has its file any more, none is the best', () => {
  const gone = [copy('a', { objectState: 'none' }), copy('b', { objectState: 'none' })];
  expect(
    decideClips(gone, cluster(best('b'), verdict('a'))).map(({ state, isBest }) => `${state} ${isBest}`),
  ).toEqual(['duplicate false', 'duplicate false']);
});

test('a clip of another goal is rejected with what it shows', () => {
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
      isRetired: true,
    },
  ]);
});

test('a verdict about a clip that is not there decides nothing', () => {
  expect(decideClips([], cluster(best('b')))).toEqual([]);
});
