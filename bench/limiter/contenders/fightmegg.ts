/**
 * @fightmegg/riot-rate-limiter. It takes the region from Riot's own host name, so the name stays and the connection goes
 * elsewhere, by the agent that it hands through to its HTTP client.
 *
 * As documented, it names its jobs by the millisecond, and two calls in one millisecond are one too many; whoever finds that out
 * passes names of their own. They are likely to raise the concurrency as well: 10 is the most that it does not warn of.
 */
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { MATCH_PATH, RIOT_ADDRESS, type Contender, type Upstream } from './contender.ts';
import { requirePeer } from './require-peer.ts';

interface Fightmegg {
  readonly RiotRateLimiter: new (options?: { readonly concurrency: number }) => {
    execute(
      request: {
        readonly url: string;
        readonly options: { readonly headers: Readonly<Record<string, string>>; readonly agent: Agent };
      },
      job?: { readonly id: string },
    ): Promise<unknown>;
  };
}

const RAISED = { concurrency: 10 };

export function createFightmegg(upstream: Upstream): Contender {
  const execute = prepare(upstream);
  return { fetchMatch: (matchId) => execute(matchId), stop: () => Promise.resolve() };
}

export function createFightmeggWithUniqueIds(upstream: Upstream): Contender {
  const execute = prepare(upstream, RAISED);
  return { fetchMatch: (matchId) => execute(matchId, { id: matchId }), stop: () => Promise.resolve() };
}

function prepare({ url, key }: Upstream, options?: { readonly concurrency: number }) {
  const { RiotRateLimiter } = requirePeer('@fightmegg/riot-rate-limiter') as Fightmegg;
  const limiter = new RiotRateLimiter(options);
  const { hostname, port } = new URL(url);
  const agent = Object.assign(new Agent({ keepAlive: true }), {
    createConnection: () => connect(Number(port), hostname),
  });
  return (matchId: string, job?: { readonly id: string }): Promise<unknown> =>
    limiter.execute(
      {
        url: `http://${RIOT_ADDRESS}${MATCH_PATH}/${matchId}`,
        options: { headers: { 'X-Riot-Token': key }, agent },
      },
      job,
    );
}
