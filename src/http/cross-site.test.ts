import { expect, test } from 'vitest';
import { refuseCrossSite, type ChangingRequest } from './cross-site.ts';

const fromOurPage: ChangingRequest = {
  method: 'POST',
  fetchSite: 'same-origin',
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

test('reading is not a change, wherever it comes from', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect(refuseCrossSite({ ...fromOurPage, method, fetchSite: 'cross-site' })).toBeUndefined();
  }
});
