/** What is really true of a player, for tests that ask whether an analysis finds it. It is told at the side door, never by the API. */
import { timeZoneOf } from './local-time.ts';
import type { Person } from './person.ts';
import type { PlantedEffects } from './planted-effects.ts';
import type { GameKind } from './world.ts';

export interface PlayerTruth {
  readonly index: number;
  /** IANA name: hours and weekdays of the effects are those of this zone's wall clock, at the start of the game. */
  readonly timeZone: string;
  /** At the world's epoch, as z-scores. */
  readonly skill: Readonly<Record<GameKind, number>>;
  readonly driftPerYear: number;
  /** Null means exactly none. */
  readonly effects: PlantedEffects;
}

export function toPlayerTruth({ player, skill, driftPerYear, effects }: Person): PlayerTruth {
  return { index: player.index, timeZone: timeZoneOf(player.platform), skill, driftPerYear, effects };
}
