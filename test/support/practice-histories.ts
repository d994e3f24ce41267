/**
 * Histories of practice players without a server between: when and what they played, and how likely they really were to win each game. For
 * tests that ask whether an analysis finds what is true. The results can be drawn again, with effects as loud as a test needs them, or
 * without any.
 */
import type { PlayedGame } from '#/domain/lol/history/played-game.ts';
import { createDraft } from '../../practice/lol/draft.ts';
import { createLolRules } from '../../practice/lol/rules.ts';
import { FORM_WEIGHT, type LolTruth, createLolTruth } from '../../practice/lol/truth.ts';
import { createRandom } from '../../practice/randomness.ts';
import { createTftRules } from '../../practice/tft/rules.ts';
import { createTftTruth } from '../../practice/tft/truth.ts';
import { createWorldClock } from '../../practice/world-clock.ts';
import { type PlayerTruth, createWorld } from '../../practice/world/create-world.ts';
import { wallTimeAt } from '../../practice/world/local-time.ts';
import { effectOn } from '../../practice/world/population.ts';
import type { Platform, PlayedGame as PracticeGame } from '../../practice/world/world.ts';

const EPOCH = Date.UTC(2025, 0, 6);
const YEAR_MS = 365 * 86_400_000;
/** A longer break ends a session of the practice world. */
const SESSION_GAP_MS = 45 * 60_000;
const MOST_GAMES = 1_000;
/** So many other games of the same player say what teams and opponents are like. */
const SURROUNDINGS = 64;
const ROLES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'] as const;

export interface TrueGame {
  readonly game: PlayedGame;
  /** What the player's own form at that time is worth, with teams and opponents as they usually are. */
  readonly winChance: number;
}

export interface PracticeHistory {
  readonly truth: PlayerTruth;
  /** Oldest first, as it was played. */
  readonly games: readonly TrueGame[];
  /** The same games, with effects so many times as large as they were planted, and other luck. */
  drawAgain(loudness: number, seed: number): readonly TrueGame[];
}

interface Seen {
  readonly game: PlayedGame;
  readonly platform: Platform;
  /** All but the player's own form, in log-odds. */
  readonly rest: number;
}

/** Of players who have played at least so much, in order of their numbers. */
export function* practiceHistories(setting: {
  readonly seed: number;
  readonly players: number;
  readonly now: number;
  readonly leastGames: number;
}): Generator<PracticeHistory> {
  const lol = createLolTruth(setting.seed);
  const world = createWorld({
    seed: setting.seed,
    epoch: EPOCH,
    clock: createWorldClock({ mode: 'stepped', startAt: setting.now }),
    playerCount: setting.players,
    rules: { tft: createTftRules(createTftTruth(setting.seed)), lol: createLolRules(lol) },
  });
  const look = createLook(lol);
  for (let index = 0; index < setting.players; index++) {
    const [player, truth] = [world.player(index), world.truthOf(index)];
    if (player === undefined || truth === undefined) continue;
    const numbers = world.history({ kind: 'lol', player, start: 0, count: MOST_GAMES });
    if (numbers.length < setting.leastGames) continue;
    const seen = numbers.toReversed().map((number) => {
      const id = `${player.platform.toUpperCase()}_${number}`;
      const game = world.game('lol', player.platform, number);
      if (game === undefined) throw new Error(`${id} is in a history, but there is no such game`);
      return look(id, game, index);
    });
    const chanceWith = surroundingsOf(seen);
    yield {
      truth,
      games: formsOf(truth, seen, 1, (game) => game.isWin).map(({ game, form }) => ({
        game,
        winChance: chanceWith(form),
      })),
      drawAgain(loudness, seed) {
        const random = createRandom(seed);
        const drawn = formsOf(truth, seen, loudness, (_, logOdds) => random.next() < toChance(logOdds));
        return drawn.map(({ game, form, isWin }) => ({
          game: { ...game, isWin },
          winChance: chanceWith(form),
        }));
      },
    };
  }
}

/** The form at each game, in order of time: an effect may hang on the results before. */
function formsOf(
  truth: PlayerTruth,
  seen: readonly Seen[],
  loudness: number,
  decide: (game: PlayedGame, logOdds: number) => boolean,
) {
  let [losses, endedAt] = [0, 0];
  return seen.map(({ game, platform, rest }) => {
    if (game.startedAt - endedAt >= SESSION_GAP_MS) losses = 0;
    endedAt = game.startedAt + game.seconds * 1_000;
    const skill = truth.skill.lol + (truth.driftPerYear * (game.startedAt - EPOCH)) / YEAR_MS;
    const effect = effectOn(truth.effects, wallTimeAt(platform, game.startedAt), losses);
    const form = FORM_WEIGHT * (skill + loudness * effect);
    const isWin = decide(game, form + rest);
    if (game.standing === 'played') losses = isWin ? 0 : losses + 1;
    return { game, form, isWin };
  });
}

function surroundingsOf(seen: readonly Seen[]): (form: number) => number {
  const step = Math.max(1, Math.floor(seen.length / SURROUNDINGS));
  const rests = seen.flatMap(({ rest }, at) => (at % step === 0 ? [rest] : []));
  return (form) => rests.reduce((sum, rest) => sum + toChance(form + rest), 0) / rests.length;
}

function toChance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function createLook(lol: LolTruth): (id: string, game: PracticeGame, index: number) => Seen {
  const draft = createDraft(lol);
  return (id, game, index) => {
    const { seed, queue, patch, seats, platform } = game;
    const seat = seats.findIndex((one) => one.player?.index === index);
    const champions = draft.picks({ seed, queue, patch: patch.number, seatCount: seats.length });
    const forms = seats.map(({ form }) => form);
    const blue = lol.blueLogOdds(patch.number, champions, forms);
    const own = FORM_WEIGHT * Number(forms[seat]);
    const rest = (seat < seats.length / 2 ? blue : -blue) - own;
    return { game: toPlayedGame(id, game, seat, champions), platform, rest };
  };
}

function toPlayedGame(
  id: string,
  game: PracticeGame,
  seat: number,
  champions: readonly number[],
): PlayedGame {
  const half = game.seats.length / 2;
  const isBlue = seat < half;
  const mates = game.seats.flatMap(({ player }, other) =>
    player === null || other === seat || other < half !== isBlue ? [] : [String(player.index)],
  );
  const place = game.seats[seat]?.place ?? 0;
  return {
    id,
    startedAt: game.startsAt,
    seconds: game.lengthSeconds,
    queue: game.queue,
    patch: `16.${game.patch.number}`,
    champion: Number(champions[seat]),
    championName: '',
    role: ROLES[seat % half] ?? '',
    side: isBlue ? 'blue' : 'red',
    isWin: place === 1,
    standing: place === 0 ? 'remake' : 'played',
    kills: 1,
    deaths: 1,
    assists: 1,
    minions: 1,
    gold: 1,
    damage: 1,
    vision: 1,
    mates,
    timeline: null,
  };
}
