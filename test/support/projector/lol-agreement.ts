/**
 * Looks into both stores, flattens every stored game of League of Legends in the plainest way, and compares row by row; shares nothing with
 * the projector's own flattening and comparison.
 */
import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';
import type { Agreement } from './agreement.ts';
import type { ProjectionUnderTest } from './projection-under-test.ts';

interface Stored {
  readonly id: string;
  readonly game: number;
  readonly body: Buffer;
  readonly timeline: Buffer | null;
}

/** `doubled`: of which ClickHouse has other rows than it should, or one of them twice. */
export async function lookAtBothLol(stage: ProjectionUnderTest): Promise<Agreement> {
  const stored = await stage.postgres.database.query<Stored>(
    `select raw.id, raw.game, raw.body, told.body as timeline
     from gamekeeper.raw join gamekeeper.match on match.source = raw.source and match.id = raw.id and match.state = 'stored'
     left join gamekeeper.timeline on timeline.source = raw.source and timeline.id = raw.id and timeline.state = 'stored'
     left join gamekeeper.raw as told on told.source = 'lol' and told.kind = 'timeline' and told.id = timeline.id
     where raw.source = 'lol' and raw.kind = 'match'`,
  );
  const seats = await stage.clickhouse.writer.query<{ game: number; row: string }>(
    `select game, concat_ws('|', season, toString(seat), toString(player), role, toString(kills), toString(gold),
              toString(toUnixTimestamp64Milli(started_at)), toString(has_timeline), ifNull(toString(gold_10), '-'),
              ifNull(toString(gold_diff_10), '-'), ifNull(toString(first_death), '-')) as row
            from lol_participant order by seat, row`,
  );
  const found = new Map<number, string[]>();
  for (const { game, row } of seats) found.set(game, [...(found.get(game) ?? []), row]);
  const agreement: Agreement = { lost: [], doubled: [], strange: [] };
  for (const one of stored) {
    const rows = found.get(one.game) ?? [];
    const expected = flatten(one);
    if (expected.some((row) => !rows.includes(row))) agreement.lost.push(one.id);
    else if (rows.length !== expected.length) agreement.doubled.push(one.id);
    found.delete(one.game);
  }
  agreement.strange.push(...[...found.keys()].map((game) => `game ${game}`));
  return agreement;
}

function flatten({ body, timeline }: Stored): string[] {
  const { info } = JSON.parse(zstdDecompressSync(body).toString()) as LolMatch;
  const told =
    timeline === null ? null : (JSON.parse(zstdDecompressSync(timeline).toString()) as LolTimeline).info;
  const goldAt10 = (at: number): number | undefined =>
    told?.frames[10]?.participantFrames?.[String(at + 1)]?.totalGold;
  return info.participants.map((seat, at) => {
    const digest = createHash('sha256').update(seat.puuid).digest();
    const own = goldAt10(at);
    const other = goldAt10((at + 5) % 10);
    const death = told?.frames.flatMap(({ events }) => events).find(({ victimId }) => victimId === at + 1);
    return [
      (info.gameVersion ?? '').split('.')[0],
      at,
      seat.puuid === 'BOT' ? 0n : digest.readBigUInt64BE(0),
      seat.teamPosition,
      seat.kills,
      seat.goldEarned,
      info.gameStartTimestamp,
      told === null ? 0 : 1,
      own ?? '-',
      own === undefined || other === undefined ? '-' : own - other,
      death === undefined ? '-' : Math.floor(death.timestamp / 1000),
    ].join('|');
  });
}
