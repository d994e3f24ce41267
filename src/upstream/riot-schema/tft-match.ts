/**
 * tft-match-v1: a match with eight boards (fewer in PvE, none if it was aborted). Only the fields that are read, for sets 1 to 18. What
 * changed over time:
 * - `game_version` has no number since set 18 and may be missing; patches come from a calendar.
 * - `players_eliminated` and damage are 0 for every board in set 18; in 2019 the name `players_eliminated ` ended with a blank.
 * - `queue_id` got a twin `queueId`; either may be missing.
 * - `game_length` is a decimal, and a whole number in set 18.
 * - bots have the puuid `BOT`, several in one match; boards are told apart by their index.
 * Ids of units, items and traits are kept as sent; their case is unstable, so joins use lower case.
 *
 * `augments` is removed: Riot forbids statistics of augments.
 */
import { Type, type Static } from 'typebox';
import { count, decimal, list, maybe, text, timestampMs } from '../shape.ts';

const Unit = Type.Object({
  character_id: text(),
  itemNames: maybe(list(text(), 100)),
  /** Numbers instead of names, up to set 6. */
  items: maybe(list(count(), 100)),
  rarity: count(),
  tier: count(),
});

const Trait = Type.Object({ name: text(), num_units: count(), tier_current: count() });

const Participant = Type.Object({
  puuid: text(),
  placement: count(),
  level: count(),
  gold_left: maybe(count()),
  last_round: maybe(count()),
  players_eliminated: maybe(count()),
  total_damage_to_players: maybe(count()),
  partner_group_id: maybe(count()),
  riotIdGameName: maybe(text()),
  riotIdTagline: maybe(text()),
  traits: list(Trait, 200),
  units: list(Unit, 1_000),
});

export const TftMatch = Type.Object({
  metadata: Type.Object({ match_id: text() }),
  info: Type.Object({
    /** The end of the match. */
    game_datetime: timestampMs(),
    /** Seconds. */
    game_length: maybe(decimal()),
    game_version: maybe(text(500)),
    queue_id: count(),
    tft_set_number: maybe(count()),
    participants: list(Participant, 100),
  }),
});
export type TftMatch = Static<typeof TftMatch>;

/** Runs before the check, so `body` can be anything. */
export function tidyTftMatch(body: unknown): void {
  if (!isRecord(body) || !isRecord(body['info'])) return;
  const { info } = body;
  if (info['queue_id'] === undefined && info['queueId'] !== undefined) info['queue_id'] = info['queueId'];
  const { participants } = info;
  if (!Array.isArray(participants)) return;
  for (const participant of participants) {
    if (!isRecord(participant)) continue;
    if ('augments' in participant) delete participant['augments'];
    if ('players_eliminated ' in participant) {
      participant['players_eliminated'] ??= participant['players_eliminated '];
      delete participant['players_eliminated '];
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
