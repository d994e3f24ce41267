/**
 * The ladder of one platform and kind as it is now: standing at the beginning of the day, plus what was won and lost today.
 * Counts of games never go down within a set; what today adds is therefore held to what tomorrow's count will contain.
 * One ladder is kept for each platform and kind until the next game begins or ends, or the day or the set does.
 */
import type { CircleDays } from './circle-days.ts';
import type { Circle, Circles } from './circles.ts';
import { DAY_MS } from './local-time.ts';
import type { Outcomes } from './outcomes.ts';
import type { Person } from './person.ts';
import { countsAtDayStart, pointsAtDayStart, type GameCounts, type Moment } from './standing.ts';
import { toStandings } from './tiers.ts';
import { gainsOfToday, type Gain } from './today.ts';
import type { GameKind, Platform, Rank } from './world.ts';
import type { WorldCalendar } from './world-calendar.ts';

/** Who has played fewer ranked games in the set has no rank yet. */
const PLACEMENT_GAMES = 5;
const NOTHING: Gain = { points: 0, wins: 0, losses: 0 };

export interface LaddersDeps {
  readonly seed: number;
  readonly calendar: WorldCalendar;
  readonly circles: Circles;
  readonly days: CircleDays;
  readonly outcomes: Outcomes;
  /** For how long after the start of a set the apex tiers stay empty. */
  readonly resetDays: number;
}

export interface Ladders {
  /** Everybody of a tier, best first; `division` only below the apex. */
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
  readonly fromMs: number;
  readonly untilMs: number;
  readonly byTier: ReadonlyMap<string, readonly Rank[]>;
  readonly byPlayer: ReadonlyMap<number, Rank>;
}

export function createLadders(deps: LaddersDeps): Ladders {
  const kept = new Map<string, Ladder>();

  function ladderAt(kind: GameKind, platform: Platform, now: number): Ladder {
    const key = `${kind} ${platform}`;
    const known = kept.get(key);
    if (known !== undefined && now >= known.fromMs && now < known.untilMs) return known;
    const ladder = buildLadder(deps, kind, platform, now);
    kept.set(key, ladder);
    return ladder;
  }

  return {
    list(kind, platform, tier, division, now) {
      const ranks = ladderAt(kind, platform, now).byTier.get(tier) ?? [];
      return division === undefined ? ranks : ranks.filter((rank) => rank.division === division);
    },
    rankOf: (kind, { player }, now) => ladderAt(kind, player.platform, now).byPlayer.get(player.index),
  };
}

interface Candidate extends GameCounts {
  readonly person: Person;
  readonly points: number;
}

function buildLadder(deps: LaddersDeps, kind: GameKind, platform: Platform, now: number): Ladder {
  const { calendar, circles, days, outcomes } = deps;
  const day = calendar.dayAt(platform, now);
  const setStartsAt = calendar.setStartsAt(now);
  const apexOpensAt = setStartsAt + deps.resetDays * DAY_MS;
  const dayStartsAt = calendar.dayStartsAt(platform, day);
  const dayEndsAt = dayStartsAt + DAY_MS;
  const here = circles.ofPlatform(platform);
  const today =
    day < 0
      ? { gains: new Map<number, Gain>(), untilMs: Infinity }
      : gainsOfToday(days, outcomes, { circles: here, kind, day, now, sinceMs: setStartsAt });

  const moment = { dayStartsAt, setStartsAt };
  const candidates = here
    .flatMap((circle) => findCandidates(deps, circle, kind, moment, today.gains))
    .sort((one, other) => other.points - one.points || one.person.player.index - other.person.player.index);
  const standings = toStandings(
    candidates.map((candidate) => candidate.points),
    now >= apexOpensAt,
  );
  const byTier = new Map<string, Rank[]>();
  const byPlayer = new Map<number, Rank>();
  for (const [place, standing] of standings.entries()) {
    const candidate = candidates[place];
    if (candidate === undefined) continue;
    const { person, wins, losses } = candidate;
    const rank: Rank = { player: person.player, ...standing, wins, losses };
    byPlayer.set(person.player.index, rank);
    const ranks = byTier.get(rank.tier);
    if (ranks === undefined) byTier.set(rank.tier, [rank]);
    else ranks.push(rank);
  }
  const changes = [dayEndsAt, today.untilMs, calendar.setStartsAt(dayEndsAt), apexOpensAt];
  return { fromMs: now, untilMs: Math.min(...changes.filter((at) => at > now)), byTier, byPlayer };
}

function findCandidates(
  deps: LaddersDeps,
  circle: Circle,
  kind: GameKind,
  moment: Moment,
  gains: ReadonlyMap<number, Gain>,
): Candidate[] {
  const { seed, calendar } = deps;
  const tomorrow = { ...moment, dayStartsAt: moment.dayStartsAt + DAY_MS };
  const skillOfCircle = meanSkill(circle, kind);
  const candidates: Candidate[] = [];
  for (const { person } of circle.members) {
    // Somebody who moved away is on the ladder of the new platform only.
    if (person.player.platform !== circle.platform) continue;
    const gain = gains.get(person.player.index) ?? NOTHING;
    const before = countsAtDayStart(person, kind, moment, skillOfCircle);
    const after = countsAtDayStart(person, kind, tomorrow, skillOfCircle);
    const wins = Math.min(before.wins + gain.wins, after.wins);
    const losses = Math.min(before.losses + gain.losses, after.losses);
    if (wins + losses < PLACEMENT_GAMES) continue;
    const points = pointsAtDayStart({ seed, epoch: calendar.epoch }, person, kind, moment) + gain.points;
    candidates.push({ person, points: Math.max(0, points), wins, losses });
  }
  return candidates;
}

function meanSkill({ members }: Circle, kind: GameKind): number {
  let sum = 0;
  for (const { person } of members) sum += person.skill[kind];
  return sum / members.length;
}
