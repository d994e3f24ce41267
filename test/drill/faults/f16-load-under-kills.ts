/** F16: many readers and many open live feeds while workers are killed: requests are answered or refused with a time to come back. */
import { applyLoad } from '../../../bench/load/apply-load.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { killWorkers } from './f01-worker-kills.ts';

const LOAD = {
  short: { seconds: 12, webSockets: 100, requestsPerSecond: 50 },
  long: { seconds: 120, webSockets: 1_000, requestsPerSecond: 100 },
} as const;

export const loadUnderKills = createCrawlFault({
  id: 'F16',
  name: 'load while workers are killed',
  plan: () => ({ fleet: ['api,projector,scheduler', 'worker', 'worker'], mostMemoryBytes: 900e6 }),
  async trouble(crawl, setting) {
    await untilUnderWay(crawl);
    const url = await crawl.url();
    const [load, killed] = await Promise.all([
      applyLoad({ url, ...LOAD[setting.size], signal: setting.signal }),
      killWorkers(crawl, setting),
    ]);
    const { requests, errors, refused, p50Ms, p95Ms, p99Ms } = load;
    return {
      ...killed,
      wrong: errors > 0 ? [`${errors} of ${requests} requests were neither answered nor refused`] : [],
      detail: `${requests} requests, p50 ${Math.round(p50Ms)} ms, p95 ${Math.round(p95Ms)} ms, p99 ${Math.round(p99Ms)} ms, ${refused} refused, ${LOAD[setting.size].webSockets} live feeds`,
    };
  },
});
