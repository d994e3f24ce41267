import { expect, test } from 'vitest';
import { loginCookie } from './fixtures/login-cookie.ts';
import { importLogin } from './login-import.ts';
import { X_SITE } from './shipped-sites.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const LATER = 1_800_000_000;
const take = (text: string) => importLogin(text, 'cookies.txt', X_SITE, NOW);
const netscape = (...lines: string[]) => ['# Netscape HTTP Cookie File', '', ...lines, ''].join('\n');
const AUTH = `#HttpOnly_.x.com\tTRUE\t/\tTRUE\t${LATER}\tauth_token\tsecret`;
const CT0 = `.x.com\tTRUE\t/\tTRUE\t${LATER + 5}\tct0\ttoken`;

test('reads cookies.txt, only with the cookies of the site', () => {
  const { state, expiresAt, leftOut } = take(
    netscape(AUTH, CT0, `.bank.example\tTRUE\t/\tTRUE\t${LATER}\tsid\tprivate`),
  );
  expect(leftOut).toBe(1);
  expect(expiresAt).toEqual(new Date(LATER * 1000));
  const cookie = { domain: '.x.com', secure: true } as const;
  expect(state.cookies).toEqual([
    loginCookie('auth_token', 'secret', { ...cookie, expires: LATER }),
    loginCookie('ct0', 'token', { ...cookie, expires: LATER + 5, httpOnly: false }),
  ]);
});

test('reads a storage state and the export of a browser extension', () => {
  const cookies = ['auth_token', 'ct0'].map((name) =>
    loginCookie(name, 'v', { domain: '.x.com', expires: LATER, secure: true, sameSite: 'None' }),
  );
  const origins = [
    { origin: 'https://x.com', localStorage: [] },
    { origin: 'https://bank.example', localStorage: [] },
  ];
  expect(take(JSON.stringify({ cookies, origins })).state).toEqual({ cookies, origins: [origins[0]] });
  const exported = ['auth_token', 'ct0'].map((name) => ({
    name,
    value: 'v',
    domain: '.x.com',
    secure: true,
    httpOnly: true,
    sameSite: 'no_restriction',
    expirationDate: LATER + 0.5,
    hostOnly: false,
  }));
  expect(take(JSON.stringify(exported)).state.cookies).toMatchObject([
    { name: 'auth_token', path: '/', expires: LATER + 0.5, sameSite: 'None' },
    { name: 'ct0' },
  ]);
});

const SESSION = ['auth_token', 'ct0'].map((name) => ({ name, domain: '.x.com', expires: -1 }));
const jsonOf = (more: object): string =>
  JSON.stringify(SESSION.map(({ name, domain }) => ({ name, domain, value: 'v', ...more })));
const sessionLine = (name: string, expiry: string): string => `.x.com\tTRUE\t/\tTRUE\t${expiry}\t${name}\tv`;

test.each([
  ['session cookies', netscape(sessionLine('auth_token', '0'), sessionLine('ct0', '0'))],
  ['session cookies of Python', netscape(sessionLine('auth_token', ''), sessionLine('ct0', ''))],
  [
    'line ends of Windows',
    netscape(sessionLine('auth_token', '0'), sessionLine('ct0', '0')).replaceAll('\n', '\r\n'),
  ],
  ['a byte order mark', `\uFEFF${netscape(sessionLine('auth_token', '0'), sessionLine('ct0', '0'))}`],
  ['JSON with a byte order mark', `\uFEFF${jsonOf({})}`],
  ['Cookie-Editor', jsonOf({ hostOnly: false, sameSite: null, session: true, storeId: null })],
  [
    'the cookies of an extension in an object',
    `{"url":"https://x.com","cookies":${jsonOf({ session: true })}}`,
  ],
])('reads an export with %s', (_, text) => {
  expect(take(text)).toMatchObject({ state: { cookies: SESSION }, expiresAt: null });
});

test('reads the expiry of Selenium', () => {
  expect(take(jsonOf({ expiry: LATER })).expiresAt).toEqual(new Date(LATER * 1000));
});

test.each([
  ['', /cookies\.txt holds no cookies/],
  [netscape('x.com TRUE / TRUE 0 auth_token secret'), /line 3 has 1 fields; expected 7 with tabs/],
  [
    netscape(AUTH, '.x.com\tyes\t/\tTRUE\t0\tct0\tx'),
    /line 4: fields 2 and 4 are "yes" and "TRUE"; expected TRUE or FALSE/,
  ],
  [
    netscape(AUTH.replace(String(LATER), 'soon')),
    /line 3: the expiry is "soon"; expected a number of seconds/,
  ],
  [netscape(`.bank.example\tTRUE\t/\tTRUE\t${LATER}\tsid\tx`), /holds 1 cookies, none of them for x\.com/],
  [netscape(CT0), /has no cookie auth_token for x\.com; it was exported while logged out/],
  [netscape(AUTH.replace(String(LATER), '1700000000'), CT0), /expired on 2023-11-14; log in again/],
  ['{"cookies": [', /is not JSON/],
  ['{"password":"x"}', /holds no list of cookies; expected a storage state/],
  ['[{"name":"auth_token","value":1,"domain":"x.com"}]', /cookie 1: value is 1; expected text/],
  ['[{"name":"auth_token","value":"v"}]', /cookie 1: domain is missing; expected text/],
  [
    '[{"name":"a","value":"v","domain":"x.com","expires":"never"}]',
    /cookie 1: expires is "never"; expected a number/,
  ],
])('refuses %j with the line and what was expected', (text, words) => {
  expect(() => take(text)).toThrow(words);
});
