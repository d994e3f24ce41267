import { expect, test } from 'vitest';
import { ObjectStoreFault } from './objects/object-store.ts';
import { isPassingFault, isStoreOutage } from './store-outage.ts';

const withCode = (code: string): Error => Object.assign(new Error('inner text'), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P03', '08006', '53300', '57014'])(
  '%s is an outage',
  (code) => {
    expect(isStoreOutage(withCode(code))).toBe(true);
    expect(isStoreOutage(new Error('wrapped', { cause: withCode(code) }))).toBe(true);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
])('what the driver says without a code counts: %s', (message) => {
  expect(isStoreOutage(new Error(message))).toBe(true);
});

test('a name that fails on all of its addresses is an outage', () => {
  expect(isStoreOutage(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]))).toBe(true);
});

test.each([
  withCode('23505'),
  withCode('42P01'),
  new TypeError('x is not a function'),
  'ECONNREFUSED',
  undefined,
])('a fault of ours is not: %s', (error) => {
  expect(isStoreOutage(error)).toBe(false);
});

test.each([
  ['unreachable', true],
  ['busy', true],
  ['refused', false],
] as const)('an object store that is %s is one: %s', (kind, expected) => {
  expect(isStoreOutage(new Error('a clip', { cause: new ObjectStoreFault(kind, 'the store') }))).toBe(
    expected,
  );
});

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

test.each(['57P01', '53300', '40P01', '40001', '55P03', 'ECONNRESET'])(
  '%s may succeed at the next try',
  (code) => expect(isPassingFault(coded(code))).toBe(true),
);

test.each([
  coded('22P05'),
  coded('23505'),
  coded('42P01'),
  new TypeError('x is not a function'),
  'thrown text',
])('it would fail again: %s', (error) => expect(isPassingFault(error)).toBe(false));
