/**
 * A match as tft-match-v1 answers it, from a played game and nothing else: the same game gives the same
 * bytes.
 *
 * `game_datetime` is the end of the game, as in the field, and `gameCreation` lies half a minute of loading
 * before its start. Bots are participants with the puuid "BOT" and are missing from `metadata.participants`.
 * `win` means places 1 to 4.
 *
 * Text is joined by hand because of its speed; whatever a player can choose goes through JSON.stringify.
 */
import { chance, hashText, mix } from '../randomness.ts';
import type { PlayedGame, Player, Seat } from '../world/world.ts';
import type { Board } from './board.ts';
import { boardGeneratorOf } from './boards.ts';
import { type BodyFragments, createBodyFragments } from './body-fragments.ts';
import { createCompanions } from './companions.ts';
import { type SeatCourse, tellCourse } from './course.ts';
import { elementAt } from './element-at.ts';
import { gameVersion, UNREADABLE_VERSION } from './game-version.ts';
import { createOddityDraw, DEFAULT_ODDITIES, type Oddity, type OddityShares } from './oddities.ts';
import { oddBoardTexts, UNKNOWN_INFO_FIELDS, UNKNOWN_PARTICIPANT_FIELDS } from './odd-boards.ts';
import type { Roster } from './roster.ts';
import { DOUBLE_UP_QUEUE, HYPER_ROLL_QUEUE } from './rules.ts';
import type { TftTruth } from './truth.ts';

export interface TftMatchBodyDeps {
  readonly truth: TftTruth;
  readonly oddities?: OddityShares;
}
export type TftMatchBody = (game: PlayedGame, puuidOf: (player: Player) => string) => string;

/** What is told of one game while its body is made. */
interface Telling {
  readonly game: PlayedGame;
  readonly odd: ReadonlySet<Oddity>;
  readonly companions: readonly string[];
}

const LOADING_KEY = hashText('tft loading');
const PARTNERS_KEY = hashText('tft partners');
const BOT_PUUID = '"BOT"';

export function createTftMatchBody({ truth, oddities = DEFAULT_ODDITIES }: TftMatchBodyDeps): TftMatchBody {
  const generator = boardGeneratorOf(truth);
  const drawOddities = createOddityDraw(oddities);
  const companions = createCompanions(truth.seed);
  const fragments = new Map<Roster, BodyFragments>();
  return (game, puuidOf) => {
    const roster = truth.roster(game.patch.set);
    const texts = fragments.get(roster) ?? createBodyFragments(roster);
    fragments.set(roster, texts);
    const telling: Telling = { game, odd: drawOddities(game.seed), companions };
    const boards = generator.draw({ ...game, forms: game.seats.map(({ form }) => form) });
    const course = tellCourse(game);
    const puuids = game.seats.map(({ player }) =>
      player === null ? BOT_PUUID : JSON.stringify(puuidOf(player)),
    );
    let participants = '';
    game.seats.forEach((seat, index) => {
      const { units, traits } = boardTexts(telling, texts, elementAt(boards, index), index);
      participants += index === 0 ? '' : ',';
      participants += participantStart(
        telling,
        seat,
        index,
        elementAt(course, index),
        elementAt(boards, index),
      );
      participants += participantRest(telling, seat, elementAt(puuids, index), elementAt(course, index));
      participants += `"traits":[${traits}],"units":[${units}],"win":${seat.place <= 4}}`;
    });
    return bodyAround(telling, puuids, participants);
  };
}

function bodyAround({ game, odd }: Telling, puuids: readonly string[], participants: string): string {
  const { queue, patch, number, startsAt, lengthSeconds } = game;
  const people = puuids.filter((puuid) => puuid !== BOT_PUUID).join(',');
  const loadingMs = 15_000 + Math.floor(35_000 * chance(game.seed, LOADING_KEY));
  const version = odd.has('unreadableVersion') ? UNREADABLE_VERSION : gameVersion(patch);
  return (
    `{"metadata":{"data_version":"6","match_id":"${game.platform.toUpperCase()}_${number}","participants":[${people}]},` +
    `"info":{"endOfGameResult":"${odd.has('falseAbort') ? 'Abort_TooFewPlayers' : 'GameComplete'}",` +
    `"gameCreation":${startsAt - loadingMs},"gameId":${number},` +
    `"game_datetime":${Math.round(startsAt + lengthSeconds * 1000)},"game_length":${lengthSeconds},` +
    (odd.has('missingVersion') ? '' : `"game_version":"${version}",`) +
    `"mapId":22,"participants":[${participants}],` +
    (odd.has('unknownFields') ? UNKNOWN_INFO_FIELDS : '') +
    `"queueId":${queue},"queue_id":${queue},"tft_game_type":"${gameType(queue)}",` +
    `"tft_set_core_name":"PRASet${patch.set}","tft_set_number":${patch.set}}}`
  );
}

function participantStart(
  telling: Telling,
  seat: Seat,
  index: number,
  course: SeatCourse,
  board: Board,
): string {
  const { game, odd, companions } = telling;
  const companion =
    (seat.player === null ? mix(game.seed, index) : mix(seat.player.index)) % companions.length;
  const augments = odd.has('augments') ? `"augments":${augmentsJson(game, index)},` : '';
  const missions = seat.player === null ? '' : `"missions":{"PlayerScore2":${course.score}},`;
  const hasPartner = game.queue === DOUBLE_UP_QUEUE && !odd.has('missingPartnerGroups');
  return (
    `{${augments}"companion":${elementAt(companions, companion)},"gold_left":${course.goldLeft},` +
    `"last_round":${course.lastRound},"level":${board.level},${missions}` +
    (hasPartner ? `"partner_group_id":${partnerGroup(game.seed, index)},` : '')
  );
}

function participantRest(
  { odd }: Telling,
  { player, place }: Seat,
  puuid: string,
  course: SeatCourse,
): string {
  const isUnrecorded = odd.has('zeroDamage');
  const name = player === null ? `Bot ${place}` : player.gameName;
  const tag = player === null ? 'BOT' : player.tagLine;
  return (
    `"placement":${place},"players_eliminated":${isUnrecorded ? 0 : course.playersEliminated},"puuid":${puuid},` +
    (odd.has('unknownFields') ? UNKNOWN_PARTICIPANT_FIELDS : '') +
    `"riotIdGameName":${JSON.stringify(name)},"riotIdTagline":${JSON.stringify(tag)},` +
    `"time_eliminated":${course.timeEliminated},"total_damage_to_players":${isUnrecorded ? 0 : course.damage},`
  );
}

function boardTexts(
  { game, odd }: Telling,
  texts: BodyFragments,
  board: Board,
  seat: number,
): { units: string; traits: string } {
  if (odd.size > 0) return oddBoardTexts({ game, odd, texts, board, seat });
  return { units: texts.units(board), traits: texts.traits(board) };
}

/** Which pair has which number is of no meaning; the pairs are seats 0 and 1, 2 and 3, … */
function partnerGroup(seed: number, seat: number): number {
  return (((seat >> 1) + mix(seed, PARTNERS_KEY)) % 4) + 1;
}

function augmentsJson({ seed, patch }: PlayedGame, seat: number): string {
  return JSON.stringify(
    [1, 2, 3].map((stage) => `PRA_${patch.set}_Augment_Boon${mix(seed, seat, stage) % 90}`),
  );
}

function gameType(queue: number): string {
  if (queue === DOUBLE_UP_QUEUE) return 'pairs';
  return queue === HYPER_ROLL_QUEUE ? 'turbo' : 'standard';
}
