/**
 * The job kinds that follow tracked players:
 *
 *   collect-tracked (hourly) ──► collect-player ──► wanted matches, fetched by the shared jobs
 *   read-ranks (daily)       ──► read-rank
 */
import type { JobKind } from '#/runtime/jobs/define-job.ts';
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
