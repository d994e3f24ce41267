/**
 * Tracked players, as the kinds of work that following them consists of:
 *
 *   collect-tracked (hourly) ──► collect-player ──► wanted games, fetched as everybody's are
 *   read-ranks (daily)       ──► read-rank
 */
import type { JobKind } from '../../define-job.ts';
import { createCollectPlayer } from './collect-player.ts';
import { createReadRank } from './read-rank.ts';
import { createCollectTracked, createReadRanks } from './tracking-rounds.ts';
import type { LolTrackingOptions } from './tracking-options.ts';

export function createTrackingKinds(options: LolTrackingOptions): readonly JobKind[] {
  return [
    createCollectTracked(options),
    createCollectPlayer(options),
    createReadRanks(options),
    createReadRank(options),
  ];
}
