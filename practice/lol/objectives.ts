/** Monsters, towers and inhibitors: which team took which, and when. None in a remake; no monsters on the bridge. */
import { type Random, entry } from '../randomness.ts';
import { JUNGLE } from './draft.ts';
import type { Field, Participant } from './story.ts';

/** Keys of `objectives` in a match body. */
export type ObjectiveKind = 'dragon' | 'horde' | 'riftHerald' | 'atakhan' | 'baron' | 'tower' | 'inhibitor';

export interface Objective {
  readonly kind: ObjectiveKind;
  readonly atMs: number;
  /** The team that took it. */
  readonly team: number;
  readonly doer: Participant;
}

interface Schedule {
  readonly kind: ObjectiveKind;
  readonly fromMinute: number;
  readonly everyMinutes: number;
  readonly most: number;
  /** How often the team that wins the game takes it. */
  readonly winnerShare: number;
}

const MONSTERS: readonly Schedule[] = [
  { kind: 'dragon', fromMinute: 6, everyMinutes: 6, most: 7, winnerShare: 0.63 },
  { kind: 'horde', fromMinute: 8, everyMinutes: 0.2, most: 3, winnerShare: 0.63 },
  { kind: 'riftHerald', fromMinute: 15, everyMinutes: 0, most: 1, winnerShare: 0.63 },
  { kind: 'atakhan', fromMinute: 20, everyMinutes: 0, most: 1, winnerShare: 0.63 },
  { kind: 'baron', fromMinute: 25, everyMinutes: 8, most: 3, winnerShare: 0.63 },
];
const BUILDINGS: readonly Schedule[] = [
  { kind: 'tower', fromMinute: 10, everyMinutes: 1.9, most: 11, winnerShare: 0.78 },
  { kind: 'inhibitor', fromMinute: 22, everyMinutes: 3, most: 3, winnerShare: 0.9 },
];
const BRIDGE_BUILDINGS: readonly Schedule[] = [
  { kind: 'tower', fromMinute: 7, everyMinutes: 3, most: 4, winnerShare: 0.8 },
  { kind: 'inhibitor', fromMinute: 14, everyMinutes: 4, most: 1, winnerShare: 0.9 },
];

export const isMonster = ({ kind }: Objective): boolean =>
  MONSTERS.some((schedule) => schedule.kind === kind);

/** In order of time. */
export function drawObjectives(field: Field, random: Random): Objective[] {
  if (field.isRemake) return [];
  const schedules = field.isBridge ? BRIDGE_BUILDINGS : [...MONSTERS, ...BUILDINGS];
  return schedules
    .flatMap((schedule) => drawKind(field, schedule, random))
    .sort((one, other) => one.atMs - other.atMs);
}

function drawKind(
  { lengthMs, winner, participants }: Field,
  { kind, fromMinute, everyMinutes, most, winnerShare }: Schedule,
  random: Random,
): Objective[] {
  const taken: Objective[] = [];
  let minute = fromMinute + 2 * random.next();
  while (taken.length < most && minute * 60_000 < lengthMs - 2000) {
    const team = random.next() < winnerShare ? winner : 1 - winner;
    const allies = participants.filter((one) => one.team === team);
    const jungler = allies.find(({ role }) => role === JUNGLE);
    const anyone = entry(allies, random.below(allies.length));
    const doer = kind === 'tower' || kind === 'inhibitor' ? anyone : (jungler ?? anyone);
    taken.push({ kind, atMs: Math.round(minute * 60_000), team, doer });
    minute += everyMinutes * (0.9 + 0.3 * random.next());
  }
  return taken;
}
