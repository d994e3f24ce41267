/** Faults that test files cause: Vitest runs them with the numbers of a drill, and their cases are counted. */
import { installForeignS3 } from '../foreign-s3/foreign-s3.ts';
import { createSuiteFault } from '../suite-fault.ts';

/**
 * The S3 answers 500, is slow, breaks off, and its writer is killed in the middle of an upload: the tests of `test/objects`, with an S3
 * server of another author. F19 proves that rows and objects agree after kills.
 */
export const objectStore = createSuiteFault({
  id: 'F14',
  name: 'an object store that fails',
  project: 'product',
  files: ['object-stores', 's3-faults', 'kills'].map((name) => `test/objects/${name}.test.ts`),
  drills: true,
  // Before the test files, which would install it side by side.
  missing: () => (installForeignS3() ? undefined : 'needs the registry of npm for its S3 server'),
});

export const histories = createSuiteFault({
  id: 'F20',
  name: 'kill -9 while histories and accounts are collected',
  project: 'integration',
  files: ['src/lol/accounts/killed-syncs.integration.test.ts'],
});
