/** What a body of tft-match-v1 says: the facts that are extracted before it is stored, and the match in our model. */
import { isBot } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import type { TftBoard, TftGame, TftTrait, TftUnit } from '#/domain/tft/game.ts';
import { type BodyRules, toName, toTime } from '#/match/body.ts';
import type { SeenPlayer } from '#/match/people.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';

export const tftMatchRules: BodyRules<TftMatch> = {
  kind: 'match',
  readFacts(body) {
    const endedAt = toTime(body.info.game_datetime);
    return { id: body.metadata.match_id, endedAt, seen: endedAt === null ? [] : seenIn(body, endedAt) };
  },
};

function seenIn({ info }: TftMatch, lastGameAt: Date): SeenPlayer[] {
  return info.participants
    .filter(({ puuid }) => !isBot(puuid))
    .map(({ puuid, riotIdGameName, riotIdTagline }) => ({
      puuid: toStorableText(puuid),
      games: 1,
      lastGameAt,
      gameName: toName(riotIdGameName),
      tagLine: toName(riotIdTagline),
    }));
}

type Seat = TftMatch['info']['participants'][number];

/**
 * Never fails: every value that passes the schema has a place in the model, and a missing value is null.
 *
 * Ids come in any case. Damage and eliminations that are 0 for all players were not recorded (set 18). Bots share one puuid. Up to set 5,
 * items are numbers. All units are kept: PvE boards list one unit three hundred times. Augments are not part of the model.
 */
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

/** An unknown platform keeps its name as sent. */
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
  // If both are present, the numbers repeat the names.
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
