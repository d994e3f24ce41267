/**
 * match-v5's answer for a game: the fields that this project reads and a reader of a match looks for. Pings, casts and most
 * challenges are left out; runes follow from the champion. The odd bodies are described in `oddities.ts`.
 */
import { type Random, createRandom, entry, mix, numberAt } from '../randomness.ts';
import type { Patch, PlayedGame, Player } from '../world/world.ts';
import { type Champion, type ChampionClass, ROLES, UTILITY, createDraft } from './draft.ts';
import { goldAt, levelFor } from './growth.ts';
import { RUNE_STYLES, type RuneStyle, STAT_RUNES, spellsFor } from './shopping.ts';
import { type Score, scoreOf } from './kills.ts';
import type { ObjectiveKind } from './objectives.ts';
import {
  type OddityShares,
  type Participant,
  type Story,
  createOddities,
  hasWon,
  teamIdOf,
  tellStory,
} from './story.ts';
import type { LolTruth } from './truth.ts';

export interface LolBodyDeps {
  readonly truth: LolTruth;
  /** Replaces the usual shares, one by one. */
  readonly oddities?: Partial<OddityShares>;
}

type PuuidOf = (player: Player) => string;
export type RenderBody = (game: PlayedGame, puuidOf: PuuidOf) => string;

/** Unknown to every document of the real API too. */
const UNKNOWN = { queue: 2470, mode: 'LANTERN_FAIR', map: 36 };
const LANES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'BOTTOM'];
const LANE_ROLES = ['SOLO', 'NONE', 'SOLO', 'CARRY', 'SUPPORT'];
const EXTRAS = 0x50_01;
const DAMAGE_KEY = 0x50_02;

/** Damage to champions a minute, and taken from them. */
const DAMAGE: Readonly<Record<ChampionClass, readonly [dealt: number, taken: number]>> = {
  Fighter: [525, 860],
  Tank: [330, 1070],
  Assassin: [540, 680],
  Mage: [590, 535],
  Marksman: [575, 570],
  Support: [270, 465],
};
const BRIDGE_DAMAGE = 2.8;

export function createLolMatchBody(deps: LolBodyDeps): RenderBody {
  const tell = createTeller(deps);
  return (game, puuidOf) => {
    const story = tell(game);
    const info = story.oddity === 'abortedEmpty' ? emptyInfo(story) : infoOf(story, puuidOf);
    return JSON.stringify({ metadata: metadataOf(story, puuidOf), info });
  };
}

/** The story of a game, with the oddity that its bodies have. */
export function createTeller({ truth, oddities }: LolBodyDeps): (game: PlayedGame) => Story {
  const draft = createDraft(truth);
  const oddityOf = createOddities(oddities);
  return (game) => tellStory(game, draft, oddityOf(game.seed));
}

export function metadataOf({ matchId, participants }: Story, puuidOf: PuuidOf): object {
  const puuids = participants.flatMap(({ player }) => (player === null ? [] : [puuidOf(player)]));
  return { dataVersion: '2', matchId, participants: puuids };
}

export function puuidTextOf({ player }: Participant, puuidOf: PuuidOf): string {
  return player === null ? 'BOT' : puuidOf(player);
}

export function endOfGameResult({ oddity }: Story): string {
  return oddity === 'abortedEmpty' || oddity === 'abortedComplete' ? 'Abort_Unexpected' : 'GameComplete';
}

function infoOf(story: Story, puuidOf: PuuidOf): object {
  const { game, lengthMs, oddity, queue, participants } = story;
  const isOld = oddity === 'oldMilliseconds';
  const unknown = oddity === 'unknownMode' ? UNKNOWN : undefined;
  return {
    endOfGameResult: endOfGameResult(story),
    gameCreation: game.startsAt - 15_000 - (mix(game.seed, 0x4c_44) % 80_000),
    gameDuration: isOld ? lengthMs : game.lengthSeconds,
    ...(isOld ? {} : { gameEndTimestamp: game.startsAt + lengthMs }),
    gameId: game.number,
    gameMode: unknown?.mode ?? queue.mode,
    gameName: `teambuilder-match-${game.number}`,
    gameStartTimestamp: game.startsAt,
    gameType: 'MATCHED_GAME',
    gameVersion: gameVersionOf(game.patch),
    mapId: unknown?.map ?? queue.map,
    participants: participants.map((one) => participantOf(story, one, puuidOf)),
    platformId: game.platform.toUpperCase(),
    queueId: unknown?.queue ?? game.queue,
    teams: [teamOf(story, 0), teamOf(story, 1)],
    tournamentCode: '',
  };
}

function emptyInfo({ game, lengthMs }: Story): object {
  return {
    endOfGameResult: 'Abort_Unexpected',
    gameCreation: 0,
    gameDuration: 0,
    gameEndTimestamp: game.startsAt + lengthMs,
    gameId: 0,
    gameMode: '',
    gameName: '',
    gameStartTimestamp: 0,
    gameType: '',
    gameVersion: '',
    mapId: 0,
    participants: [],
    platformId: '',
    queueId: 0,
    teams: [],
    tournamentCode: '',
  };
}

function participantOf(story: Story, one: Participant, puuidOf: PuuidOf): object {
  const { player, champion, farm, playedSeconds, role } = one;
  const { isBridge, isRemake, oddity, kills, lengthMs } = story;
  const random = createRandom(mix(story.game.seed, EXTRAS, one.id));
  const score = scoreOf(kills, one, lengthMs);
  const { slots, spent } = entry(story.shoppings, one.id - 1);
  const spells = player === null ? [0, 0] : spellsFor(role, isBridge, random.next());
  const name = player?.gameName ?? '';
  const first = kills[0];
  return {
    participantId: one.id,
    puuid: puuidTextOf(one, puuidOf),
    ...(oddity === 'oldRiotId' ? { riotIdName: name } : { riotIdGameName: name }),
    riotIdTagline: player?.tagLine ?? '',
    summonerName: player === null ? `${champion.name} Bot` : '',
    summonerLevel: player === null ? 1 : 30 + (mix(player.index, 0x4c) % 700),
    profileIcon: player === null ? 0 : mix(player.index, 0x49) % 7000,
    teamId: teamIdOf(one.team),
    win: hasWon(story, one.team),
    championId: champion.id,
    championName: champion.name,
    teamPosition: isBridge ? '' : entry(ROLES, role),
    individualPosition: isBridge ? 'Invalid' : entry(ROLES, role),
    lane: isBridge ? 'NONE' : entry(LANES, role),
    role: isBridge ? 'SUPPORT' : entry(LANE_ROLES, role),
    playerSubteamId: 0,
    subteamPlacement: 0,
    placement: 0,
    timePlayed: playedSeconds,
    gameEndedInEarlySurrender: isRemake,
    gameEndedInSurrender: story.surrendered || isRemake,
    teamEarlySurrendered: isRemake && one.team !== story.winner,
    firstBloodKill: first?.killer === one,
    firstBloodAssist: first?.helpers.includes(one) ?? false,
    ...scoreFields(score),
    champExperience: farm.experience,
    champLevel: levelFor(farm.experience),
    goldEarned: goldAt(story, one, lengthMs),
    goldSpent: spent,
    totalMinionsKilled: farm.minions,
    neutralMinionsKilled: farm.monsters,
    ...objectiveFields(story, one),
    ...damageFields(story, one, random),
    ...visionFields(story, one, random),
    ...Object.fromEntries(slots.map((item, slot) => [`item${slot}`, item])),
    summoner1Id: numberAt(spells, 0),
    summoner2Id: numberAt(spells, 1),
    perks: perksOf(champion),
    // Bots have none.
    ...(player === null ? {} : { challenges: { gameLength: lengthMs / 1000 } }),
  };
}

function scoreFields({ kills, deaths, assists, chains, largestSpree, deadSeconds }: Score): object {
  return {
    kills,
    deaths,
    assists,
    doubleKills: numberAt(chains, 1),
    tripleKills: numberAt(chains, 2),
    quadraKills: numberAt(chains, 3),
    pentaKills: numberAt(chains, 4),
    largestMultiKill: chains.findLastIndex((count) => count > 0) + 1,
    largestKillingSpree: largestSpree > 1 ? largestSpree : 0,
    totalTimeSpentDead: deadSeconds,
  };
}

function objectiveFields({ objectives }: Story, one: Participant): object {
  const taken = (kind: ObjectiveKind): number =>
    objectives.filter((objective) => objective.kind === kind && objective.doer === one).length;
  return {
    turretKills: taken('tower'),
    inhibitorKills: taken('inhibitor'),
    dragonKills: taken('dragon'),
    baronKills: taken('baron'),
  };
}

/** Of the whole game: to champions, and taken. */
export function damageOf(story: Story, one: Participant): readonly [dealt: number, taken: number] {
  const { isBridge, isRemake, kills: all, lengthMs } = story;
  const { kills, assists } = scoreOf(all, one, lengthMs);
  const random = createRandom(mix(story.game.seed, DAMAGE_KEY, one.id));
  const minutes = (one.playedSeconds / 60) * (isBridge ? BRIDGE_DAMAGE : 1) * (isRemake ? 0.35 : 1);
  const [dealt, taken] = DAMAGE[one.champion.class];
  const damage = dealt * minutes * Math.exp(0.28 * random.normal() + 0.08 * one.form);
  return [
    Math.round(damage + 260 * kills + 60 * assists),
    Math.round(taken * minutes * Math.exp(0.18 * random.normal())),
  ];
}

function damageFields(story: Story, one: Participant, random: Random): object {
  const { isBridge, objectives } = story;
  const { playedSeconds } = one;
  const [damage, damageTaken] = damageOf(story, one);
  const toTurrets = Math.round(objectives.length * 300 * random.next());
  return {
    totalDamageDealtToChampions: damage,
    totalDamageTaken: damageTaken,
    damageDealtToTurrets: toTurrets,
    damageDealtToObjectives: toTurrets + (isBridge ? 0 : Math.round(objectives.length * 600 * random.next())),
    totalHeal: Math.round(damageTaken * (0.08 + 0.4 * random.next() ** 2)),
    timeCCingOthers: Math.floor(2.5 * (playedSeconds / 60) * random.next() ** 2),
  };
}

/** On the bridge there are no wards. */
function visionFields({ isBridge }: Story, { role, playedSeconds }: Participant, random: Random): object {
  const minutes = isBridge ? 0 : playedSeconds / 60;
  const isSupport = role === UTILITY;
  const detectorWardsPlaced = Math.floor(minutes * (isSupport ? 0.2 : 0.08) * 2 * random.next());
  const wardsPlaced =
    detectorWardsPlaced + Math.floor(minutes * (isSupport ? 0.9 : 0.27) * (0.5 + random.next()));
  const wardsKilled = Math.floor(minutes * (isSupport ? 0.3 : 0.11) * 2 * random.next());
  const visionScore = Math.round(minutes * 0.4 + wardsPlaced * 1.3 + wardsKilled * 1.6);
  return { visionScore, wardsPlaced, wardsKilled, detectorWardsPlaced };
}

/** The same for every player of the champion. */
function perksOf({ index }: Champion): object {
  const selections = ({ rows }: RuneStyle, wanted: readonly number[]): object[] =>
    wanted.map((row) => ({ perk: numberAt(entry(rows, row), index % 3), var1: 0, var2: 0, var3: 0 }));
  const primary = entry(RUNE_STYLES, index % RUNE_STYLES.length);
  const sub = entry(RUNE_STYLES, (index + 1) % RUNE_STYLES.length);
  return {
    statPerks: STAT_RUNES,
    styles: [
      { description: 'primaryStyle', selections: selections(primary, [0, 1, 2, 3]), style: primary.id },
      { description: 'subStyle', selections: selections(sub, [1, 3]), style: sub.id },
    ],
  };
}

function teamOf(story: Story, team: number): object {
  const { kills, objectives } = story;
  const half = Math.ceil(story.bans.length / 2);
  const bans = story.bans.map((championId, nth) => ({ championId, pickTurn: nth + 1 }));
  const count = (all: readonly { readonly team: number }[]): object => ({
    first: all[0]?.team === team,
    kills: all.filter((one) => one.team === team).length,
  });
  const ofKind = (kind: ObjectiveKind): object =>
    count(objectives.filter((objective) => objective.kind === kind));
  return {
    bans: team === 0 ? bans.slice(0, half) : bans.slice(half),
    objectives: {
      atakhan: ofKind('atakhan'),
      baron: ofKind('baron'),
      champion: count(kills.filter(({ killer }) => killer !== undefined)),
      dragon: ofKind('dragon'),
      horde: ofKind('horde'),
      inhibitor: ofKind('inhibitor'),
      riftHerald: ofKind('riftHerald'),
      tower: ofKind('tower'),
    },
    teamId: teamIdOf(team),
    win: hasWon(story, team),
  };
}

// The version of a practice patch: set and minor number lead, as the season and the patch do in `16.4.748.682`.

function gameVersionOf({ set, minor, number }: Patch): string {
  return `${set}.${minor}.${640 + number * 4}.${1000 + (mix(number, 0x56) % 9000)}`;
}
