/** What the product needs to collect from a drill's own upstream, and from nobody else. */
import type { Environment } from '../support/product.ts';
import type { Upstream } from './upstream.ts';
import type { Place } from './witness.ts';

export function crawlSettings(
  { places, historyDays }: { readonly places: readonly Place[]; readonly historyDays: number },
  upstream: Upstream,
): Environment {
  return {
    RIOT_BASE_URL: upstream.riotBaseUrl,
    RIOT_TFT_API_KEY: upstream.key,
    RIOT_PLATFORMS: places.map(({ platform }) => platform).join(','),
    DDRAGON_URL: `${upstream.staticBaseUrl}/ddragon`,
    CDRAGON_URL: `${upstream.staticBaseUrl}/cdragon`,
    TFT_HISTORY_DAYS: String(historyDays),
    // A ladder that nobody came to the end of is read again within the drill, and not after it.
    TFT_CRAWL_COOLDOWN_MINUTES: '1',
    // Whoever asks all the time is not what is drilled.
    RATE_LIMIT_PER_MINUTE: '1000000',
    // The oracle reads the highest tiers.
    TFT_PLAYERS_PER_PLATFORM: '200',
    LOG_FORMAT: 'json',
  };
}
