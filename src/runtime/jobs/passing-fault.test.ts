import { expect, test } from 'vitest';
import { isPassingFault } from './passing-fault.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

test.each([
  '57P01',
  '57P03',
  '08006',
  '53300',
  '40P01',
  '40001',
  '55P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])('%s may pass', (code) => expect(isPassingFault(coded(code))).toBe(true));

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '"%s" may pass',
  (message) => {
    expect(isPassingFault(new Error(message))).toBe(true);
  },
);

test.each(['22P05', '23505', '42P01', 'XX000', 'ERR_ASSERTION'])('%s would fail again', (code) => {
  expect(isPassingFault(coded(code))).toBe(false);
});

test('what is no error of PostgreSQL would fail again', () => {
  expect(isPassingFault(new TypeError('x is not a function'))).toBe(false);
  expect(isPassingFault('thrown text')).toBe(false);
});
