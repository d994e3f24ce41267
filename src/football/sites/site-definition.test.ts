import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '#/domain/user-error.ts';
import { practiceJsonSite } from '../../../test/support/clip-work.ts';
import { REDDIT_SITE, X_SITE } from './shipped-sites.ts';
import { mediaHostsOf, parseSiteDefinitions, readSiteDefinitions } from './site-definition.ts';

const json = practiceJsonSite('https://clips.example.com/clips');

function parse(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return parseSiteDefinitions(Buffer.from(text), 'sites.json');
}

test('reads sites of every kind, and the shipped ones', () => {
  const feed = { name: 'club', kind: 'feed', searchUrl: 'https://example.com/goals.rss' };
  const sites = [json, X_SITE, REDDIT_SITE, feed];
  expect(parse(sites)).toEqual(sites);
});

test.each([
  ['{', /sites\.json: the body is not JSON/],
  [{}, /holds no list/],
  [[1], /site 1: expected an object/],
  [
    [{ ...json, kind: 'carrier-pigeon' }],
    /site 1: kind is "carrier-pigeon"; expected "json", "browser" or "feed"/,
  ],
  [[{ ...json, name: 'Not A Name!' }], /site 1: name is "Not A Name!"/],
  [[{ ...json, searchUrl: undefined }], /site 1: searchUrl is missing/],
  [[{ ...json, searchUrl: 'file:///etc/passwd?{query}' }], /begins with https/],
  [[{ ...json, searchUrl: 'https://example.com/search' }], /holds no \{query\}/],
  [[{ ...json, pasword: 'x' }], /site 1:/],
  [[{ ...X_SITE, page: { ...X_SITE.page, results: undefined } }], /site 1: page\.results is missing/],
  [[{ ...X_SITE, page: { ...X_SITE.page, postIdPattern: '(' } }], /postIdPattern is no regular expression/],
  [[{ ...X_SITE, page: { ...X_SITE.page, postIdPattern: 'a' } }], /postIdPattern has no group/],
  [[json, json], /two sites are called "practice"/],
  [
    [
      { ...json, kind: 'x' },
      { ...json, searchUrl: 'https://example.com/' },
    ],
    /site 1:.*site 2:/,
  ],
])('%j is refused with words', (value, words) => {
  expect(() => parse(value)).toThrow(UserError);
  expect(() => parse(value)).toThrow(words);
});

test('reports a missing file with its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  const file = join(folder, 'sites.json');
  await expect(readSiteDefinitions(file)).rejects.toThrow(file);
  await writeFile(file, JSON.stringify([json]));
  expect(await readSiteDefinitions(file)).toEqual([json]);
  await rm(folder, { recursive: true });
});

test('allows videos of the own host of the site by default', () => {
  expect(mediaHostsOf([json])).toEqual(['clips.example.com']);
  expect(mediaHostsOf([{ ...json, mediaHosts: ['cdn.example.com'] }, json])).toEqual([
    'cdn.example.com',
    'clips.example.com',
  ]);
  expect(mediaHostsOf([json, { ...json, mediaHosts: ['*'] }])).toBeNull();
});
