import { expect, test } from 'vitest';
import { failureIn } from './start-server.ts';

test.each([
  ['leftovers', 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'],
  ['claimed', 'FATAL:  lock file "postmaster.pid" already exists'],
  ['port', 'FATAL:  could not create any TCP/IP sockets'],
  ['fatal', 'FATAL:  configuration file "postgresql.conf" contains errors'],
])('%s is read from what PostgreSQL says', (expected, line) => {
  expect(failureIn(['LOG:  starting', line, 'LOG:  database system is shut down'])).toBe(expected);
});

test('a server that says nothing has failed for good', () => {
  expect(failureIn([])).toBe('fatal');
});
