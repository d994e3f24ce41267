/**
 * What happened in a game, told once from its seed: the match body sums it up, the timeline lists it. The winner and the length
 * are the world's; everything else follows from them and the dice.
 */
import { chance, createRandom, mix } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import { chipPlates, tearDown, type Building, type Plate } from './buildings.ts';
import { championById } from './champions.ts';
import { dealDamage, type Damage } from './damage.ts';
import { payOut, type Deed } from './deed.ts';
import type { Draft } from './draft.ts';
import { numberAt } from './entry.ts';
import { fightOut, type Field, type Kill } from './fights.ts';
import { grow } from './growth.ts';
import { slayMonsters, type Slaying } from './monsters.ts';
import type { Oddity } from './oddities.ts';
import { createParticipant, type Participant } from './participant.ts';
import { isAram, queueOf, type Queue } from './queues.ts';
import { roleOfSeat, teamSizeOf } from './roles.ts';
import { goShopping, type Shopping } from './shopping.ts';

export interface Story extends Field {
  readonly game: PlayedGame;
  readonly matchId: string;
  readonly queue: Queue;
  readonly oddity: Oddity | undefined;
  readonly teamSize: number;
  readonly picks: readonly number[];
  readonly surrendered: boolean;
  /** By participant id less one. */
  readonly shoppings: readonly Shopping[];
  readonly damages: readonly Damage[];
  readonly kills: readonly Kill[];
  readonly buildings: readonly Building[];
  readonly plates: readonly Plate[];
  readonly slaying: Slaying;
}

const TALE = 0x53_01;
const LEAVER = 0x53_02;
const REMAKE_WINNER = 0x53_03;
const BOT_SEATS = 0x53_04;

const LEAVER_SHARE = 0.008;
const SURRENDER_FROM_SECONDS = 900;

function matchIdOf({ platform, number }: Pick<PlayedGame, 'platform' | 'number'>): string {
  return `${platform.toUpperCase()}_${number}`;
}

export function tellStory(game: PlayedGame, draft: Draft, oddity: Oddity | undefined): Story {
  const queue = queueOf(game.queue);
  const picks = draft.picks({
    seed: game.seed,
    queue: game.queue,
    patch: game.patch.number,
    seatCount: game.seats.length,
  });
  const random = createRandom(mix(game.seed, TALE));
  const participants = seatParticipants(game, picks, oddity);
  const teamSize = teamSizeOf(participants.length);
  const field: Field = {
    participants,
    teams: [participants.slice(0, teamSize), participants.slice(teamSize)],
    // A game does not end on the second.
    lengthMs: game.lengthSeconds * 1000 + random.below(1000),
    winner: winnerOf(game),
    isBridge: isAram(queue),
    isRemake: isRemake(game),
  };
  const surrendered = !field.isRemake && givesUp(game.lengthSeconds, field.isBridge, random.next());
  const kills = fightOut(field, random);
  const buildings = tearDown(field, surrendered, random);
  const plates = chipPlates(field, random);
  const slaying = slayMonsters(field, random);
  payAll(participants, [kills, buildings, plates, slaying.monsters]);
  grow(field, random);
  return {
    ...field,
    game,
    matchId: matchIdOf(game),
    queue,
    oddity,
    teamSize,
    picks,
    surrendered,
    shoppings: participants.map((one) => goShopping(one, field.isBridge, random)),
    damages: dealDamage(field, random),
    kills,
    buildings,
    plates,
    slaying,
  };
}

/** The API shows one team as the winner of a remake too, though nobody won: the one that did not give up. */
function winnerOf({ seats, seed }: PlayedGame): number {
  if (isRemake({ seats })) return chance(seed, REMAKE_WINNER) < 0.5 ? 0 : 1;
  return seats.findIndex(({ place }) => place === 1) < teamSizeOf(seats.length) ? 0 : 1;
}

function isRemake({ seats }: Pick<PlayedGame, 'seats'>): boolean {
  return seats.every(({ place }) => place === 0);
}

function givesUp(lengthSeconds: number, isBridge: boolean, roll: number): boolean {
  if (isBridge) return roll < 0.12;
  // What ends this early was hardly ever played out.
  const hurry = Math.max(0, 1 - (lengthSeconds - SURRENDER_FROM_SECONDS) / 900);
  return roll < 0.15 + 0.8 * hurry;
}

function seatParticipants(
  game: PlayedGame,
  picks: readonly number[],
  oddity: Oddity | undefined,
): Participant[] {
  const { seed, seats, lengthSeconds } = game;
  const teamSize = teamSizeOf(seats.length);
  const mayLeave = !isRemake(game);
  const botSeats =
    oddity === 'bots' ? [mix(seed, BOT_SEATS, 1) % seats.length, mix(seed, BOT_SEATS, 2) % seats.length] : [];
  return seats.map((seat, index) => {
    const champion = championById(numberAt(picks, index));
    if (champion === undefined) throw new Error(`seat ${index} of ${matchIdOf(game)} has no champion`);
    // The first seat never leaves, so that somebody played to the end.
    const leaves = index > 0 && mayLeave && chance(seed, LEAVER, index) < LEAVER_SHARE;
    return createParticipant({
      id: index + 1,
      seat,
      team: index < teamSize ? 0 : 1,
      role: roleOfSeat(index, teamSize),
      champion,
      isBot: seat.player === null || botSeats.includes(index),
      playedSeconds: leaves
        ? Math.floor(lengthSeconds * (0.5 + 0.45 * chance(seed, LEAVER, index, 1)))
        : lengthSeconds,
    });
  });
}

function payAll(participants: readonly Participant[], deeds: readonly (readonly Deed[])[]): void {
  const purses = participants.map(() => 0);
  for (const ofOneKind of deeds) for (const deed of ofOneKind) payOut(deed, participants, purses);
  for (const one of participants) one.eventGold = numberAt(purses, one.id - 1);
}
