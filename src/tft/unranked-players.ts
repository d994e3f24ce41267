/** Players who have boards without a rank, by platform, those with the most boards first, and one of their seats to find them by. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { platformCode, platformName } from '#/domain/tft/stored-codes.ts';
import { UNKNOWN_LP } from '#/domain/tft/rows.ts';

export interface UnrankedPlayer {
  readonly platform: string;
  /** See `domain/tft/player-number.ts`. */
  readonly player: number;
  readonly matchId: string;
  readonly seat: number;
}

/** At most so many of each platform. */
export async function findUnrankedPlayers(
  client: ClickHouseReader,
  platforms: readonly string[],
  limit: number,
): Promise<UnrankedPlayer[]> {
  const rows = await client.query<{
    platform: number;
    player: number;
    place: readonly [number: string, seat: number];
  }>(
    `select platform, toFloat64(player) as player, any((toString(number), seat)) as place
            from tft_board
            where lp = ${UNKNOWN_LP} and player != 0 and platform in {platforms:Array(UInt8)}
            group by platform, player order by count() desc, player limit {limit:UInt32} by platform`,
    { params: { platforms: platforms.map(platformCode), limit } },
  );
  return rows.map(({ platform: code, player, place: [number, seat] }) => {
    const platform = platformName(code);
    return { platform, player, matchId: `${platform.toUpperCase()}_${number}`, seat };
  });
}
