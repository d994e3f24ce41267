/** F20: processes that collect League of Legends histories and accounts get `kill -9`: once in the short form, 20 times in the long one. */
import { createSuiteFault } from '../suite-fault.ts';

export const historyKills = createSuiteFault({
  id: 'F20',
  name: 'kill -9 while histories and accounts are collected',
  project: 'integration',
  files: ['src/jobs/lol/accounts/killed-syncs.integration.test.ts'],
  drills: (size) => size === 'long',
});
