/** Every fault of the drill, in the order of their numbers. */
import type { Fault } from './fault.ts';
import { workerKills } from './faults/f01-worker-kills.ts';
import { productKills } from './faults/f02-product-kills.ts';
import { projectorKills } from './faults/f03-projector-kills.ts';
import { postgresKills } from './faults/f04-postgres-kills.ts';
import { latePostgres } from './faults/f05-late-postgres.ts';
import { terminatedSessions } from './faults/f06-terminated-sessions.ts';
import { cutNoticesFault } from './faults/f07-cut-notices.ts';
import { badAnswers } from './faults/f08-bad-answers.ts';
import { slowAnswers } from './faults/f09-slow-answers.ts';
import { hugeAnswers } from './faults/f10-huge-answers.ts';
import { clockSteps } from './faults/f11-clock-steps.ts';
import { diskFull } from './faults/f12-disk-full.ts';
import { engineCrashes } from './faults/f13-engine-crashes.ts';
import { objectStoreFaults } from './faults/f14-object-store.ts';
import { hostileRequests } from './faults/f15-hostile-requests.ts';
import { loadUnderKills } from './faults/f16-load-under-kills.ts';
import { drainFault } from './faults/f17-drain.ts';
import { fleetKills } from './faults/f18-fleet.ts';
import { matchDayKills } from './faults/f19-match-day.ts';
import { historyKills } from './faults/f20-histories.ts';
import { footballKills } from './faults/f21-football-kills.ts';

export const ALL_FAULTS: readonly Fault[] = [
  workerKills,
  productKills,
  projectorKills,
  postgresKills,
  latePostgres,
  terminatedSessions,
  cutNoticesFault,
  badAnswers,
  slowAnswers,
  hugeAnswers,
  clockSteps,
  diskFull,
  engineCrashes,
  objectStoreFaults,
  hostileRequests,
  loadUnderKills,
  drainFault,
  fleetKills,
  matchDayKills,
  historyKills,
  footballKills,
];
