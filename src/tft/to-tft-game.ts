/**
 * A body of tft-match-v1 → our model. It cannot fail: what the schema let through has a place in the model, and what a body does
 * not say is null.
 *
 * Traps that end here: ids come in any case; damage and eliminations that are 0 for everybody were not recorded (set 18); bots share
 * one puuid; up to set 5 items are numbers. Units stay as sent, all of them: PvE boards list one three hundred times.
 * Augments have no place in the model at all.
 */
import type { TftBoard, TftGame, TftTrait, TftUnit } from '#/domain/tft/game.ts';
import { isBot } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';

type Seat = TftMatch['info']['participants'][number];

export function toTftGame({ metadata, info }: TftMatch): TftGame {
  const { participants } = info;
  const recorded = {
    damage: participants.some((seat) => (seat.total_damage_to_players ?? 0) !== 0),
    eliminated: participants.some((seat) => (seat.players_eliminated ?? 0) !== 0),
  };
  return {
    id: metadata.match_id,
    platform: platformOf(metadata.match_id),
    queue: info.queue_id,
    setNumber: info.tft_set_number ?? null,
    version: toText(info.game_version),
    endedAt: info.game_datetime,
    lengthSeconds: info.game_length ?? null,
    boards: participants.map((seat, index) => toBoard(seat, index, recorded)),
  };
}

/** Of a platform that nobody knows yet, its name as sent. */
function platformOf(matchId: string): string {
  const prefix = matchId.slice(0, Math.max(matchId.indexOf('_'), 0));
  return placeOfMatch(matchId)?.platform ?? (prefix.toLowerCase() || 'unknown');
}

function toBoard(
  seat: Seat,
  index: number,
  recorded: { readonly damage: boolean; readonly eliminated: boolean },
): TftBoard {
  return {
    seat: index,
    puuid: isBot(seat.puuid) ? null : seat.puuid,
    gameName: toText(seat.riotIdGameName),
    tagLine: toText(seat.riotIdTagline),
    placement: seat.placement,
    level: seat.level,
    goldLeft: seat.gold_left ?? null,
    lastRound: seat.last_round ?? null,
    damage: recorded.damage ? (seat.total_damage_to_players ?? null) : null,
    eliminated: recorded.eliminated ? (seat.players_eliminated ?? null) : null,
    partnerGroup: seat.partner_group_id ?? null,
    units: seat.units.map(toUnit),
    traits: seat.traits.map(toTrait),
  };
}

function toUnit({ character_id, tier, rarity, itemNames, items }: Seat['units'][number]): TftUnit {
  // Where both are there, the numbers are a second, poorer telling of the names.
  const named = itemNames?.map((name) => name.toLowerCase());
  return {
    id: character_id.toLowerCase(),
    stars: tier,
    rarity,
    items: named ?? items?.map((number) => `item_${number}`) ?? [],
  };
}

function toTrait({ name, tier_current, num_units }: Seat['traits'][number]): TftTrait {
  return { id: name.toLowerCase(), tier: tier_current, units: num_units };
}

function toText(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text;
}
