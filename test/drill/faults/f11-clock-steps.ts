/**
 * F11: the clock of the product steps an hour back, two hours forward, and back to the right time, in a zone with an odd offset, while
 * PostgreSQL keeps the right time. Nothing may stop until the clock has caught up, and no limit may be taken for over before it is.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = { short: 1, long: 4 } as const;
const PRELOAD = pathToFileURL(join(import.meta.dirname, '../run-with-skewed-clock.ts')).href;

const clockFile = (directory: string): string => join(directory, 'clock-offset');

export const clockSteps = createCrawlFault({
  id: 'F11',
  name: 'the clock steps by an hour, back and forth',
  plan({ directory }) {
    writeFileSync(clockFile(directory), '0');
    return {
      clockSlackMs: 2 * HOUR_MS,
      environment: {
        NODE_OPTIONS: `--import ${PRELOAD}`,
        DRILL_CLOCK_FILE: clockFile(directory),
        TZ: 'Pacific/Chatham',
      },
    };
  },
  async trouble(crawl, { size, directory }) {
    await untilUnderWay(crawl);
    const steps = Array.from({ length: ROUNDS[size] }, () => [-HOUR_MS, HOUR_MS, 0]).flat();
    const recoveriesMs: number[] = [];
    const wrong: string[] = [];
    for (const offset of steps) {
      writeFileSync(clockFile(directory), String(offset));
      const ms = await crawl.untilProgress(`a game is stored with a clock that is wrong by ${offset} ms`);
      if (ms !== null) recoveriesMs.push(ms);
      const skew = await readSkew(await crawl.url());
      if (Math.abs(skew - offset) > 10_000)
        wrong.push(`the product's clock is ${Math.round(skew)} ms off; it was set ${offset} ms off`);
    }
    return { times: steps.length, recoveriesMs, wrong };
  },
});

/** Without this, a preload that does nothing would pass for a product that bears everything. */
async function readSkew(url: string): Promise<number> {
  const { now } = (await (await fetch(`${url}/api/status`)).json()) as { now: string };
  return Date.parse(now) - Date.now();
}
