/**
 * Who asks: the writer or the reader, by the password that this start of the product made up. Basic authentication or
 * ClickHouse's own headers; never the URL, which ends up in logs. Comparison takes the same time for every wrong value.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from './exceptions.ts';
import type { Account } from './statement-policy.ts';

/** Password by account. */
export type Passwords = Readonly<Record<Account, string>>;

export function authenticate(headers: IncomingHttpHeaders, passwords: Passwords): Account {
  const given = readCredentials(headers);
  for (const account of ['writer', 'reader'] as const) {
    const isRight = isSame(given.password, passwords[account]);
    if (isRight && given.user === account) return account;
  }
  throw refuse(
    'AUTHENTICATION_FAILED',
    `${given.user}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}

/** A page on the web that has bound its own name to 127.0.0.1 still sends its own name. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

function readCredentials(headers: IncomingHttpHeaders): { user: string; password: string } {
  const user = headers['x-clickhouse-user'];
  if (typeof user === 'string') {
    const key = headers['x-clickhouse-key'];
    return { user, password: typeof key === 'string' ? key : '' };
  }
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return { user: 'default', password: '' };
  const [name = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { user: name, password: rest.join(':') };
}

/** Hashed first, so that lengths are equal and say nothing. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
