/**
 * Every key of a participant's `challenges` in a match body of 2026, in the API's order. Some are there only for those whom they
 * concern (the first baron, the jungler's early kills), and some only on the rift.
 */
import { ofKills, ofTakedowns, perMinute, seldom } from './dice-fields.ts';
import { minionsAt, monstersAt } from './growth.ts';
import {
  compileTemplate,
  optional,
  writeList,
  written,
  type FieldTable,
  type Render,
  type Varying,
} from './json-template.ts';
import { takedownsOf } from './participant.ts';
import { JUNGLE, MIDDLE, UTILITY } from './roles.ts';
import type { Scene } from './scene.ts';

const TEN_MINUTES = 600_000;

const onRift = (value: Varying<Scene>) =>
  optional<Scene>((scene) => (scene.story.isBridge ? undefined : value(scene)));
const forJungler = (value: Varying<Scene>) =>
  optional<Scene>((scene) => (isJungler(scene) ? value(scene) : undefined));
const forLaner = (value: Varying<Scene>) =>
  optional<Scene>((scene) => (isJungler(scene) ? undefined : value(scene)));
/** 1 or no key at all. */
const onlyIf = (holds: (scene: Scene) => boolean) =>
  optional<Scene>((scene) => (holds(scene) ? 1 : undefined));
const secondsOf = (atMs: number, { random }: Scene): number => (atMs + random.next()) / 1000;
const bridgeOnly =
  (value: Varying<Scene>): Varying<Scene> =>
  (scene) =>
    scene.story.isBridge ? value(scene) : 0;
const riftOnly =
  (value: Varying<Scene>): Varying<Scene> =>
  (scene) =>
    scene.story.isBridge ? 0 : value(scene);
const junglerOnly =
  (value: Varying<Scene>): Varying<Scene> =>
  (scene) =>
    isJungler(scene) ? value(scene) : 0;

const writeItem: Render<number> = (item, writer) => {
  writer.value(item);
};

const FIRST_KEYS: FieldTable<Scene> = {
  '12AssistStreakCount': ({ one, random }) => (one.assists > 11 && random.next() < 0.3 ? 1 : 0),
  HealFromMapSources: ({ story, random }) =>
    story.isBridge || random.next() < 0.45 ? Math.fround(80 + 900 * random.next()) : 0,
  InfernalScalePickup: 0,
  SWARM_DefeatAatrox: 0,
  SWARM_DefeatBriar: 0,
  SWARM_DefeatMiniBosses: 0,
  SWARM_EvolveWeapon: 0,
  SWARM_Have3Passives: 0,
  SWARM_KillEnemy: 0,
  SWARM_PickupGold: 0,
  SWARM_ReachLevel50: 0,
  SWARM_Survive15Min: 0,
  SWARM_WinWith5EvolvedWeapons: 0,
  abilityUses: ({ minutes, random }) => Math.floor(minutes * (4 + 12 * random.next() ** 1.5)),
  acesBefore15Minutes: ({ story, own }) => (story.isBridge ? own.aces : 0),
  alliedJungleMonsterKills: junglerOnly(({ one }) => Math.floor(one.monsters * 0.45)),
  baronBuffGoldAdvantageOverThreshold: onlyIf(({ own, won }) => won && own.barons > 0),
  baronTakedowns: ({ one }) => one.baronTakedowns,
  blastConeOppositeOpponentCount: 0,
  bountyGold: ({ one }) => one.bountyGold,
  buffsStolen: junglerOnly(seldom(0.5, 1.8)),
  completeSupportQuestInTime: ({ story, one }) =>
    !story.isBridge && one.role === UTILITY && one.gold > 5000 ? 1 : 0,
  controlWardTimeCoverageInRiverOrEnemyHalf: optional(({ vision, random }) =>
    vision.controlWards > 0 ? 0.2 + 0.65 * random.next() : undefined,
  ),
  controlWardsPlaced: ({ vision }) => vision.controlWards,
  damagePerMinute: ({ damage, minutes }) => damage.toChampions.total / minutes,
  damageTakenOnTeamPercentage: ({ damage, own }) => damage.taken.total / Math.max(1, own.taken),
  dancedWithRiftHerald: 0,
  deathsByEnemyChamps: ({ one }) => one.deaths - one.executions,
  dodgeSkillShotsSmallWindow: seldom(0.4, 6),
  doubleAces: 0,
  dragonTakedowns: ({ one }) => one.dragonTakedowns,
  earliestBaron: optional((scene) =>
    scene.one.firstBaronMs === 0 ? undefined : secondsOf(scene.one.firstBaronMs, scene),
  ),
  earliestDragonTakedown: optional((scene) =>
    scene.one.firstDragonMs === 0 ? undefined : secondsOf(scene.one.firstDragonMs, scene),
  ),
  earlyLaningPhaseGoldExpAdvantage: onRift(seldom(0.1, 1)),
  effectiveHealAndShielding: ({ damage }) => Math.fround((damage.healedOthers + damage.shieldedOthers) * 0.8),
  elderDragonKillsWithOpposingSoul: 0,
  elderDragonMultikills: 0,
  enemyChampionImmobilizations: perMinute(0.65),
  enemyJungleMonsterKills: junglerOnly(({ one }) => Math.floor(one.monsters * 0.06)),
  epicMonsterKillsNearEnemyJungler: junglerOnly(seldom(0.3, 1.4)),
  epicMonsterKillsWithin30SecondsOfSpawn: junglerOnly(seldom(0.07, 1)),
  epicMonsterSteals: ({ one }) => one.steals,
  epicMonsterStolenWithoutSmite: 0,
  fasterSupportQuestCompletion: onlyIf(
    ({ story, one, opponent }) => !story.isBridge && one.role === UTILITY && one.gold > (opponent?.gold ?? 0),
  ),
  fastestLegendary: optional((scene) =>
    scene.story.isBridge || scene.one.largestSpree < 9
      ? undefined
      : secondsOf(scene.story.lengthMs * 0.6, scene),
  ),
  firstTurretKilled: ({ own }) => (own.firstTowerMs === undefined ? 0 : 1),
  firstTurretKilledTime: optional((scene) =>
    scene.own.firstTowerMs === undefined ? undefined : secondsOf(scene.own.firstTowerMs, scene),
  ),
  fistBumpParticipation: seldom(0.14, 1.2),
  flawlessAces: ({ own, enemies }) => (enemies.kills < 10 ? Math.min(1, own.aces) : 0),
  fullTeamTakedown: bridgeOnly(({ own }) => own.aces),
  gameLength: ({ story }) => (story.lengthMs + (story.game.seed % 999_983) / 1_000_000) / 1000,
  getTakedownsInAllLanesEarlyJungleAsLaner: forLaner(riftOnly(seldom(0.02, 1))),
  goldPerMinute: ({ one, minutes }) => one.gold / minutes,
  hadAfkTeammate: onlyIf(({ hasAfkTeammate }) => hasAfkTeammate),
  hadOpenNexus: ({ enemies }) => (enemies.inhibitorsTaken > 2 ? 1 : 0),
  highestChampionDamage: onlyIf(
    ({ damage, own, enemies }) => damage.toChampions.total >= Math.max(own.mostDamage, enemies.mostDamage),
  ),
  // Somebody has it in every game; it is not worked out who.
  highestCrowdControlScore: onlyIf(
    ({ story, one }) => one.id === 1 + (story.game.seed % story.participants.length),
  ),
  highestWardKills: onlyIf(
    ({ story, vision, own, enemies }) =>
      !story.isBridge &&
      vision.wardsKilled > 0 &&
      vision.wardsKilled >= Math.max(own.mostWardKills, enemies.mostWardKills),
  ),
  immobilizeAndKillWithAlly: ofTakedowns(0.28),
  initialBuffCount: junglerOnly(({ random }) => 1 + random.below(3)),
  initialCrabCount: junglerOnly(({ random }) => random.below(3)),
  jungleCsBefore10Minutes: ({ story, one }) => monstersAt(story, one, TEN_MINUTES),
  junglerKillsEarlyJungle: forJungler(seldom(0.07, 1)),
  junglerTakedownsNearDamagedEpicMonster: seldom(0.1, 1.2),
  kTurretsDestroyedBeforePlatesFall: ({ own, random }) =>
    own.firstTowerMs !== undefined && own.firstTowerMs < 840_000 && random.next() < 0.3 ? 1 : 0,
  kda: ({ one }) => takedownsOf(one) / Math.max(1, one.deaths),
  killAfterHiddenWithAlly: ofTakedowns(0.1),
  killParticipation: ({ one, own }) => takedownsOf(one) / Math.max(1, own.kills),
};

const MIDDLE_KEYS: FieldTable<Scene> = {
  killedChampTookFullTeamDamageSurvived: seldom(0.014, 1),
  killingSprees: ({ one }) => one.bigSprees,
  killsNearEnemyTurret: ofKills(0.32),
  killsOnLanersEarlyJungleAsJungler: forJungler(seldom(0.5, 1.2)),
  killsOnOtherLanesEarlyJungleAsLaner: forLaner(riftOnly(seldom(0.14, 1.2))),
  killsOnRecentlyHealedByAramPack: bridgeOnly(seldom(0.1, 1)),
  killsUnderOwnTurret: ofKills(0.15),
  killsWithHelpFromEpicMonster: seldom(0.14, 1.3),
  knockEnemyIntoTeamAndKill: seldom(0.23, 4),
  landSkillShotsEarlyGame: ({ random }) => Math.floor(16 * random.next() ** 2),
  laneMinionsFirst10Minutes: ({ story, one }) => minionsAt(story, one, TEN_MINUTES),
  laningPhaseGoldExpAdvantage: onRift(({ one, opponent }) =>
    one.gold > 1.25 * (opponent?.gold ?? one.gold) ? 1 : 0,
  ),
  legendaryCount: ({ one }) => (one.largestSpree > 8 ? 1 : 0),
  legendaryItemUsed: written(({ shopping }, writer) => {
    writeList(shopping.legendaries, writer, writeItem);
  }),
  lostAnInhibitor: ({ won, enemies }) => (won && enemies.inhibitorsTaken > 0 ? 1 : 0),
  maxCsAdvantageOnLaneOpponent: onRift(({ one, opponent, random }) =>
    Math.max(
      random.below(5),
      one.minions + one.monsters - (opponent?.minions ?? 0) - (opponent?.monsters ?? 0),
    ),
  ),
  maxKillDeficit: ({ own, enemies }) => (own.kills < enemies.kills ? 0 : Math.floor(enemies.kills / 12)),
  maxLevelLeadLaneOpponent: onRift(({ random }) => 1 + random.below(3)),
  mejaisFullStackInTime: 0,
  moreEnemyJungleThanOpponent: junglerOnly(({ random }) => -Math.fround(45 * random.next())),
  multiKillOneSpell: seldom(0.05, 1),
  multiTurretRiftHeraldCount: 0,
  multikills: ({ one }) => one.multiKills.reduce((sum, count) => sum + count, 0),
  multikillsAfterAggressiveFlash: seldom(0.05, 1),
  outerTurretExecutesBefore10Minutes: 0,
  outnumberedKills: ofKills(0.16),
  outnumberedNexusKill: 0,
  perfectDragonSoulsTaken: 0,
  perfectGame: 0,
  pickKillWithAlly: ofTakedowns(0.8),
  playedChampSelectPosition: onRift(() => 1),
  poroExplosions: 0,
  quickCleanse: seldom(0.014, 1),
  quickFirstTurret: bridgeOnly(({ own }) => (own.firstTowerMs === undefined ? 0 : 1)),
  quickSoloKills: ({ one, random }) => (one.soloKills > 0 && random.next() < 0.05 ? 1 : 0),
  riftHeraldTakedowns: ({ one }) => one.heraldTakedowns,
  saveAllyFromDeath: ({ damage, random }) => (damage.healedOthers > 0 ? random.below(3) : 0),
  scuttleCrabKills: junglerOnly(({ random }) => 1 + random.below(6)),
};

const LAST_KEYS: FieldTable<Scene> = {
  shortestTimeToAceFromFirstTakedown: optional(({ own, random }) =>
    own.aces > 0 ? 5 + 20 * random.next() : undefined,
  ),
  skillshotsDodged: perMinute(1.2),
  skillshotsHit: perMinute(0.95),
  snowballsHit: bridgeOnly(seldom(0.6, 9)),
  soloBaronKills: 0,
  soloKills: ({ one }) => one.soloKills,
  soloTurretsLategame: optional(({ story, one }) =>
    story.isBridge || one.turretKills < 2 ? undefined : one.turretKills - 1,
  ),
  stealthWardsPlaced: ({ vision }) => vision.stealthWards,
  survivedSingleDigitHpCount: seldom(0.03, 1),
  survivedThreeImmobilizesInFight: seldom(0.5, 4),
  takedownOnFirstTurret: ({ one }) => (one.firstTower === undefined ? 0 : 1),
  takedowns: ({ one }) => takedownsOf(one),
  takedownsAfterGainingLevelAdvantage: seldom(0.03, 1),
  takedownsBeforeJungleMinionSpawn: seldom(0.07, 1),
  takedownsFirstXMinutes: ({ one }) => one.earlyTakedowns,
  takedownsInAlcove: riftOnly(seldom(0.07, 1)),
  takedownsInEnemyFountain: 0,
  teamBaronKills: ({ own }) => own.barons,
  teamDamagePercentage: ({ damage, own }) => damage.toChampions.total / Math.max(1, own.damage),
  teamElderDragonKills: ({ own }) => own.elders,
  teamRiftHeraldKills: ({ own }) => own.heralds,
  teleportTakedowns: onlyIf(
    ({ story, one, random }) => !story.isBridge && one.role <= MIDDLE && random.next() < 0.06,
  ),
  tookLargeDamageSurvived: bridgeOnly(seldom(0.1, 1)),
  turretPlatesTaken: ({ one }) => one.plates,
  turretTakedowns: ({ one }) => one.turretTakedowns,
  turretsTakenWithRiftHerald: seldom(0.05, 1.5),
  twentyMinionsIn3SecondsCount: 0,
  twoWardsOneSweeperCount: riftOnly(seldom(0.1, 1.3)),
  unseenRecalls: 0,
  visionScoreAdvantageLaneOpponent: onRift(({ vision, opponentVision }) =>
    Math.fround((vision.score + 0.5) / ((opponentVision?.score ?? 0) + 1) - 1),
  ),
  visionScorePerMinute: ({ vision, minutes }) => vision.score / minutes,
  voidMonsterKill: ({ one }) => one.hordeTakedowns,
  wardTakedowns: ({ vision }) => vision.wardsKilled,
  wardTakedownsBefore20M: ({ vision, minutes }) => Math.floor(vision.wardsKilled * Math.min(1, 20 / minutes)),
  wardsGuarded: riftOnly(seldom(0.23, 1.2)),
};

export const renderChallenges = compileTemplate<Scene>({ ...FIRST_KEYS, ...MIDDLE_KEYS, ...LAST_KEYS });

function isJungler({ story, one }: Scene): boolean {
  return !story.isBridge && one.role === JUNGLE;
}
