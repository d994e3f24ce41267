/** What is extracted from a TFT match before its body is stored. */
import { isBot } from '#/domain/riot/riot-ids.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import type { SeenPlayer } from '#/match/player.ts';
import { toName, toTime, type BodyRules } from '#/match/body.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';

export const tftMatchRules: BodyRules<TftMatch> = {
  kind: 'match',
  readFacts(body) {
    const endedAt = toTime(body.info.game_datetime);
    return { id: body.metadata.match_id, endedAt, seen: endedAt === null ? [] : seenIn(body, endedAt) };
  },
};

function seenIn({ info }: TftMatch, lastGameAt: Date): SeenPlayer[] {
  return info.participants
    .filter(({ puuid }) => !isBot(puuid))
    .map(({ puuid, riotIdGameName, riotIdTagline }) => ({
      puuid: toStorableText(puuid),
      games: 1,
      lastGameAt,
      gameName: toName(riotIdGameName),
      tagLine: toName(riotIdTagline),
    }));
}
