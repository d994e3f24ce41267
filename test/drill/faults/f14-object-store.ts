/**
 * F14: the S3 answers 500, is slow, is cut in mid-upload, and its writer is killed in mid-upload: the tests of `test/objects`, with an S3
 * server of another author. F19 proves that rows and objects agree after kills.
 */
import type { Fault } from '../fault.ts';
import { installForeignS3 } from '../foreign-s3/foreign-s3.ts';
import { createSuiteFault } from '../suite-fault.ts';

const suite = createSuiteFault({
  id: 'F14',
  name: 'an object store that fails',
  project: 'product',
  files: ['object-stores', 's3-faults', 'kills'].map((name) => `test/objects/${name}.test.ts`),
  drills: () => true,
});

export const objectStoreFaults: Fault = {
  ...suite,
  // Before the test files, which would install it side by side.
  run: async (setting) =>
    installForeignS3() ? suite.run(setting) : { skipped: 'needs the registry of npm for its S3 server' },
};
