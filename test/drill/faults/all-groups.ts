/** Every fault of the drill, in the order in which the groups are run. */
import type { Fault, FaultGroup } from '../fault.ts';
import { badUpstream } from './bad-upstream.ts';
import { wrongClock } from './clock-steps.ts';
import { fullDisk } from './disk-full.ts';
import { hostileRequests } from './hostile-requests.ts';
import { fleet } from './fleet.ts';
import { matchDay } from './match-day.ts';
import { oneProduct } from './one-product.ts';
import { stopsAndKills } from './stops-and-kills.ts';
import { histories, objectStore } from './suites.ts';
import { upgrade } from './upgrade.ts';

export const ALL_GROUPS: readonly FaultGroup[] = [
  fleet,
  stopsAndKills,
  oneProduct,
  badUpstream,
  wrongClock,
  fullDisk,
  objectStore,
  hostileRequests,
  matchDay,
  histories,
  upgrade,
];

export const ALL_FAULTS: readonly Fault[] = ALL_GROUPS.flatMap(({ faults }) => faults).toSorted(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
);
