/**
 * Many processes as one: a small fleet, and a whole one with kills at random for ten minutes. Only in drills (`DRILL=1`), because it takes
 * minutes of two cores; `node test/fleet/run-fleet-drill.ts --seed 1 --minutes 1` is a shorter whole one.
 */
import { expect, onTestFinished } from 'vitest';
import { whenDrilling } from '../support/conditional-test.ts';
import { makeDataDirectory } from '../support/product.ts';
import { runFleetDrill } from './fleet-drill.ts';
import { findFaults } from './fleet-faults.ts';
import { fleetFor, SMALL_FLEET, type FleetSize } from './fleet-sizes.ts';
import { printedSeed } from '../support/printed-seed.ts';

const TEN_MINUTES_MS = 600_000;

async function run(size: FleetSize) {
  const seed = printedSeed('fleet');
  const home = makeDataDirectory();
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    home.remove();
  });
  return runFleetDrill({ seed, directory: home.path, signal: stop.signal, size });
}

whenDrilling(
  'a fleet shares its limit and its news, hands over its leads, and is replaced without a failed request or a lost job',
  async () => {
    const findings = await run(SMALL_FLEET);

    expect(findFaults(findings, SMALL_FLEET)).toEqual([]);
    expect(findings.served.requests).toBeGreaterThan(200);
    expect(findings.replaced).toBe(3);
    expect(findings.heardMs).toHaveLength(10);
    expect(findings.proof.stored).toBeGreaterThan(150);
  },
  400_000,
);

whenDrilling(
  'a whole fleet that is killed at random for ten minutes loses nothing and doubles nothing',
  async () => {
    const size = fleetFor(TEN_MINUTES_MS);
    const findings = await run(size);

    expect(findFaults(findings, size)).toEqual([]);
    expect(findings.kills).toBeGreaterThan(100);
  },
  1_800_000,
);
