import { expect, test } from 'vitest';

import { CLIP_REASONS, CLIP_STATES } from '#/domain/football/clip-state.ts';

import { mediaWords, reasonWords, sortClips, sourceWords, standingWords, whyWords } from './clip-words.ts';
import { makeClip } from './football-for-tests.ts';

test('every reason has its own words', () => {
  expect(new Set(CLIP_REASONS.map((code) => reasonWords(code))).size).toBe(CLIP_REASONS.length);
});

test('the server’s own words come before those of the code', () => {
  expect(whyWords({ reason: 'HTTP 410', reasonCode: 'gone' }, [])).toBe('HTTP 410');
  expect(whyWords({ reason: null, reasonCode: 'gone' }, [])).toBe('gone from its site');
  expect(whyWords({ reason: '', reasonCode: 'gone' }, [])).toBe('gone from its site');
  expect(whyWords({ reason: null, reasonCode: null }, [])).toBeNull();
});

test('another clip is named by who posted it, whatever they are called', () => {
  const other = makeClip({ author: '$& of the north' });
  const clip = { reason: `the best copy until ${other.id} was found`, reasonCode: null };
  expect(whyWords(clip, [other])).toBe('the best copy until that of $& of the north on terrace was found');
});

test('a clip is watched, on its way or dropped by its state, in the given order', () => {
  const clips = CLIP_STATES.map((state) => makeClip({ id: state, state }));
  const waiting = makeClip({ id: 'not archived yet', videoUrl: null });
  const { archived, onTheWay, dropped } = sortClips([...clips, waiting]);

  expect(archived.map(({ id }) => id)).toEqual(['kept']);
  expect(onTheWay.map(({ id }) => id)).toEqual(['found', 'downloaded', 'not archived yet']);
  expect(dropped.map(({ id }) => id)).toEqual(['duplicate', 'rejected', 'failed', 'deleted']);
});

test('a file is described by length, size and sound', () => {
  const media = { bytes: 812_345, seconds: 8.21, width: 640, height: 360, hasAudio: true, md5: '' };
  expect(mediaWords(media)).toBe('8.2 s · 640 × 360 · 812 kB');
  expect(mediaWords({ ...media, seconds: 8, hasAudio: false })).toBe('8 s · 640 × 360 · 812 kB · no sound');
});

test('what speaks for a clip leaves out what is not there', () => {
  const plain = { copies: 1, sightings: 1, relevance: 0.8, containsClips: [] };
  expect(standingWords(plain)).toBe('the only copy · words fit 80 %');
  expect(standingWords({ copies: 4, sightings: 3, relevance: 1, containsClips: ['a'] })).toBe(
    'best of 4 copies · in 3 searches · words fit 100 % · contains 1 other clip',
  );
  expect(standingWords({ ...plain, containsClips: ['a', 'b'] })).toContain('contains 2 other clips');
});

test('a post without an author still has a name', () => {
  expect(sourceWords({ author: 'north_stand', site: 'terrace' })).toBe('north_stand on terrace');
  expect(sourceWords({ author: null, site: 'terrace' })).toBe('Post on terrace');
  expect(sourceWords({ author: ' ', site: 'terrace' })).toBe('Post on terrace');
});
