/** The promises of a fleet, against what was found: every violation, in words, beyond those of the crawl itself. */
import { NOTICES, type FleetFindings } from './fleet-drill.ts';
import type { FleetSize } from './fleet-sizes.ts';

const HANDOVER_MS = 20_000;
const NOTICE_MS = 5_000;
/** The upstream's clock and ours may differ by the time of a look. */
const MOST_USE = 1.02;
const MOST_MEMORY_MB = 700;

export function findFleetFaults(found: FleetFindings, size: FleetSize): string[] {
  const { proof, limit, handoverMs, served, memory } = found;
  const { leastUse, least, roles, waves } = size;
  const apis = roles.filter((of) => of.split(',').includes('api')).length;
  const counts = [
    ['processes were replaced', found.replaced, waves.flat().length],
    ['notices were received', found.heardMs.length, NOTICES * apis],
    ['requests were sent', served.requests, least.requests],
    ['games were stored', proof.stored, least.stored],
    ['processes were killed at random', found.kills, least.kills],
  ] as const;
  const slow = Object.entries(handoverMs).flatMap(([lead, all]) =>
    all
      .filter((ms) => ms > HANDOVER_MS)
      .map((ms) => `the lead of the ${lead} was handed over after ${ms} ms`),
  );
  const large = memory.filter(({ peakMb }) => peakMb > MOST_MEMORY_MB);
  return [
    ...found.overlaps,
    ...slow,
    ...found.heardMs.filter((ms) => ms > NOTICE_MS).map((ms) => `a notice took ${ms} ms`),
    ...served.failed.map((what) => `a request failed: ${what}`),
    ...(limit.share !== null && limit.share >= leastUse && limit.share <= MOST_USE
      ? []
      : [`of the limit ${limit.share} was used, in ${limit.windows} windows; expected at least ${leastUse}`]),
    ...(found.repeatedWhileReplaced > 0
      ? [`${found.repeatedWhileReplaced} bodies were asked for again though no worker was killed`]
      : []),
    ...counts
      .filter(([, count, expected]) => count < expected)
      .map(([what, count, expected]) => `${count} ${what}; expected at least ${expected}`),
    ...large.map(({ roles, peakMb }) => `a process with the roles ${roles} took ${peakMb} MB`),
  ];
}
