/**
 * F18: a fleet on shared stores shares its limit and its news, hands over its leads when their holders are killed, and is replaced without
 * a failed request or a lost job. In the long form nine processes are killed at random for ten minutes as well.
 */
import { runFleetDrill } from '../../fleet/fleet-drill.ts';
import { findFleetFaults } from '../../fleet/fleet-faults.ts';
import { fleetFor, SMALL_FLEET } from '../../fleet/fleet-sizes.ts';
import { describeProof } from '../crawl-fault.ts';
import type { Fault } from '../fault.ts';

const KILL_MS = 600_000;

export const fleetKills: Fault = {
  id: 'F18',
  name: 'a fleet: leaders killed, processes replaced and killed at random',
  async run({ seed, size, directory, signal }) {
    const fleet = size === 'short' ? SMALL_FLEET : fleetFor(KILL_MS);
    const found = await runFleetDrill({ seed, directory, signal, size: fleet });
    const { proof, limit, served, handoverMs, replaced, kills } = found;
    const handovers = Object.values(handoverMs).flat();
    return {
      times: handovers.length + replaced + kills,
      acknowledged: proof.acknowledged,
      lost: proof.lost,
      duplicated: proof.duplicated,
      recoveriesMs: handovers,
      wrong: [...proof.wrong, ...findFleetFaults(found, fleet)],
      detail:
        `${fleet.roles.length} processes: ${handovers.length} leads handed over, ${replaced} replaced, ${kills} killed at random; ` +
        `${Math.round((limit.share ?? 0) * 100)} % of the limit used, ${served.failed.length} of ${served.requests} requests failed; ${describeProof(proof)}`,
    };
  },
};
