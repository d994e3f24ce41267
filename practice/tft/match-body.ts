/**
 * A match as tft-match-v1 answers it, from a played game and nothing else: the same game gives the same bytes.
 *
 * `game_datetime` is the end of the game, as in the field, and `gameCreation` lies half a minute of loading before its start. Bots
 * are participants with the puuid "BOT" and are missing from `metadata.participants`. `win` means places 1 to 4.
 */
import { type Random, chance, createRandom, entry, hashText, mix, numberAt } from '../randomness.ts';
import type { Patch, PlayedGame, Player, Seat } from '../world/world.ts';
import { type Board, boardGeneratorOf, tierReached } from './boards.ts';
import { DOUBLE_UP_QUEUE, HYPER_ROLL_QUEUE } from './rules.ts';
import type { TftTruth } from './truth.ts';
import { type Roster, SUMMON_NAME } from './roster.ts';

export interface TftMatchBodyDeps {
  readonly truth: TftTruth;
  readonly oddities?: OddityShares;
}
export type TftMatchBody = (game: PlayedGame, puuidOf: (player: Player) => string) => string;

/** One seat of a game, with everything that its body has of it. */
interface ToldSeat {
  readonly game: PlayedGame;
  readonly odd: ReadonlySet<Oddity>;
  readonly index: number;
  readonly seat: Seat;
  readonly board: Board;
  readonly course: SeatCourse;
  readonly puuid: string;
}

const LOADING_KEY = hashText('tft loading');
const PARTNERS_KEY = hashText('tft partners');
const BOT_PUUID = 'BOT';

const UNKNOWN_INFO_FIELDS = {
  practice_event: { name: 'Harvest Moon', stages: [1, 2, null], isLive: false },
};
const UNKNOWN_PARTICIPANT_FIELDS = {
  practice_badges: ['\u0000', ''],
  practice_rating: 1500.5,
  practice_note: null,
};

export function createTftMatchBody({ truth, oddities = DEFAULT_ODDITIES }: TftMatchBodyDeps): TftMatchBody {
  const generator = boardGeneratorOf(truth);
  const drawOddities = createOddityDraw(oddities);
  return (game, puuidOf) => {
    const odd = drawOddities(game.seed);
    const roster = truth.roster(game.patch.set);
    const boards = generator.draw({ ...game, forms: game.seats.map(({ form }) => form) });
    const course = tellCourse(game);
    const puuids = game.seats.map(({ player }) => (player === null ? BOT_PUUID : puuidOf(player)));
    const participants = game.seats.map((seat, index) => {
      const board = entry(boards, index);
      return {
        ...participantOf({
          game,
          odd,
          index,
          seat,
          board,
          course: entry(course, index),
          puuid: entry(puuids, index),
        }),
        ...tellBoard(game, odd, roster, board, index),
        win: seat.place <= 4,
      };
    });
    return JSON.stringify({
      metadata: {
        data_version: '6',
        match_id: `${game.platform.toUpperCase()}_${game.number}`,
        participants: puuids.filter((puuid) => puuid !== BOT_PUUID),
      },
      info: infoOf(game, odd, participants),
    });
  };
}

function infoOf(game: PlayedGame, odd: ReadonlySet<Oddity>, participants: readonly object[]): object {
  const { queue, patch, number, startsAt, lengthSeconds } = game;
  const loadingMs = 15_000 + Math.floor(35_000 * chance(game.seed, LOADING_KEY));
  const version = odd.has('unreadableVersion') ? UNREADABLE_VERSION : gameVersion(patch);
  return {
    endOfGameResult: odd.has('falseAbort') ? 'Abort_TooFewPlayers' : 'GameComplete',
    gameCreation: startsAt - loadingMs,
    gameId: number,
    game_datetime: Math.round(startsAt + lengthSeconds * 1000),
    game_length: lengthSeconds,
    ...(odd.has('missingVersion') ? {} : { game_version: version }),
    mapId: 22,
    participants,
    ...(odd.has('unknownFields') ? UNKNOWN_INFO_FIELDS : {}),
    queueId: queue,
    queue_id: queue,
    tft_game_type: gameType(queue),
    tft_set_core_name: `PRASet${patch.set}`,
    tft_set_number: patch.set,
  };
}

function participantOf({ game, odd, index, seat, board, course, puuid }: ToldSeat): object {
  const { player, place } = seat;
  const isUnrecorded = odd.has('zeroDamage');
  const hasPartner = game.queue === DOUBLE_UP_QUEUE && !odd.has('missingPartnerGroups');
  return {
    ...(odd.has('augments') ? { augments: augmentsOf(game, index) } : {}),
    gold_left: course.goldLeft,
    last_round: course.lastRound,
    level: board.level,
    ...(player === null ? {} : { missions: { PlayerScore2: course.score } }),
    ...(hasPartner ? { partner_group_id: partnerGroup(game.seed, index) } : {}),
    placement: place,
    players_eliminated: isUnrecorded ? 0 : course.playersEliminated,
    puuid,
    ...(odd.has('unknownFields') ? UNKNOWN_PARTICIPANT_FIELDS : {}),
    riotIdGameName: player === null ? `Bot ${place}` : player.gameName,
    riotIdTagline: player === null ? 'BOT' : player.tagLine,
    time_eliminated: course.timeEliminated,
    total_damage_to_players: isUnrecorded ? 0 : course.damage,
  };
}

/** Which pair has which number is of no meaning; the pairs are seats 0 and 1, 2 and 3, … */
function partnerGroup(seed: number, seat: number): number {
  return (((seat >> 1) + mix(seed, PARTNERS_KEY)) % 4) + 1;
}

function augmentsOf({ seed, patch }: PlayedGame, seat: number): string[] {
  return [1, 2, 3].map((stage) => `PRA_${patch.set}_Augment_Boon${mix(seed, seat, stage) % 90}`);
}

function gameType(queue: number): string {
  if (queue === DOUBLE_UP_QUEUE) return 'pairs';
  return queue === HYPER_ROLL_QUEUE ? 'turbo' : 'standard';
}

// `Linux Version 7.3.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/7.3>`, built a few days before its
// patch begins.

/** What the field's newest client reports: no patch can be read from it. */
const UNREADABLE_VERSION = 'TFT Unreal Version ?.?.?.?';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_MS = 86_400_000;

function gameVersion({ number, set, minor, startsAt }: Patch): string {
  const build = `${500 + number * 4 + (mix(number, 1) % 4)}.${1000 + (mix(number, 2) % 9000)}`;
  const builtAt = new Date(Math.floor(startsAt - DAY_MS * (2 + 5 * chance(number, 3))));
  const day = String(builtAt.getUTCDate()).padStart(2, '0');
  const date = `${MONTHS[builtAt.getUTCMonth()]} ${day} ${builtAt.getUTCFullYear()}`;
  const time = builtAt.toISOString().slice(11, 19);
  return `Linux Version ${set}.${minor}.${build} (${date}/${time}) [PUBLIC] <Releases/${set}.${minor}>`;
}

// Boards as a body has them: units, items and traits by their ids. An oddity changes the form of a board in the body, not the board.

interface ToldUnit {
  readonly character_id: string;
  readonly itemNames: readonly string[];
  readonly name: '';
  readonly rarity: number;
  readonly tier: number;
}

interface ToldBoard {
  readonly traits: readonly object[];
  readonly units: readonly ToldUnit[];
}

export const UNKNOWN_ITEM_PREFIX = 'PRA_Item_Unheard_';
/** A unit's cost as `rarity` in bodies. */
const RARITY_BY_COST = [0, 1, 2, 4, 6];
const ODD_RARITY = 7;
const KEYS = {
  empty: hashText('tft empty seat'),
  lower: hashText('tft lower seat'),
  summon: hashText('tft summon'),
};

function tellBoard(
  game: PlayedGame,
  odd: ReadonlySet<Oddity>,
  roster: Roster,
  board: Board,
  seat: number,
): ToldBoard {
  if (odd.has('emptyBoards') && isEmptySeat(game, seat)) return { traits: [], units: [] };
  let units = board.units.map(({ unit, star, items }): ToldUnit => {
    const { id, cost } = entry(roster.units, unit);
    return {
      character_id: id,
      itemNames: items.map((item) => entry(roster.items, item).id),
      name: '',
      rarity: odd.has('oddRarities') && cost === 4 ? ODD_RARITY : numberAt(RARITY_BY_COST, cost - 1),
      tier: star,
    };
  });
  if (odd.has('oddRarities')) units = withSummon(units, game, seat);
  else if (odd.has('lowerCaseIds') && isLowerCaseSeat(game, seat))
    units = units.map((unit) => ({ ...unit, character_id: unit.character_id.toLowerCase() }));
  if (odd.has('unknownItem')) units = withUnknownItem(units, game, seat);
  return { traits: tellTraits(roster, board), units };
}

function tellTraits({ traits }: Roster, { traitCounts }: Board): object[] {
  return traits.flatMap(({ id, thresholds, styles }, trait) => {
    const count = numberAt(traitCounts, trait);
    if (count === 0) return [];
    const tier = tierReached(thresholds, count);
    const style = tier === 0 ? 0 : numberAt(styles, tier - 1);
    return [{ name: id, num_units: count, style, tier_current: tier, tier_total: thresholds.length }];
  });
}

/** One to three seats in a row. */
function isEmptySeat(game: PlayedGame, seat: number): boolean {
  const count = 1 + (mix(game.seed, KEYS.empty, 1) % 3);
  const distance = (seat - firstSeat(game, KEYS.empty) + game.seats.length) % game.seats.length;
  return distance < count;
}

function isLowerCaseSeat(game: PlayedGame, seat: number): boolean {
  return seat === firstSeat(game, KEYS.lower) || chance(game.seed, KEYS.lower, seat) < 0.5;
}

function firstSeat(game: PlayedGame, key: number): number {
  return mix(game.seed, key) % game.seats.length;
}

/** A summon stands on every second board, with a rarity of 8 or 9 and no traits. */
function withSummon(units: ToldUnit[], game: PlayedGame, seat: number): ToldUnit[] {
  if (seat % 2 === 1) return units;
  const rarity = 8 + (mix(game.seed, KEYS.summon, seat) % 2);
  const id = `PRA_${game.patch.set}_${SUMMON_NAME}`;
  return [...units, { character_id: id, itemNames: [], name: '', rarity, tier: 1 }];
}

/** The first unit without items holds it; a board without such a unit has none. */
function withUnknownItem(units: ToldUnit[], game: PlayedGame, seat: number): ToldUnit[] {
  const bare = units.find(({ itemNames }) => itemNames.length === 0);
  const item = `${UNKNOWN_ITEM_PREFIX}${mix(game.seed, seat) % 1000}`;
  return units.map((unit) => (unit === bare ? { ...unit, itemNames: [item] } : unit));
}

// How the game went for each seat beyond its board: when it was out, in which round, whom it eliminated, what
// it had left. Made from the places and the length, which are decided; nothing here decides anything.

interface SeatCourse {
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
function tellCourse(game: PlayedGame): SeatCourse[] {
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

// What is wrong with a small share of the field's bodies, one switch each. Whether a game has an oddity
// depends on its own seed alone, so the same body is odd every time it is asked for.

/** The share of games that have it; some 3 % of all bodies have at least one. Oddities meet in one body by chance. */
export const DEFAULT_ODDITIES = {
  /** `game_version` names no patch. */
  unreadableVersion: 0.004,
  missingVersion: 0.002,
  /** Damage and eliminations are all 0: they were not recorded. */
  zeroDamage: 0.004,
  /** One to three participants have neither units nor traits. */
  emptyBoards: 0.003,
  /** `Abort_TooFewPlayers` on a game that was played to its end. */
  falseAbort: 0.002,
  /** Some boards spell `character_id` in lower case. */
  lowerCaseIds: 0.005,
  /** Of Double Up games: no `partner_group_id`. */
  missingPartnerGroups: 0.05,
  /** Fields that no schema knows, of every JSON type, at every depth. */
  unknownFields: 0.002,
  /** The forbidden field of old bodies is back. */
  augments: 0.002,
  /** An item that static data does not have. */
  unknownItem: 0.003,
  /** Rarities 7, 8 and 9: dear units under another number, and summons that were not bought. */
  oddRarities: 0.003,
} as const;
export type Oddity = keyof typeof DEFAULT_ODDITIES;
export type OddityShares = Readonly<Partial<Record<Oddity, number>>>;

const NONE: ReadonlySet<Oddity> = new Set();

/** Which oddities a game has. */
export function createOddityDraw(shares: OddityShares): (gameSeed: number) => ReadonlySet<Oddity> {
  const switchedOn = (Object.entries(shares) as [Oddity, number][])
    .filter(([, share]) => share > 0)
    .map(([oddity, share]) => ({ oddity, share, key: hashText(oddity) }));
  return (gameSeed) => {
    let found: Set<Oddity> | undefined;
    for (const { oddity, share, key } of switchedOn)
      if (chance(gameSeed, key) < share) (found ??= new Set()).add(oddity);
    return found ?? NONE;
  };
}
