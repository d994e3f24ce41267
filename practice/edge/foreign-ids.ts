/**
 * A list that names games of another platform in the same region: those of somebody there take the place of every fourth id. What
 * is tested is that the platform is read from the id and not from the player.
 */
import { PLATFORM_REGIONS, type GameKind, type Player } from '../world/world.ts';
import type { HistoryWorld } from './content.ts';
import type { FaultPlan } from './fault-plan.ts';

const EVERY = 4;

export function withForeignIds(
  world: HistoryWorld,
  { foreignIds }: FaultPlan,
  kind: GameKind,
  player: Player,
  own: readonly string[],
): readonly string[] {
  if (foreignIds === null) return own;
  const stranger = findStranger(world, player, Math.floor(foreignIds * world.playerCount()));
  if (stranger === undefined) return own;
  const theirs = world.historyIds({ kind, player: stranger, start: 0, count: Math.ceil(own.length / EVERY) });
  return own.map((id, index) => (index % EVERY === 0 ? (theirs[index / EVERY] ?? id) : id));
}

function findStranger(world: HistoryWorld, player: Player, first: number): Player | undefined {
  const count = world.playerCount();
  for (let step = 0; step < count; step++) {
    const other = world.player((first + step) % count);
    if (other === undefined || other.platform === player.platform) continue;
    if (PLATFORM_REGIONS[other.platform] === PLATFORM_REGIONS[player.platform]) return other;
  }
  return undefined;
}
