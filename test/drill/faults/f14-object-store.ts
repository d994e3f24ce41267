/**
 * F14: the S3 answers 500, is slow, is cut in mid-upload, and its writer is killed in mid-upload: the cases of `test/objects`, against a
 * real server. F19 proves that rows and objects agree after kills.
 */
import { join } from 'node:path';
import { installPeers } from '../../../bench/install-peers.ts';
import { root } from '../../support/product.ts';
import type { Fault } from '../fault.ts';
import { createSuiteFault } from '../suite-fault.ts';

const suite = createSuiteFault({
  id: 'F14',
  name: 'an object store that fails',
  project: 'product',
  files: ['test/objects/s3-faults.test.ts', 'test/objects/kills.test.ts'],
  drills: () => false,
});

export const objectStoreFaults: Fault = {
  ...suite,
  run(setting) {
    // Before the files run side by side: two installations into one folder would disturb each other.
    installPeers(join(root, 'test/objects'));
    return suite.run(setting);
  },
};
