/** twisted, as its README shows it, with its own option for the address. It has no limiter before the call; it repeats after a 429. */
import { NOTHING_TO_STOP, REGION, requirePeer, type Contender, type Upstream } from './contender.ts';

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
    fetchMatch: async (matchId) => (await api.Match.get(matchId, REGION)).response,
    ...NOTHING_TO_STOP,
  };
}
