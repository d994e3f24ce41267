/** Every key of a participant in a match body of 2026, in the API's order. */
import { mix } from '../randomness.ts';
import { renderChallenges } from './challenge-fields.ts';
import { CHAMPIONS } from './champions.ts';
import { perMinute, pings, seldom } from './dice-fields.ts';
import { entry } from './entry.ts';
import { compileTemplate, object, optional, written, type FieldTable } from './json-template.ts';
import { toFragment, type Fragment } from './json-page.ts';
import { teamIdOf } from './participant.ts';
import { renderPerks } from './perk-fields.ts';
import { JUNGLE, ROLES } from './roles.ts';
import type { Scene } from './scene.ts';
import { roleItemOf } from './shopping.ts';

const zeros = (prefix: string, from: number, to: number): FieldTable<Scene> =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, nth) => [`${prefix}${from + nth}`, 0]));

const slot = (place: number) => (scene: Scene) => scene.shopping.slots[place] ?? 0;
const hadSurrender = ({ story }: Scene): boolean => story.surrendered || story.isRemake;
const ID_LETTERS = Array.from({ length: 512 }, (_, nth) => mix(nth, 0x53_4b).toString(36)).join('');

/** One of a few words, as JSON. */
const word = (text: string): Fragment => toFragment(JSON.stringify(text));
const POSITIONS = ROLES.map(word);
const LANES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'BOTTOM'].map(word);
const LANE_ROLES = ['SOLO', 'NONE', 'SOLO', 'CARRY', 'SUPPORT'].map(word);
const CHAMPION_NAMES = CHAMPIONS.map(({ name }) => word(name));
const INVALID = word('Invalid');
const NONE = word('NONE');
const SUPPORT = word('SUPPORT');
const EMPTY = word('');

const FIRST_KEYS: FieldTable<Scene> = {
  PlayerBehavior: object({ PlayerBehavior_IsHeroInCombat: 0 }),
  PlayerScore0: 0,
  PlayerScore1: 0,
  PlayerScore10: 0,
  PlayerScore11: 0,
  ...zeros('PlayerScore', 2, 9),
  allInPings: seldom(0.14, 1.5),
  assistMePings: pings(2.3),
  assists: ({ one }) => one.assists,
  baronKills: ({ one }) => one.baronKills,
  basicPings: 0,
  // Bots have none.
  challenges: written(renderChallenges, ({ one }) => !one.isBot),
  champExperience: ({ one }) => one.experience,
  champLevel: ({ level }) => level,
  championId: ({ one }) => one.champion.id,
  championName: ({ one }) => entry(CHAMPION_NAMES, one.champion.index),
  championTransform: seldom(0.015, 1),
  commandPings: pings(4.8),
  consumablesPurchased: ({ shopping }) => shopping.consumables,
  damageDealtToBuildings: ({ damage }) => damage.toTurrets,
  damageDealtToEpicMonsters: ({ damage }) => damage.toEpicMonsters,
  damageDealtToObjectives: ({ damage }) => damage.toTurrets + damage.toEpicMonsters,
  damageDealtToTurrets: ({ damage }) => damage.toTurrets,
  damageSelfMitigated: ({ damage }) => damage.mitigated,
  dangerPings: 0,
  deaths: ({ one }) => one.deaths,
  detectorWardsPlaced: ({ vision }) => vision.controlWards,
  doubleKills: ({ one }) => one.multiKills[0],
  dragonKills: ({ one }) => one.dragonKills,
  eligibleForProgression: true,
  enemyMissingPings: pings(4.2),
  enemyVisionPings: pings(2.4),
  firstBloodAssist: ({ one }) => one.firstBlood === 'assist',
  firstBloodKill: ({ one }) => one.firstBlood === 'kill',
  firstTowerAssist: ({ one }) => one.firstTower === 'assist',
  firstTowerKill: ({ one }) => one.firstTower === 'kill',
  gameEndedInEarlySurrender: ({ story }) => story.isRemake,
  gameEndedInSurrender: hadSurrender,
  getBackPings: pings(2.9),
  goldEarned: ({ one }) => one.gold,
  goldSpent: ({ shopping }) => shopping.spent,
  holdPings: 0,
  individualPosition: ({ story, one }) => (story.isBridge ? INVALID : entry(POSITIONS, one.role)),
  inhibitorKills: ({ one }) => one.inhibitorKills,
  inhibitorTakedowns: ({ one }) => one.inhibitorTakedowns,
  inhibitorsLost: ({ enemies }) => enemies.inhibitorsTaken,
  item0: slot(0),
  item1: slot(1),
  item2: slot(2),
  item3: slot(3),
  item4: slot(4),
  item5: slot(5),
  item6: slot(6),
  itemsPurchased: ({ shopping }) => shopping.purchases.length,
  killingSprees: ({ one }) => one.sprees,
  kills: ({ one }) => one.kills,
  lane: ({ story, one }) => (story.isBridge ? NONE : entry(LANES, one.role)),
  largestCriticalStrike: ({ one, random }) =>
    one.champion.class === 'Marksman' ? 300 + random.below(900) : 0,
  largestKillingSpree: ({ one }) => one.largestSpree,
  largestMultiKill: ({ one }) => one.largestMultiKill,
  longestTimeSpentLiving: ({ one }) => Math.floor(one.longestLifeMs / 1000),
};

const MIDDLE_KEYS: FieldTable<Scene> = {
  magicDamageDealt: ({ damage }) => damage.dealt.magic,
  magicDamageDealtToChampions: ({ damage }) => damage.toChampions.magic,
  magicDamageTaken: ({ damage }) => damage.taken.magic,
  missions: object(zeros('playerScore', 0, 11)),
  needVisionPings: seldom(0.1, 2),
  neutralMinionsKilled: ({ one }) => one.monsters,
  nexusKills: ({ story, one }) => (isNexusKiller({ story, one }) ? 1 : 0),
  nexusLost: ({ story, one }) => (story.isRemake || one.team === story.winner ? 0 : 1),
  nexusTakedowns: ({ story, one }) =>
    isNexusKiller({ story, one }) ||
    (one.team === story.winner && !story.surrendered && one.turretTakedowns > 2)
      ? 1
      : 0,
  objectivesStolen: ({ one }) => one.steals,
  objectivesStolenAssists: seldom(0.014, 1),
  onMyWayPings: pings(8.5),
  participantId: ({ one }) => one.id,
  pentaKills: ({ one }) => one.multiKills[3],
  perks: written(renderPerks),
  physicalDamageDealt: ({ damage }) => damage.dealt.physical,
  physicalDamageDealtToChampions: ({ damage }) => damage.toChampions.physical,
  physicalDamageTaken: ({ damage }) => damage.taken.physical,
  placement: 0,
  ...zeros('playerAugment', 1, 6),
  playerSubteamId: 0,
  profileIcon: ({ one }) => (one.isBot ? 0 : mix(one.seat.player?.index ?? 0, 0x49) % 7000),
  pushPings: seldom(0.14, 1.5),
  puuid: ({ puuid }) => puuid,
  quadraKills: ({ one }) => one.multiKills[2],
  retreatPings: pings(2),
  riotIdGameName: optional(({ story, gameName }) => (story.oddity === 'oldRiotId' ? undefined : gameName)),
  riotIdName: optional(({ story, gameName }) => (story.oddity === 'oldRiotId' ? gameName : undefined)),
  riotIdTagline: ({ tagLine }) => tagLine,
  role: ({ story, one }) => (story.isBridge ? SUPPORT : entry(LANE_ROLES, one.role)),
  roleBoundItem: optional(({ story, one }) => (story.isBridge ? undefined : roleItemOf(one))),
  sightWardsBoughtInGame: 0,
  spell1Casts: perMinute(4.7),
  spell2Casts: perMinute(2.1),
  spell3Casts: perMinute(2.7),
  spell4Casts: perMinute(0.5),
  subteamPlacement: 0,
  summoner1Casts: perMinute(0.2),
  summoner1Id: ({ one, spells }) => (one.isBot ? 0 : spells[0]),
  summoner2Casts: perMinute(0.2),
  summoner2Id: ({ one, spells }) => (one.isBot ? 0 : spells[1]),
};

const LAST_KEYS: FieldTable<Scene> = {
  summonerId: ({ one }) => summonerIdText(one.isBot ? -one.id : (one.seat.player?.index ?? 0)),
  summonerLevel: ({ one }) => (one.isBot ? 1 : 30 + (mix(one.seat.player?.index ?? 0, 0x4c) % 700)),
  summonerName: ({ one }) => (one.isBot ? `"${one.champion.name} Bot"` : EMPTY),
  teamEarlySurrendered: ({ story, one }) => story.isRemake && one.team !== story.winner,
  teamId: ({ one }) => teamIdOf(one.team),
  teamPosition: ({ story, one }) => (story.isBridge ? EMPTY : entry(POSITIONS, one.role)),
  timeCCingOthers: perMinute(0.75),
  timePlayed: ({ one }) => one.playedSeconds,
  totalAllyJungleMinionsKilled: ({ one }) => (one.role === JUNGLE ? Math.floor(one.monsters * 0.6) : 0),
  totalDamageDealt: ({ damage }) => damage.dealt.total,
  totalDamageDealtToChampions: ({ damage }) => damage.toChampions.total,
  totalDamageShieldedOnTeammates: ({ damage }) => damage.shieldedOthers,
  totalDamageTaken: ({ damage }) => damage.taken.total,
  totalEnemyJungleMinionsKilled: ({ one }) => (one.role === JUNGLE ? Math.floor(one.monsters * 0.07) : 0),
  totalHeal: ({ damage }) => damage.healed + damage.healedOthers,
  totalHealsOnTeammates: ({ damage }) => damage.healedOthers,
  totalMinionsKilled: ({ one }) => one.minions,
  totalTimeCCDealt: perMinute(10),
  totalTimeSpentDead: ({ one }) => Math.floor(one.timeDeadMs / 1000),
  totalUnitsHealed: ({ damage, random }) => (damage.healedOthers > 0 ? 2 + random.below(4) : 1),
  tripleKills: ({ one }) => one.multiKills[1],
  trueDamageDealt: ({ damage }) => damage.dealt.real,
  trueDamageDealtToChampions: ({ damage }) => damage.toChampions.real,
  trueDamageTaken: ({ damage }) => damage.taken.real,
  turretKills: ({ one }) => one.turretKills,
  turretTakedowns: ({ one }) => one.turretTakedowns,
  turretsLost: ({ enemies }) => enemies.towersTaken,
  unrealKills: 0,
  visionClearedPings: 0,
  visionScore: ({ vision }) => vision.score,
  visionWardsBoughtInGame: ({ vision }) => vision.controlWards,
  wardsKilled: ({ vision }) => vision.wardsKilled,
  wardsPlaced: ({ vision }) => vision.stealthWards + vision.controlWards,
  win: ({ won }) => won,
};

export const renderParticipant = compileTemplate<Scene>({ ...FIRST_KEYS, ...MIDDLE_KEYS, ...LAST_KEYS });

/** The last nexus tower's destroyer goes on to the nexus. */
function isNexusKiller({ story, one }: Pick<Scene, 'story' | 'one'>): boolean {
  if (story.surrendered || story.isRemake || one.team !== story.winner) return false;
  return story.buildings.at(-1)?.doer === one;
}

/** Same player, same id, as long as the real ones: two cuts out of a long text. */
function summonerIdText(player: number): string {
  const first = mix(player, 0x53_49) % (ID_LETTERS.length - 24);
  const second = mix(player, 0x53_4a) % (ID_LETTERS.length - 24);
  return `"${ID_LETTERS.slice(first, first + 24)}${ID_LETTERS.slice(second, second + 23)}"`;
}
