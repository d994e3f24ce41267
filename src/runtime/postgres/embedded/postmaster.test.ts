import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster.ts';

const READY = '4711\n/srv/data\n1794738002\n19577\n\n127.0.0.1\n  1234567   12\nready   \n';

test('a ready server tells its number, its start, its port and its status', () => {
  expect(parsePostmasterFile(READY)).toEqual({
    pid: 4711,
    startedAt: new Date('2026-11-15T10:20:02Z'),
    port: 19577,
    status: 'ready',
  });
});

test('a server that has only begun tells its number', () => {
  expect(parsePostmasterFile('4711\n/srv/data\n1794738002\n19577\n')).toMatchObject({
    pid: 4711,
    status: undefined,
  });
  expect(parsePostmasterFile('4711\n/srv/data\n1794738002')).toMatchObject({ pid: 4711, port: undefined });
});

test.each(['', '\n', 'garbage\n/srv/data\n1794738002\n', '0\n/srv\n1\n', '-5\n/srv\n1\n', '4711'])(
  'the text %j names nobody',
  (text) => {
    expect(parsePostmasterFile(text)).toBeUndefined();
  },
);
