/**
 * F14: the S3 answers 500, is slow, is cut in mid-upload, and its writer is killed in mid-upload: the cases of `test/objects`, against a
 * real server. F19 proves that rows and objects agree after kills.
 */
import { createSuiteFault } from '../suite-fault.ts';

export const objectStoreFaults = createSuiteFault({
  id: 'F14',
  name: 'an object store that fails',
  project: 'product',
  files: ['test/objects/s3-faults.test.ts', 'test/objects/kills.test.ts'],
  drills: () => true,
});
