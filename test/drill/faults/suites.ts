/** Faults that test files cause: Vitest runs them with the numbers of a drill, and their cases are counted. */
import { createSuiteFault } from '../suite-fault.ts';

/** The S3 answers 500, is slow, breaks off, and its writer is killed in the middle of an upload: the cases of `test/objects`. */
export const objectStore = createSuiteFault({
  id: 'F14',
  name: 'an object store that fails',
  project: 'product',
  files: ['test/objects/s3-faults.test.ts', 'test/objects/kills.test.ts'],
});

export const histories = createSuiteFault({
  id: 'F20',
  name: 'kill -9 while histories and accounts are collected',
  project: 'integration',
  files: ['src/jobs/lol/kills.integration.test.ts', 'src/jobs/lol/accounts/killed-syncs.integration.test.ts'],
});
