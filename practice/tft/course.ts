/**
 * How the game went for each seat beyond its board: when it was out, in which round, whom it eliminated, what
 * it had left. Made from the places and the length, which are decided; nothing here decides anything.
 */
import { type Random, createRandom, hashText, mix, numberAt } from '../randomness.ts';
import type { PlayedGame, Seat } from '../world/world.ts';
import { DOUBLE_UP_QUEUE, HYPER_ROLL_QUEUE } from './rules.ts';

export interface SeatCourse {
  readonly timeEliminated: number;
  readonly lastRound: number;
  readonly playersEliminated: number;
  readonly damage: number;
  readonly goldLeft: number;
  readonly score: number;
}

const COURSE_KEY = hashText('tft course');
/** When each place is out, as a share of the game's length. */
const OUT_AT = [1, 0.997, 0.94, 0.89, 0.835, 0.795, 0.743, 0.685] as const;
const DAMAGE_BY_PLACE = [178, 150, 120, 100, 80, 67, 49, 35] as const;

/** In the order of the seats. */
export function tellCourse(game: PlayedGame): SeatCourse[] {
  const random = createRandom(mix(game.seed, COURSE_KEY));
  const times = timesByPlace(random, game);
  const kills = killsByPlace(random, game.seats.length);
  return game.seats.map((seat) => {
    const time = numberAt(times, seat.place - 1);
    return {
      timeEliminated: time,
      lastRound: roundAt(game.queue, time),
      playersEliminated: numberAt(kills, seat.place - 1),
      damage: Math.max(
        0,
        Math.round(numberAt(DAMAGE_BY_PLACE, seat.place - 1) * (1 + 0.25 * random.normal())),
      ),
      goldLeft: goldLeft(random, seat),
      score: Math.round(seat.place <= 4 ? 195 + 20 * random.normal() : 79 + 8 * random.normal()),
    };
  });
}

/** Falling with the place; partners of a Double Up game leave within seconds. */
function timesByPlace(random: Random, { queue, lengthSeconds, seats }: PlayedGame): number[] {
  const times: number[] = [];
  let latest = lengthSeconds;
  for (let place = 1; place <= seats.length; place++) {
    const isSecondOfPair = queue === DOUBLE_UP_QUEUE && place % 2 === 0;
    const share = numberAt(OUT_AT, place - 1) + (place > 2 ? 0.012 * random.normal() : 0);
    const time = isSecondOfPair
      ? latest - 5 * random.next()
      : Math.min(latest - 2 * random.next(), lengthSeconds * share);
    latest = time;
    times.push(Math.fround(time));
  }
  return times;
}

/** Each player but the winner is eliminated by one who outlives them, mostly by the best. */
function killsByPlace(random: Random, seats: number): number[] {
  const kills = Array.from({ length: seats }, () => 0);
  for (let place = 2; place <= seats; place++) {
    const killer = Math.floor(random.next() ** 1.4 * (place - 1));
    kills[killer] = numberAt(kills, killer) + 1;
  }
  return kills;
}

/** Stage 2-1 is round 5. Hyper roll plays the same rounds in less time. */
function roundAt(queue: number, seconds: number): number {
  const pace = queue === HYPER_ROLL_QUEUE ? 1.78 : 1;
  return Math.max(5, Math.round(25 + 0.018 * (seconds * pace - 1455)));
}

/** Players spend what they have; bots do not. */
function goldLeft(random: Random, { player }: Seat): number {
  return player === null ? 60 + random.below(80) : Math.floor(70 * random.next() ** 4);
}
