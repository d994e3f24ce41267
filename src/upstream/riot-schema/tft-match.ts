/**
 * tft-match-v1: one game of eight boards (fewer in PvE, none in what was aborted). Written for sets 1 to 18; what changed:
 * - `game_version` has no number since set 18 and may be missing; patches come from a calendar.
 * - `players_eliminated` and damage are 0 for everybody in set 18; in 2019 the former had a blank at its end.
 * - `queue_id` got a twin `queueId`; either may be alone.
 * - `time_eliminated` and `game_length` are decimals, and whole numbers in set 18.
 * - bots have the puuid `BOT`, several in one game; seats are told apart by their index.
 * Ids of units, items and traits are left as sent; their case is unstable, so whoever joins by them lowers it first.
 *
 * `augments` is cut out before anybody can count it: Riot forbids statistics of augments.
 */
import { Type, type Static } from 'typebox';
import { count, decimal, list, maybe, text, timestampMs, whole } from '../shape.ts';

const Unit = Type.Object({
  character_id: text(),
  itemNames: maybe(list(text(), 100)),
  /** Numbers instead of names, up to set 6. */
  items: maybe(list(count(), 100)),
  rarity: count(),
  tier: count(),
  chosen: maybe(text()),
});

const Trait = Type.Object({
  name: text(),
  num_units: count(),
  style: maybe(count()),
  tier_current: count(),
  tier_total: maybe(count()),
});

const Participant = Type.Object({
  puuid: text(),
  placement: count(),
  level: count(),
  gold_left: maybe(count()),
  last_round: maybe(count()),
  players_eliminated: maybe(count()),
  time_eliminated: maybe(decimal()),
  total_damage_to_players: maybe(count()),
  partner_group_id: maybe(count()),
  riotIdGameName: maybe(text()),
  riotIdTagline: maybe(text()),
  /** True for places one to four. */
  win: maybe(Type.Boolean()),
  traits: list(Trait, 200),
  units: list(Unit, 1_000),
});

export const TftMatch = Type.Object({
  metadata: Type.Object({
    data_version: maybe(text()),
    match_id: text(),
    /** Without the bots, hence shorter than the boards. */
    participants: list(text(), 100),
  }),
  info: Type.Object({
    endOfGameResult: maybe(text()),
    gameCreation: maybe(timestampMs()),
    gameId: maybe(whole()),
    /** The end of the game. */
    game_datetime: timestampMs(),
    /** Seconds. */
    game_length: maybe(decimal()),
    game_version: maybe(text(500)),
    queue_id: count(),
    tft_game_type: maybe(text()),
    tft_set_core_name: maybe(text()),
    tft_set_number: maybe(count()),
    participants: list(Participant, 100),
  }),
});
export type TftMatch = Static<typeof TftMatch>;

/** Before the check, so of anything at all. */
export function tidyTftMatch(body: unknown): void {
  const info = fieldOf(body, 'info');
  if (!isRecord(info)) return;
  if (info['queue_id'] === undefined && info['queueId'] !== undefined) info['queue_id'] = info['queueId'];
  const { participants } = info;
  if (!Array.isArray(participants)) return;
  for (const seat of participants) {
    if (!isRecord(seat)) continue;
    if ('augments' in seat) delete seat['augments'];
    if ('players_eliminated ' in seat) {
      seat['players_eliminated'] ??= seat['players_eliminated '];
      delete seat['players_eliminated '];
    }
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
