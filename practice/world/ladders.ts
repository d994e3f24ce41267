/**
 * The ladder of one platform and kind: a formula of skill and time, because a real count would have to play the whole set. It moves
 * every hour; wins and losses only grow within a set.
 *
 * Points are one scale for all tiers: a hundred for a division, from Iron IV at 0 to Master at 2800, and league points above.
 * Below Master the points say it all; above, the best are Challenger, the next Grandmaster. In the first days of a set the apex
 * lists are empty, as at Riot.
 */
import { chance, mix } from '../randomness.ts';
import type { Circle, Circles } from './circle-day.ts';
import { DAY_MS, HOUR_MS, type WorldCalendar } from './local-time.ts';
import { skillAt } from './outcomes.ts';
import type { Person } from './population.ts';
import { ladderShareOfRanked } from './schedule.ts';
import type { GameKind, Platform, Rank } from './world.ts';

/** Who has played fewer ranked games in the set has no rank yet. */
const PLACEMENT_GAMES = 5;
const MASTER_POINTS = 2800;
/** About one in thirty ranked players is above. */
const MASTER_SKILL = 1.8;
const POINTS_PER_SKILL = 600;
/** A new set begins lower for all players; most of it is won back within three weeks. */
const RESET_DROP = 0.6;
const RESET_RECOVERY_DAYS = 6;
/** Luck and mood of some weeks, and of hours, in z-points: the order moves although skill hardly does. */
const WAVES = [
  { size: 0.12, hours: 9 * 24 },
  { size: 0.07, hours: 5 },
];
/** Share of wished-for games that find a lobby, roughly. */
const SEAT_SHARE = 0.7;
const FAIR_WIN_SHARES: Readonly<Record<GameKind, number>> = { tft: 1 / 8, lol: 1 / 2 };
const WINS_PER_SKILL: Readonly<Record<GameKind, number>> = { tft: 0.05, lol: 0.06 };

const TIERS_BELOW = ['IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND'] as const;
const DIVISIONS = ['IV', 'III', 'II', 'I'] as const;
const POINTS_A_DIVISION = 100;
const CHALLENGER_SHARE = 0.003;
const FEWEST_CHALLENGERS = 20;
const GRANDMASTER_SHARE_OF_REST = 0.35;

export interface LaddersDeps {
  readonly seed: number;
  readonly calendar: WorldCalendar;
  readonly circles: Circles;
  /** For how long after the start of a set the apex tiers stay empty. */
  readonly resetDays: number;
}

export interface Ladders {
  /** All players of a tier, best first; `division` only below the apex. */
  list(
    kind: GameKind,
    platform: Platform,
    tier: string,
    division: string | undefined,
    now: number,
  ): readonly Rank[];
  rankOf(kind: GameKind, person: Person, now: number): Rank | undefined;
}

interface Ladder {
  readonly key: string;
  readonly ranks: readonly Rank[];
  readonly byPlayer: ReadonlyMap<number, Rank>;
}

/** What is looked at, and when; `at` is a full hour, or the start of the set if that was later. */
interface Moment {
  readonly kind: GameKind;
  readonly at: number;
  readonly setStartsAt: number;
  readonly isApexOpen: boolean;
}

export function createLadders(deps: LaddersDeps): Ladders {
  const kept = new Map<string, Ladder>();

  function ladderAt(kind: GameKind, platform: Platform, now: number): Ladder {
    const setStartsAt = deps.calendar.setStartsAt(now);
    const at = Math.max(setStartsAt, Math.floor(now / HOUR_MS) * HOUR_MS);
    const isApexOpen = now >= setStartsAt + deps.resetDays * DAY_MS;
    const key = `${at} ${isApexOpen}`;
    const known = kept.get(`${kind} ${platform}`);
    if (known?.key === key) return known;
    const ranks = buildLadder(deps, platform, { kind, at, setStartsAt, isApexOpen });
    const ladder = { key, ranks, byPlayer: new Map(ranks.map((rank) => [rank.player.index, rank])) };
    kept.set(`${kind} ${platform}`, ladder);
    return ladder;
  }

  return {
    list: (kind, platform, tier, division, now) =>
      ladderAt(kind, platform, now).ranks.filter(
        (rank) => rank.tier === tier && (division === undefined || rank.division === division),
      ),
    rankOf: (kind, { player }, now) => ladderAt(kind, player.platform, now).byPlayer.get(player.index),
  };
}

interface Candidate extends Pick<Rank, 'wins' | 'losses'> {
  readonly person: Person;
  readonly points: number;
}

function buildLadder(deps: LaddersDeps, platform: Platform, moment: Moment): Rank[] {
  const candidates = deps.circles.all
    .filter((circle) => circle.platform === platform)
    .flatMap((circle) => candidatesOf(deps, circle, moment))
    .sort((one, other) => other.points - one.points || one.person.player.index - other.person.player.index);
  const apex = moment.isApexOpen ? candidates.filter(({ points }) => points >= MASTER_POINTS).length : 0;
  const challengers = Math.min(
    apex,
    Math.max(FEWEST_CHALLENGERS, Math.ceil(candidates.length * CHALLENGER_SHARE)),
  );
  const grandmasters = Math.ceil((apex - challengers) * GRANDMASTER_SHARE_OF_REST);
  return candidates.map(({ person: { player }, points, wins, losses }, place): Rank => {
    if (place >= apex) {
      const { tier, division, leaguePoints } = standingBelow(points);
      return { player, tier, division, leaguePoints, wins, losses };
    }
    const tier =
      place < challengers ? 'CHALLENGER' : place < challengers + grandmasters ? 'GRANDMASTER' : 'MASTER';
    return { player, tier, division: 'I', leaguePoints: points - MASTER_POINTS, wins, losses };
  });
}

function standingBelow(points: number): Pick<Rank, 'tier' | 'division' | 'leaguePoints'> {
  const held = Math.min(MASTER_POINTS - 1, points);
  const division = Math.floor(held / POINTS_A_DIVISION);
  return {
    tier: TIERS_BELOW[Math.floor(division / DIVISIONS.length)] ?? 'DIAMOND',
    division: DIVISIONS[division % DIVISIONS.length] ?? 'I',
    leaguePoints: held % POINTS_A_DIVISION,
  };
}

function candidatesOf(deps: LaddersDeps, { members }: Circle, moment: Moment): Candidate[] {
  const { kind } = moment;
  const skillOfCircle = members.reduce((sum, { skill }) => sum + skill[kind], 0) / members.length;
  return members.flatMap((person) => {
    const games = gamesSoFar(person, moment);
    if (games < PLACEMENT_GAMES) return [];
    // The same share all through the set: a share that moved could take a win back.
    const better = person.skill[kind] - skillOfCircle;
    const winShare = FAIR_WIN_SHARES[kind] + WINS_PER_SKILL[kind] * better;
    const wins = Math.floor(games * Math.min(0.9, Math.max(0.02, winShare)));
    return [{ person, points: pointsOf(deps, person, moment), wins, losses: games - wins }];
  });
}

/** Those that a player of such habits plays in the ladder's queue. */
function gamesSoFar({ habits }: Person, { kind, at, setStartsAt }: Moment): number {
  const kindShare = kind === 'tft' ? habits.tftShare : 1 - habits.tftShare;
  const perDay =
    habits.gamesPerDay * kindShare * habits.rankedShare[kind] * ladderShareOfRanked(kind) * SEAT_SHARE;
  return Math.floor((perDay * (at - setStartsAt)) / DAY_MS);
}

function pointsOf({ seed, calendar }: LaddersDeps, person: Person, moment: Moment): number {
  const { kind, at, setStartsAt } = moment;
  const sinceEpoch = at - calendar.epoch;
  const drop = RESET_DROP * Math.exp(-(at - setStartsAt) / DAY_MS / RESET_RECOVERY_DAYS);
  const own = mix(seed, person.player.index);
  const waves = WAVES.reduce(
    (sum, { size, hours }) => sum + size * waveAt(mix(own, hours), sinceEpoch / HOUR_MS / hours),
    0,
  );
  const standing = skillAt(person, kind, sinceEpoch) + waves - drop;
  return Math.max(0, MASTER_POINTS + Math.round(POINTS_PER_SKILL * (standing - MASTER_SKILL)));
}

/** Between -1 and 1, without jumps: from one knot to the next along half a cosine. */
function waveAt(own: number, time: number): number {
  const knot = Math.floor(time);
  const along = (1 - Math.cos(Math.PI * (time - knot))) / 2;
  const height = (at: number): number => 2 * chance(own, at) - 1;
  return height(knot) * (1 - along) + height(knot + 1) * along;
}
