/** twisted, as its README shows it, pointed elsewhere by its own option. It has no limiter before the call: it repeats after a 429. */
import { REGION, type Contender, type Upstream } from './contender.ts';
import { requirePeer } from './require-peer.ts';

interface Twisted {
  readonly TftApi: new (options: { readonly key: string; readonly baseURL: string }) => {
    readonly Match: {
      get(matchId: string, region: string): Promise<{ readonly response: unknown }>;
    };
  };
}

export function createTwisted({ url, key }: Upstream): Contender {
  const { TftApi } = requirePeer('twisted') as Twisted;
  const api = new TftApi({ key, baseURL: `${url}/$(region)/:game` });
  return {
    async fetchMatch(matchId) {
      const { response } = await api.Match.get(matchId, REGION);
      return response;
    },
    stop: () => Promise.resolve(),
  };
}
