/**
 * @fightmegg/riot-rate-limiter. It takes the region from Riot's host name, so the name stays and an agent connects elsewhere. It names
 * jobs by the millisecond, and two of one millisecond collide, so the jobs get names of their own; the concurrency is 10, the highest
 * value that it does not warn of.
 */
import { Agent } from 'node:http';
import { connect } from 'node:net';
import {
  MATCH_PATH,
  NOTHING_TO_STOP,
  requirePeer,
  RIOT_ADDRESS,
  type Contender,
  type Upstream,
} from './contender.ts';

interface Fightmegg {
  readonly RiotRateLimiter: new (options: { readonly concurrency: number }) => {
    execute(
      request: {
        readonly url: string;
        readonly options: { readonly headers: Readonly<Record<string, string>>; readonly agent: Agent };
      },
      job: { readonly id: string },
    ): Promise<unknown>;
  };
}

export function createFightmegg({ url, key }: Upstream): Contender {
  const { RiotRateLimiter } = requirePeer('@fightmegg/riot-rate-limiter') as Fightmegg;
  const limiter = new RiotRateLimiter({ concurrency: 10 });
  const { hostname, port } = new URL(url);
  const agent = Object.assign(new Agent({ keepAlive: true }), {
    createConnection: () => connect(Number(port), hostname),
  });
  const options = { headers: { 'X-Riot-Token': key }, agent };
  return {
    fetchMatch: (matchId) =>
      limiter.execute({ url: `http://${RIOT_ADDRESS}${MATCH_PATH}/${matchId}`, options }, { id: matchId }),
    ...NOTHING_TO_STOP,
  };
}
