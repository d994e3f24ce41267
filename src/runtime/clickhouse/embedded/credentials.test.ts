import { expect, test } from 'vitest';
import { authenticate, isLoopbackHost } from './credentials.ts';

const passwords = { writer: 'w:secret', reader: 'r-secret' };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test('both ways to say who one is', () => {
  expect(authenticate(basic('writer:w:secret'), passwords)).toBe('writer');
  expect(authenticate({ 'x-clickhouse-user': 'reader', 'x-clickhouse-key': 'r-secret' }, passwords)).toBe(
    'reader',
  );
});

test.each([
  {},
  basic('writer:'),
  basic('writer:r-secret'),
  basic('reader'),
  basic(':w:secret'),
  { authorization: 'Bearer w:secret' },
])('is refused: %j', (headers) => {
  expect(() => authenticate(headers, passwords)).toThrow('Authentication failed');
});

test.each(['127.0.0.1:8123', 'localhost', '[::1]:1'])('%s is the loopback', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each(['evil.example', '127.0.0.1.evil.example', '127.0.0.1:1@evil', '', undefined])(
  '%s is not',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
