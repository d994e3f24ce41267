import { expect, test } from 'vitest';

import { healthNotes } from './health-words.ts';

const site = { name: 'terrace', state: 'well', detail: null, loginExpiresAt: null } as const;
const ffmpeg = { name: 'ffmpeg', found: true, detail: '/usr/bin/ffmpeg' } as const;

test('nothing is said of what is well, or was not asked yet', () => {
  const sites = [site, { ...site, name: 'kop', state: 'unknown' as const }];
  expect(healthNotes({ sites, tools: [ffmpeg], isOn: true })).toEqual([]);
});

test.each([
  ['login-expired', 'The login has expired'],
  ['captcha', 'asks for a captcha'],
  ['rate-limited', 'limits the number of searches'],
  ['layout-changed', 'Layout changed'],
  ['unreachable', 'does not answer'],
] as const)('a site that is %s is shown with its own words behind', (state, words) => {
  const [note] = healthNotes({ sites: [{ ...site, state, detail: 'Since noon.' }], tools: [], isOn: true });
  expect(note?.what).toBe('terrace');
  expect(note?.words).toContain(words);
  expect(note?.words).toMatch(/ Since noon\.$/);
});

test.each([
  ['2026-11-21T13:00:00.000Z', 'expires in 3 days'],
  ['2026-11-19T13:00:00.000Z', 'expires in 1 day'],
  ['2026-11-18T23:00:00.000Z', 'expires today'],
  ['2026-11-17T12:00:00.000Z', 'has expired'],
])('a login that ends on %s %s', (loginExpiresAt, words) => {
  const sites = [
    { ...site, loginExpiresAt },
    { ...site, loginExpiresAt: '2027-01-01T00:00:00.000Z' },
  ];
  const notes = healthNotes({ sites, tools: [], isOn: true }, new Date('2026-11-18T12:00:00Z'));
  expect(notes).toEqual([
    {
      key: 'login terrace',
      what: 'terrace',
      words: `The login ${words}. Renew it with: gamekeeper login terrace`,
    },
  ]);
});

test('a missing tool is shown with how to get it', () => {
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
