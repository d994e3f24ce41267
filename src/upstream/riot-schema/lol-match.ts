/**
 * match-v5: one game of ten seats (sixteen in Arena, fewer against bots, none in a game that was aborted before it began, which
 * is valid and empty). Modes, queues and champions appear before anybody documents them, so none is a closed list.
 * `gameDuration` changed its unit: read it with `gameSeconds`. Whether a game counts: `gameStanding`.
 *
 * The augments of Arena (`playerAugment1` …) are cut out, for the same reason as those of TFT.
 */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text, timestampMs, whole } from '../shape.ts';

const flags = {
  gameEndedInEarlySurrender: maybe(Type.Boolean()),
  gameEndedInSurrender: maybe(Type.Boolean()),
  teamEarlySurrendered: maybe(Type.Boolean()),
  firstBloodKill: maybe(Type.Boolean()),
  firstBloodAssist: maybe(Type.Boolean()),
};

/** Names came and went: `riotIdGameName` since 14.5, `riotIdName` from 13.22 to 14.4, `summonerName` before. */
const names = {
  riotIdGameName: maybe(text()),
  riotIdName: maybe(text()),
  riotIdTagline: maybe(text()),
  summonerName: maybe(text()),
  summonerLevel: maybe(count()),
  championName: maybe(text()),
};

const scores = {
  champLevel: maybe(count()),
  champExperience: maybe(count()),
  timePlayed: maybe(count()),
  goldEarned: maybe(count()),
  goldSpent: maybe(count()),
  totalMinionsKilled: maybe(count()),
  neutralMinionsKilled: maybe(count()),
  totalDamageDealtToChampions: maybe(count()),
  totalDamageTaken: maybe(count()),
  damageDealtToObjectives: maybe(count()),
  damageDealtToTurrets: maybe(count()),
  totalHeal: maybe(count()),
  timeCCingOthers: maybe(count()),
  totalTimeSpentDead: maybe(count()),
  visionScore: maybe(count()),
  wardsPlaced: maybe(count()),
  wardsKilled: maybe(count()),
  detectorWardsPlaced: maybe(count()),
  turretKills: maybe(count()),
  dragonKills: maybe(count()),
  baronKills: maybe(count()),
  largestKillingSpree: maybe(count()),
  largestMultiKill: maybe(count()),
  doubleKills: maybe(count()),
  tripleKills: maybe(count()),
  quadraKills: maybe(count()),
  pentaKills: maybe(count()),
};

const equipment = {
  item0: maybe(count()),
  item1: maybe(count()),
  item2: maybe(count()),
  item3: maybe(count()),
  item4: maybe(count()),
  item5: maybe(count()),
  item6: maybe(count()),
  summoner1Id: maybe(count()),
  summoner2Id: maybe(count()),
};

const Participant = Type.Object({
  puuid: text(),
  participantId: maybe(count()),
  teamId: count(),
  championId: count(),
  win: Type.Boolean(),
  kills: count(),
  deaths: count(),
  assists: count(),
  teamPosition: maybe(text()),
  individualPosition: maybe(text()),
  lane: maybe(text()),
  role: maybe(text()),
  /** Arena: the pair, and its place. */
  playerSubteamId: maybe(count()),
  subteamPlacement: maybe(count()),
  placement: maybe(count()),
  ...flags,
  ...names,
  ...scores,
  ...equipment,
});

const Team = Type.Object({
  teamId: count(),
  win: Type.Boolean(),
  bans: maybe(list(Type.Object({ championId: count(), pickTurn: maybe(count()) }), 100)),
});

export const LolMatch = Type.Object({
  metadata: Type.Object({
    dataVersion: maybe(text()),
    matchId: text(),
    participants: list(text(), 100),
  }),
  info: Type.Object({
    endOfGameResult: maybe(text()),
    gameCreation: timestampMs(),
    gameStartTimestamp: maybe(timestampMs()),
    gameEndTimestamp: maybe(timestampMs()),
    gameDuration: whole(),
    gameId: maybe(whole()),
    gameMode: maybe(text()),
    gameType: maybe(text()),
    gameVersion: maybe(text(500)),
    mapId: maybe(count()),
    platformId: maybe(text()),
    queueId: count(),
    participants: list(Participant, 100),
    teams: maybe(list(Team, 100)),
  }),
});
export type LolMatch = Static<typeof LolMatch>;

const AUGMENT = /^playerAugment\d+$/;
/** Those that are known; where none of them is, nobody looks through all names. */
const KNOWN_AUGMENTS = [1, 2, 3, 4, 5, 6].map((number) => `playerAugment${number}`);

/** Before the check, so of anything at all. */
export function tidyLolMatch(body: unknown): void {
  const participants: unknown = fieldOf(fieldOf(body, 'info'), 'participants');
  if (!Array.isArray(participants)) return;
  for (const seat of participants as unknown[]) {
    if (typeof seat !== 'object' || seat === null) continue;
    if (!KNOWN_AUGMENTS.some((name) => name in seat)) continue;
    for (const name of Object.keys(seat)) if (AUGMENT.test(name)) Reflect.deleteProperty(seat, name);
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
