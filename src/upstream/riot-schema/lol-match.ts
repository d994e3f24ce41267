/**
 * match-v5: a match with ten participants (sixteen in Arena, fewer against bots, none if it was aborted before it began, which is valid and
 * empty). Only the fields that are read; modes, queues and champions appear before they are documented, so no list is closed.
 * `gameDuration` changed its unit: read it with `gameSeconds`. `gameStanding` says whether a match counts.
 *
 * The augments of Arena (`playerAugment1` …) are removed, for the same reason as those of TFT.
 */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text, timestampMs, whole } from '../shape.ts';

const Participant = Type.Object({
  puuid: text(),
  participantId: maybe(count()),
  teamId: count(),
  /** Arena: the pair, and its placement. */
  playerSubteamId: maybe(count()),
  subteamPlacement: maybe(count()),
  placement: maybe(count()),
  teamPosition: maybe(text()),
  championId: count(),
  championName: maybe(text()),
  win: Type.Boolean(),
  gameEndedInEarlySurrender: maybe(Type.Boolean()),
  /** The name is `riotIdGameName` since 14.5, `riotIdName` from 13.22 to 14.4, `summonerName` before. */
  riotIdGameName: maybe(text()),
  riotIdName: maybe(text()),
  summonerName: maybe(text()),
  riotIdTagline: maybe(text()),
  kills: count(),
  deaths: count(),
  assists: count(),
  totalMinionsKilled: maybe(count()),
  neutralMinionsKilled: maybe(count()),
  goldEarned: maybe(count()),
  totalDamageDealtToChampions: maybe(count()),
  totalDamageTaken: maybe(count()),
  visionScore: maybe(count()),
  champLevel: maybe(count()),
});

export const LolMatch = Type.Object({
  metadata: Type.Object({ matchId: text() }),
  info: Type.Object({
    gameCreation: timestampMs(),
    gameStartTimestamp: maybe(timestampMs()),
    gameEndTimestamp: maybe(timestampMs()),
    gameDuration: whole(),
    gameVersion: maybe(text(500)),
    queueId: count(),
    participants: list(Participant, 100),
  }),
});
export type LolMatch = Static<typeof LolMatch>;

const AUGMENT = /^playerAugment\d+$/;
/** The known names. Without any of them, the other names are not searched. */
const KNOWN_AUGMENTS = [1, 2, 3, 4, 5, 6].map((number) => `playerAugment${number}`);

/** Runs before the check, so `body` can be anything. */
export function tidyLolMatch(body: unknown): void {
  const participants: unknown = fieldOf(fieldOf(body, 'info'), 'participants');
  if (!Array.isArray(participants)) return;
  for (const participant of participants as unknown[]) {
    if (typeof participant !== 'object' || participant === null) continue;
    if (!KNOWN_AUGMENTS.some((name) => name in participant)) continue;
    for (const name of Object.keys(participant))
      if (AUGMENT.test(name)) Reflect.deleteProperty(participant, name);
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
