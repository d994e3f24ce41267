/** Games as the world would hand them over, resolved by the rules; and the few ways in which this folder's tests read bodies. */
import { createRandom, mix } from '../randomness.ts';
import type { Patch, PlayedGame, Player, Seat } from '../world/world.ts';
import { createLolRules, REMAKE_SHARE } from './rules.ts';
import { createLolTruth, type LolTruth } from './truth.ts';

export const TEST_PATCH: Patch = { number: 3, set: 16, minor: 4, startsAt: Date.UTC(2026, 1, 18) };
export const TEST_TRUTH: LolTruth = createLolTruth(11);

export interface GameWishes {
  readonly seed?: number;
  readonly queue?: number;
  readonly remakeShare?: number;
  /** Seats without a player. */
  readonly bots?: readonly number[];
}

export function playGame(wishes: GameWishes = {}): PlayedGame {
  const { seed = 1, queue = 420, remakeShare = REMAKE_SHARE, bots = [] } = wishes;
  const random = createRandom(mix(seed, 1));
  const forms = Array.from({ length: 10 }, () => 0.7 * random.normal());
  const { places, lengthSeconds } = createLolRules(TEST_TRUTH, remakeShare).resolve({
    seed,
    queue,
    patch: TEST_PATCH,
    forms,
  });
  const seats = forms.map((form, seat): Seat => {
    const gameName = `Tester ${seat}`;
    const player = bots.includes(seat)
      ? null
      : { index: (mix(seed, 2) % 1000) * 10 + seat, platform: 'euw1' as const, gameName, tagLine: 'PRC' };
    return { player, form, place: places[seat] ?? 0 };
  });
  return {
    kind: 'lol',
    platform: 'euw1',
    number: 5_000_000_000 + (seed % 1_000_000),
    queue,
    startsAt: TEST_PATCH.startsAt + 86_400_000,
    lengthSeconds,
    patch: TEST_PATCH,
    seed,
    seats,
  };
}

/** Played to an end. */
export function playGames(count: number, wishes: GameWishes = {}): PlayedGame[] {
  return Array.from({ length: count }, (_, nth) =>
    playGame({ remakeShare: 0, ...wishes, seed: mix(nth + 1, 77) }),
  );
}

export function puuidOf(player: Player): string {
  return `puuid-${player.index}-`.padEnd(78, '_');
}

export interface ReadParticipant {
  readonly [key: string]: unknown;
  readonly participantId: number;
  readonly puuid: string;
  readonly teamId: number;
  readonly teamPosition: string;
  readonly championId: number;
  readonly win: boolean;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
  readonly goldEarned: number;
  readonly goldSpent: number;
  readonly champLevel: number;
  readonly champExperience: number;
  readonly totalMinionsKilled: number;
  readonly neutralMinionsKilled: number;
  readonly turretKills: number;
  readonly gameEndedInEarlySurrender: boolean;
}

interface ReadTeam {
  readonly teamId: number;
  readonly win: boolean;
  readonly bans: readonly { readonly championId: number; readonly pickTurn: number }[];
  readonly objectives: Readonly<Record<string, { readonly first: boolean; readonly kills: number }>>;
}

export interface ReadMatch {
  readonly metadata: { readonly matchId: string; readonly participants: readonly string[] };
  readonly info: {
    readonly [key: string]: unknown;
    readonly gameDuration: number;
    readonly gameVersion: string;
    readonly participants: readonly ReadParticipant[];
    readonly teams: readonly ReadTeam[];
  };
}

export interface ReadEvent {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly timestamp: number;
  readonly killerId?: number;
  readonly victimId?: number;
  readonly participantId?: number;
  readonly assistingParticipantIds?: readonly number[];
}

export interface ReadTimeline {
  readonly metadata: ReadMatch['metadata'];
  readonly info: {
    readonly endOfGameResult: string;
    readonly frameInterval: number;
    readonly participants: readonly { readonly participantId: number; readonly puuid: string }[];
    readonly frames: readonly {
      readonly timestamp: number;
      readonly events: readonly ReadEvent[];
      readonly participantFrames: Readonly<Record<string, Record<string, unknown>>> | null;
    }[];
  };
}
