/** F21: the whole product gets `kill -9` while it follows matches and collects clips. */
import { createSuiteFault } from '../suite-fault.ts';

export const footballKills = createSuiteFault({
  id: 'F21',
  name: 'kill -9 of the product while it collects football',
  project: 'product',
  files: ['test/football/product-kills.test.ts'],
  drills: () => true,
});
