import { expect, test } from 'vitest';
import { refuseCrossSite, type RequestOrigin } from './cross-site.ts';

const fromOurPage: RequestOrigin = {
  method: 'POST',
  fetchSite: 'same-origin',
  fetchMode: 'cors',
  fetchDest: 'empty',
  purpose: undefined,
  origin: 'http://localhost:8750',
  ownOrigins: () => ['http://localhost:8750'],
  contentType: 'application/json',
};

test.each([
  ['our own page', {}],
  ['the person themself', { fetchSite: 'none', origin: undefined }],
  [
    'a program, which sends neither header',
    { fetchSite: undefined, origin: undefined, contentType: undefined },
  ],
  ['our own page in an old browser', { fetchSite: undefined }],
  ['our own page with a charset', { contentType: 'application/json; charset=utf-8' }],
] as const)('lets a change through from %s', (_name, difference) => {
  expect(refuseCrossSite({ ...fromOurPage, ...difference })).toBeUndefined();
});

test.each([
  ['another site', { fetchSite: 'cross-site' }, 'forbidden'],
  ['a sister site', { fetchSite: 'same-site' }, 'forbidden'],
  ['two answers at once', { fetchSite: 'same-origin,cross-site' }, 'forbidden'],
  ['another site in an old browser', { fetchSite: undefined, origin: 'https://evil.example' }, 'forbidden'],
  ['a sandboxed frame', { fetchSite: undefined, origin: 'null' }, 'forbidden'],
  ['a form on our own page', { contentType: 'application/x-www-form-urlencoded' }, 'unsupported-media-type'],
  ['JSON dressed as text', { contentType: 'text/plain;application/json' }, 'unsupported-media-type'],
  ['no content type at all', { contentType: undefined }, 'unsupported-media-type'],
] as const)('refuses a change from %s', (_name, difference, code) => {
  expect(refuseCrossSite({ ...fromOurPage, ...difference })?.code).toBe(code);
});

const READING = ['GET', 'HEAD', 'OPTIONS'];

test.each([
  ['our own page', {}],
  ['the person themself', { fetchSite: 'none', fetchMode: 'navigate', fetchDest: 'document' }],
  ['a program', { fetchSite: undefined, fetchMode: undefined, fetchDest: undefined }],
  [
    'a link on another site that somebody follows',
    { fetchSite: 'cross-site', fetchMode: 'navigate', fetchDest: 'document' },
  ],
] as const)('lets reading through from %s', (_name, difference) => {
  for (const method of READING)
    expect(refuseCrossSite({ ...fromOurPage, ...difference, method })).toBeUndefined();
});

test.each([
  ['a picture', { fetchMode: 'no-cors', fetchDest: 'image' }],
  ['a script', { fetchMode: 'no-cors', fetchDest: 'script' }],
  ['a frame', { fetchMode: 'navigate', fetchDest: 'iframe' }],
  ['a page ahead of need', { fetchMode: 'navigate', fetchDest: 'document', purpose: 'prefetch;prerender' }],
  ['a request of a script', { fetchMode: 'cors', fetchDest: 'empty' }],
  ['something that does not say what it is', { fetchMode: undefined, fetchDest: undefined }],
] as const)('refuses %s of another site, which would have work done', (_name, difference) => {
  for (const fetchSite of ['cross-site', 'same-site', 'same-origin,cross-site'])
    for (const method of READING)
      expect(refuseCrossSite({ ...fromOurPage, ...difference, fetchSite, method })?.code).toBe('forbidden');
});
