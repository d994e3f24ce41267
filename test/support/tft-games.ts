/** Games of Teamfight Tactics of eight players each, told by their number alone: everything that the explorer can tell apart is in them. */
import { tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';

const HOUR_MS = 3_600_000;
const DAYS = 6;
const QUEUES = [1100, 1100, 1100, 1160, 1090];
/** Patches 17.3 and 17.4 by the number of the client. */
const CLIENTS = ['16.10', '16.11'];
const PLATFORMS = ['EUW1', 'EUW1', 'KR', 'NA1'];
const UNITS = ['Ant', 'Bee', 'Crane', 'Dingo', 'Eel', 'Fox', 'Gnu', 'Heron', 'Ibex', 'Jay'];
const ITEMS = ['Axe', 'Bow', 'Cap', 'Drum', 'Elm Staff', 'Fan', 'Glaive', 'Horn', 'Iron Veil', 'Jar'];
const TRAITS = ['Airborne', 'Bog', 'Cavern', 'Dune', 'Estuary'];

const named = (prefix: string, names: readonly string[], group?: string) =>
  names.map((name, place) => ({
    id: `${prefix}_${name.replaceAll(' ', '')}`,
    name,
    tier: 1 + (place % 5),
    // Without a picture, the page draws initials.
    ...(group && { image: { full: `${name}.png`, group } }),
  }));

/** As in Data Dragon's files. */
export const TFT_NAMES = {
  champion: named('TFT17', UNITS, 'tft-champion'),
  item: named('TFT_Item', ITEMS),
  trait: named('TFT17_Trait', TRAITS),
} as const;

export const tftPuuid = (number: number): string => `tft-${number}-`.padEnd(78, 'p');
/** Players from 0 on, of whom the last have no rank. */
export const TFT_PLAYERS = 40;

export function tftGameIds(games: number): string[] {
  return Array.from({ length: games }, (_, at) => `${PLATFORMS[at % PLATFORMS.length]}_${7_000_000 + at}`);
}

export interface TftGame {
  readonly id: string;
  readonly endedAt: number;
  readonly body: Buffer;
}

export function tftGame(id: string, newestAt = Date.now() - HOUR_MS): TftGame {
  const number = Number(id.split('_')[1]);
  const draw = createDraw(number);
  const endedAt = Math.floor(newestAt - draw(DAYS * 24 * 60) * 60_000);
  const client = CLIENTS[draw(10) < 6 ? 1 : 0];
  const match = tftMatch({
    gameId: number,
    game_datetime: endedAt,
    game_version: `Linux Version ${client}.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/${client}>`,
    queue_id: QUEUES[draw(QUEUES.length)] ?? 1100,
    participants: Array.from({ length: 8 }, (_, seat) =>
      tftSeat(((seat * 3 + number) % 8) + 1, {
        puuid: tftPuuid((number * 8 + seat) % TFT_PLAYERS),
        level: 6 + draw(4),
        units: Array.from({ length: 7 }, (__, place) => drawUnit(draw, place)),
        traits: Array.from({ length: 2 }, (__, place) => drawTrait(draw, place)),
      }),
    ),
  });
  const body = { ...match, metadata: { ...match.metadata, match_id: id } };
  return { id, endedAt, body: Buffer.from(JSON.stringify(body)) };
}

type Draw = (below: number) => number;

function drawUnit(draw: Draw, place: number) {
  const number = draw(UNITS.length);
  const itemNames = Array.from(
    { length: Math.max(0, 3 - place) },
    () => TFT_NAMES.item[draw(ITEMS.length)]?.id ?? '',
  );
  return {
    character_id: TFT_NAMES.champion[number]?.id ?? '',
    itemNames,
    rarity: number % 5,
    tier: 1 + draw(3),
  };
}

function drawTrait(draw: Draw, place: number) {
  const units = 2 + draw(3);
  return {
    name: TFT_NAMES.trait[(draw(3) + 2 * place) % TRAITS.length]?.id ?? '',
    num_units: units,
    style: 1,
    tier_current: units - 1,
    tier_total: 3,
  };
}

/** Whole numbers below a bound, the same for each seed (mulberry32). */
function createDraw(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
