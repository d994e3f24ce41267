/** F1: worker processes of a fleet get `kill -9` in the middle of their jobs, one or both at a time, and are replaced. */
import { setTimeout as delay } from 'node:timers/promises';
import { createCrawlFault, untilUnderWay, type MakeTrouble } from '../crawl-fault.ts';

const KILLS = { short: 4, long: 25 } as const;
const WORKERS = ['worker', 'worker'] as const;
/** So many calls the limits let go in a second; whatever a dead worker had under way is asked for once more. */
const MOST_RERUNS_PER_KILL = 40;

export const killWorkers: MakeTrouble = async (crawl, { size, chance, signal }) => {
  await untilUnderWay(crawl);
  const [answering, ...workers] = crawl.running;
  if (answering === undefined) throw new Error('no process of the product runs');
  const recoveriesMs: number[] = [];
  let kills = 0;
  while (kills < KILLS[size]) {
    await delay(600 + chance() * 800, undefined, { signal });
    const victims = workers.splice(0, chance() < 0.5 ? 1 : workers.length);
    for (const victim of victims) await crawl.end(victim, 'SIGKILL');
    kills += victims.length;
    for (let index = 0; index < victims.length; index++) workers.push(crawl.begin('worker'));
    const ms = await crawl.untilProgress('a game is stored after a kill');
    if (ms === null) break;
    recoveriesMs.push(ms);
  }
  return { times: kills, recoveriesMs };
};

export const workerKills = createCrawlFault({
  id: 'F1',
  name: 'kill -9 of workers',
  plan: () => ({ fleet: ['api,projector,scheduler', ...WORKERS] }),
  trouble: killWorkers,
  judge: ({ repeated }, _crawl, { times }) => ({
    wrong:
      repeated > times * MOST_RERUNS_PER_KILL
        ? [
            `${repeated} bodies were asked for again after ${times} kills; expected ${MOST_RERUNS_PER_KILL} a kill`,
          ]
        : [],
    detail: '',
  }),
});
