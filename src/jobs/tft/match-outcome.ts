/** What is extracted from a TFT match before its body is stored. */
import { isBot } from '#/domain/riot/riot-ids.ts';
import type { TftMatch } from '#/sources/riot/schema/tft-match.ts';
import type { Outcome } from '#/sources/outcome.ts';
import type { SeenPlayer } from '#/stores/postgres/player.ts';
import { toBodyOutcome, toName, toTime, type BodyOutcome } from '../games/body-outcome.ts';
import { toStorableText } from '../storable-payload.ts';

export function toMatchOutcome(
  outcome: Outcome<TftMatch>,
  wanted: { readonly id: string; readonly attempts: number },
  random: number,
): BodyOutcome {
  return toBodyOutcome(outcome, wanted, random, {
    kind: 'match',
    readFacts(body) {
      const endedAt = toTime(body.info.game_datetime);
      return { id: body.metadata.match_id, endedAt, seen: endedAt === null ? [] : seenIn(body, endedAt) };
    },
  });
}

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
