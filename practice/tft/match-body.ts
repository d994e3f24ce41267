/**
 * A match as tft-match-v1 answers it, from a played game and nothing else: the same game gives the same bytes.
 *
 * `game_datetime` is the end of the game, as in the field, and `gameCreation` lies half a minute of loading before its start. Bots
 * are participants with the puuid "BOT" and are missing from `metadata.participants`. `win` means places 1 to 4.
 */
import { chance, entry, hashText, mix } from '../randomness.ts';
import type { Patch, PlayedGame, Player, Seat } from '../world/world.ts';
import { type Board, boardGeneratorOf } from './boards.ts';
import { tellBoard } from './body-boards.ts';
import { type SeatCourse, tellCourse } from './course.ts';
import { DEFAULT_ODDITIES, type Oddity, type OddityShares, createOddityDraw } from './oddities.ts';
import { DOUBLE_UP_QUEUE, HYPER_ROLL_QUEUE } from './rules.ts';
import type { TftTruth } from './truth.ts';

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
