/**
 * F16: many readers and many open live feeds while workers are killed. No request fails, at most one in twenty is refused with a time to
 * come back, and no live feed is closed: the process that answers is not the one that is killed.
 */
import { type AppliedLoad, applyLoad } from '../../../bench/load/crowd.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import { killWorkers } from './f01-worker-kills.ts';

const LOAD = {
  short: { seconds: 12, webSockets: 100, requestsPerSecond: 50 },
  long: { seconds: 120, webSockets: 1_000, requestsPerSecond: 100 },
} as const;
const MOST_REFUSED_SHARE = 0.05;

export const loadUnderKills = createCrawlFault({
  id: 'F16',
  name: 'load while workers are killed',
  plan: () => ({ fleet: ['api,projector,scheduler', 'worker', 'worker'], mostMemoryBytes: 900e6 }),
  async trouble(crawl, setting) {
    await untilUnderWay(crawl);
    const url = await crawl.url();
    const asked = LOAD[setting.size];
    const [load, killed] = await Promise.all([
      applyLoad({ url, ...asked, signal: setting.signal }),
      killWorkers(crawl, setting),
    ]);
    const { requests, refused, p50Ms, p95Ms, p99Ms, held } = load;
    return {
      ...killed,
      wrong: findLoadFaults(load, asked.webSockets),
      detail: `${requests} requests, p50 ${Math.round(p50Ms)} ms, p95 ${Math.round(p95Ms)} ms, p99 ${Math.round(p99Ms)} ms, ${refused} refused (at most ${MOST_REFUSED_SHARE * 100} % may be), ${held.open} live feeds open`,
    };
  },
});

type JudgedLoad = Pick<AppliedLoad, 'requests' | 'errors' | 'refused'> & {
  readonly held: Pick<AppliedLoad['held'], 'open'>;
};

export function findLoadFaults(
  { requests, errors, refused, held }: JudgedLoad,
  webSockets: number,
): string[] {
  return [
    ...(requests > 0 ? [] : ['no request was sent']),
    ...(errors > 0 ? [`${errors} of ${requests} requests were neither answered nor refused`] : []),
    ...(refused > requests * MOST_REFUSED_SHARE
      ? [`${refused} of ${requests} requests were refused; expected at most ${MOST_REFUSED_SHARE * 100} %`]
      : []),
    ...(held.open === webSockets ? [] : [`${held.open} of ${webSockets} live feeds are open at the end`]),
  ];
}
