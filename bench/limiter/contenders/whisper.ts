/**
 * @wardbox/whisper. It has no option for another address and uses the global `fetch`, which is redirected. Its default queue holds 100
 * calls for 30 seconds each, so both limits are raised.
 */
import {
  NOTHING_TO_STOP,
  REGION,
  requirePeer,
  RIOT_ADDRESS,
  type Contender,
  type Upstream,
} from './contender.ts';

interface WhisperCore {
  readonly createClient: (options: { readonly apiKey: string; readonly rateLimiter: object }) => object;
}
interface WhisperTft {
  readonly tftMatchV1: { getMatch(client: object, route: string, matchId: string): Promise<unknown> };
}

export function createWhisper({ url, key }: Upstream): Contender {
  redirectFetch(`https://${RIOT_ADDRESS}`, `${url}/${REGION}`);
  const { createClient } = requirePeer('@wardbox/whisper/core') as WhisperCore;
  const { tftMatchV1 } = requirePeer('@wardbox/whisper/tft') as WhisperTft;
  const rateLimiter = { maxQueueSize: 10_000, requestTimeout: 600_000 };
  const client = createClient({ apiKey: key, rateLimiter });
  return { fetchMatch: (matchId) => tftMatchV1.getMatch(client, REGION, matchId), ...NOTHING_TO_STOP };
}

function redirectFetch(from: string, to: string): void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(from))
      throw new Error(`unexpected call to ${JSON.stringify(input)}; expected ${from}`);
    return original(to + input.slice(from.length), init);
  };
}
