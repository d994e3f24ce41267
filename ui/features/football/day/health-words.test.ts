import { expect, test } from 'vitest';

import { healthNotes } from './health-words.ts';

const site = { name: 'terrace', state: 'well', detail: null } as const;
const ffmpeg = { name: 'ffmpeg', found: true, detail: '/usr/bin/ffmpeg' } as const;

test('nothing is said of what is well, or was not asked yet', () => {
  const sites = [site, { ...site, name: 'kop', state: 'unknown' as const }];
  expect(healthNotes({ sites, tools: [ffmpeg], isOn: true })).toEqual([]);
});

test.each([
  ['login-expired', 'The login has expired'],
  ['unreachable', 'It does not answer'],
  ['changed', 'Its page is not what is known'],
] as const)('a site that is %s is told with its own words behind', (state, words) => {
  const [note] = healthNotes({ sites: [{ ...site, state, detail: 'Since noon.' }], tools: [], isOn: true });
  expect(note?.what).toBe('terrace');
  expect(note?.words).toContain(words);
  expect(note?.words).toMatch(/ Since noon\.$/);
});

test('a missing tool is told with how to get it', () => {
  const tools = [{ ...ffmpeg, found: false, detail: 'Without it no clip is compared: install ffmpeg.' }];
  expect(healthNotes({ sites: [site], tools, isOn: true })).toEqual([
    {
      key: 'tool ffmpeg',
      what: 'ffmpeg',
      words: 'It was not found. Without it no clip is compared: install ffmpeg.',
    },
  ]);
});

test('no site at all is worth a word, unless nothing is followed anyway', () => {
  expect(healthNotes({ sites: [], tools: [], isOn: true })[0]?.words).toContain('no clips are looked for');
  expect(healthNotes({ sites: [], tools: [{ ...ffmpeg, found: false }], isOn: false })).toEqual([]);
});
