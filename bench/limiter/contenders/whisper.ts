/**
 * @wardbox/whisper. It has no option for another address and uses the global `fetch`, so that one is told where to go. Its default
 * queue holds 100 calls for 30 seconds each; whoever knows what is coming raises both.
 */
import { REGION, RIOT_ADDRESS, type Contender, type Upstream } from './contender.ts';
import { requirePeer } from './require-peer.ts';

interface WhisperCore {
  readonly createClient: (options: {
    readonly apiKey: string;
    readonly rateLimiter?: { readonly maxQueueSize: number; readonly requestTimeout: number };
  }) => object;
}
interface WhisperTft {
  readonly tftMatchV1: { getMatch(client: object, route: string, matchId: string): Promise<unknown> };
}

const RAISED = { maxQueueSize: 10_000, requestTimeout: 600_000 };

export function createWhisper(upstream: Upstream): Contender {
  return prepare(upstream, {});
}

export function createWhisperRaised(upstream: Upstream): Contender {
  return prepare(upstream, { rateLimiter: RAISED });
}

function prepare({ url, key }: Upstream, options: { readonly rateLimiter?: typeof RAISED }): Contender {
  redirectFetch(`https://${RIOT_ADDRESS}`, `${url}/${REGION}`);
  const { createClient } = requirePeer('@wardbox/whisper/core') as WhisperCore;
  const { tftMatchV1 } = requirePeer('@wardbox/whisper/tft') as WhisperTft;
  const client = createClient({ apiKey: key, ...options });
  return {
    fetchMatch: (matchId) => tftMatchV1.getMatch(client, REGION, matchId),
    stop: () => Promise.resolve(),
  };
}

function redirectFetch(from: string, to: string): void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(from))
      throw new Error(`the call to ${JSON.stringify(input)} was not expected; expected ${from}`);
    return original(to + input.slice(from.length), init);
  };
}
