/** One participant with all that the fields of a match body ask about: his own numbers, his team's, his opponent's. */
import { createRandom, mix, type Random } from '../randomness.ts';
import type { Player } from '../world/world.ts';
import type { Damage } from './damage.ts';
import { entry } from './entry.ts';
import { levelFor } from './growth.ts';
import type { Participant } from './participant.ts';
import type { Shopping } from './shopping.ts';
import type { Story } from './story.ts';
import { spellsFor } from './summoner-spells.ts';
import { visionOf, type Vision } from './vision.ts';

interface TeamSums {
  kills: number;
  damage: number;
  taken: number;
  towersTaken: number;
  inhibitorsTaken: number;
  barons: number;
  heralds: number;
  elders: number;
  aces: number;
  /** Undefined: no tower fell, or not to this team. */
  firstTowerMs: number | undefined;
  mostWardKills: number;
  mostDamage: number;
}

export interface Scene {
  readonly story: Story;
  readonly one: Participant;
  readonly opponent: Participant | undefined;
  readonly own: TeamSums;
  readonly enemies: TeamSums;
  readonly damage: Damage;
  readonly shopping: Shopping;
  readonly vision: Vision;
  readonly opponentVision: Vision | undefined;
  readonly level: number;
  readonly spells: readonly [number, number];
  readonly minutes: number;
  /** What the body says, which an oddity may have changed. */
  readonly won: boolean;
  readonly hasAfkTeammate: boolean;
  /** JSON text. */
  readonly puuid: string;
  readonly gameName: string;
  readonly tagLine: string;
  /** For what nothing else depends on: pings, casts, icons. */
  readonly random: Random;
}

const EXTRAS = 0x50_01;
const BOT_PUUID = '"BOT"';

/** JSON texts, by participant id less one: only a player has an id. */
export function puuidTexts({ participants }: Story, puuidOf: (player: Player) => string): string[] {
  return participants.map(({ isBot, seat }) =>
    isBot || seat.player === null ? BOT_PUUID : JSON.stringify(puuidOf(seat.player)),
  );
}

/** `puuids` as `puuidTexts` gives them. */
export function toScenes(story: Story, puuids: readonly string[]): Scene[] {
  const visions = story.participants.map((one) => visionOf(story, one));
  const sums = [0, 1].map((team) => sumUp(story, team, visions));
  return story.participants.map((one, index) => {
    const opponentIndex = one.team === 0 ? index + story.teamSize : index - story.teamSize;
    const random = createRandom(mix(story.game.seed, EXTRAS, one.id));
    const player = one.isBot ? null : one.seat.player;
    return {
      story,
      one,
      opponent: story.participants[opponentIndex],
      own: entry(sums, one.team),
      enemies: entry(sums, 1 - one.team),
      damage: entry(story.damages, index),
      shopping: entry(story.shoppings, index),
      vision: entry(visions, index),
      opponentVision: visions[opponentIndex],
      level: levelFor(one.experience),
      spells: spellsFor(one.role, story.isBridge, random.next()),
      minutes: story.lengthMs / 60_000,
      won: hasWon(story, one.team),
      hasAfkTeammate: hasAfkTeammate(story, one),
      puuid: entry(puuids, index),
      gameName: JSON.stringify(player?.gameName ?? ''),
      tagLine: JSON.stringify(player?.tagLine ?? ''),
      random,
    };
  });
}

function hasAfkTeammate({ teams, game }: Story, one: Participant): boolean {
  for (const other of entry(teams, one.team))
    if (other !== one && other.playedSeconds < game.lengthSeconds) return true;
  return false;
}

export function hasWon(story: Story, team: number): boolean {
  return story.oddity !== 'noWinner' && story.winner === team;
}

function sumUp(story: Story, team: number, visions: readonly Vision[]): TeamSums {
  const sums: TeamSums = {
    kills: 0,
    damage: 0,
    taken: 0,
    towersTaken: 0,
    inhibitorsTaken: 0,
    barons: 0,
    heralds: 0,
    elders: 0,
    aces: 0,
    firstTowerMs: undefined,
    mostWardKills: 0,
    mostDamage: 0,
  };
  for (const [index, one] of story.participants.entries()) {
    if (one.team !== team) continue;
    const { toChampions, taken } = entry(story.damages, index);
    sums.kills += one.kills;
    sums.damage += toChampions.total;
    sums.taken += taken.total;
    sums.mostDamage = Math.max(sums.mostDamage, toChampions.total);
    sums.mostWardKills = Math.max(sums.mostWardKills, entry(visions, index).wardsKilled);
  }
  for (const building of story.buildings)
    if (building.team === team) {
      if (building.kind === 'INHIBITOR') sums.inhibitorsTaken++;
      else sums.towersTaken++;
    }
  const first = story.buildings.find(({ kind }) => kind !== 'INHIBITOR');
  if (first?.team === team) sums.firstTowerMs = first.atMs;
  for (const monster of story.slaying.monsters)
    if (monster.team === team) {
      if (monster.type === 'BARON_NASHOR') sums.barons++;
      if (monster.type === 'RIFTHERALD') sums.heralds++;
      if (monster.subType === 'ELDER_DRAGON') sums.elders++;
    }
  for (const kill of story.kills) if (kill.isAce && kill.team === team) sums.aces++;
  return sums;
}
