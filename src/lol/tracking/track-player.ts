/** Starts to track the player of a Riot ID: recent matches and the rank are requested at once, later ones on schedule. */
import type { Database } from '#/runtime/postgres/database.ts';
import { addMembers } from './player-group.ts';
import { trackPlayer } from './tracked-player.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { findByRiotId, type FindPlayerDeps, type WantedPlayer } from '../find-player.ts';
import { trackingKinds, type CollectPayload, type TrackingSettings } from './tracking-options.ts';

export interface TrackWish extends WantedPlayer {
  /** Null: the default of the installation. */
  readonly timeZone: string | null;
  readonly lookbackDays?: number | undefined;
  /** Ids. */
  readonly groups: readonly string[];
  readonly requestedBy: string;
}

export type Tracking =
  | { readonly type: 'tracked'; readonly puuid: string; readonly isNew: boolean }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

export interface TrackPlayerDeps extends FindPlayerDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly settings: TrackingSettings;
}

export async function trackByRiotId(
  deps: TrackPlayerDeps,
  wish: TrackWish,
  signal: AbortSignal,
): Promise<Tracking> {
  const found = await findByRiotId(deps, wish, { lane: 'person', signal });
  if (found.type !== 'player') return found;
  const { puuid, platform, keyId } = found.player;
  const kinds = trackingKinds(deps.settings);
  const { lookbackDays = deps.settings.lookbackDays, requestedBy } = wish;
  return deps.database.transaction(async (tx) => {
    const isNew = await trackPlayer(tx, { ...found.player, timeZone: wish.timeZone });
    for (const group of wish.groups) await addMembers(tx, group, [puuid]);
    if (isNew || wish.lookbackDays !== undefined) {
      const collecting: CollectPayload = { puuid, lookbackDays, force: false, requestedBy };
      await deps.jobs.send(kinds.collectPlayer, collecting, { tx });
    }
    if (isNew) await deps.jobs.send(kinds.readRank, { puuid, platform, keyId }, { tx });
    return { type: 'tracked', puuid, isNew };
  });
}
