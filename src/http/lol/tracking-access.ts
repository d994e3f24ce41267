/** What the routes of tracked players and groups may do, on real stores and jobs. */
import type {
  LolCollectTaken,
  LolCollectWish,
  LolGroup,
  LolGroupWish,
  LolTracked,
  LolTrackedPlayer,
} from '#/contract/lol-tracking.ts';
import type { FindPlayerDeps } from '#/lol/find.ts';
import { SOURCE } from '#/lol/kinds.ts';
import { type ListPosition, readListPositions } from '#/lol/list.ts';
import { type Progress, readProgressOfMany } from '#/lol/progress.ts';
import {
  createGroup,
  findGroup,
  findTracked,
  findUntracked,
  type GroupRow,
  listGroups,
  listTracked,
  removeGroup,
  replaceGroup,
  type TrackedRow,
  untrackPlayer,
} from '#/lol/tracked-rows.ts';
import {
  type CollectPayload,
  LATEST_CURSOR,
  trackByRiotId,
  type Tracking,
  trackingKinds,
  type TrackingSettings,
  type TrackWish,
} from '#/lol/tracking.ts';
import { type NewestRank, readNewestRanks } from '#/match/ranks.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export type GroupAnswer =
  | { readonly type: 'group'; readonly group: LolGroup }
  | { readonly type: 'missing' | 'name-taken' }
  | { readonly type: 'untracked'; readonly puuids: readonly string[] };

export interface LolTrackingAccess {
  list(): Promise<LolTracked>;
  track(wish: Omit<TrackWish, 'requestedBy'>, signal: AbortSignal): Promise<Tracking>;
  untrack(puuid: string): Promise<boolean>;
  /** Undefined: nobody of this puuid is tracked. */
  collect(puuid: string, wish: LolCollectWish): Promise<LolCollectTaken | undefined>;
  groups(): Promise<LolGroup[]>;
  createGroup(wish: LolGroupWish): Promise<GroupAnswer>;
  replaceGroup(id: string, wish: LolGroupWish): Promise<GroupAnswer>;
  removeGroup(id: string): Promise<boolean>;
}

export interface LolTrackingAccessDeps extends FindPlayerDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly settings: TrackingSettings;
  readonly isPractice: boolean;
}

const NOTHING: Progress = { total: 0, done: 0, unfetchable: 0, wanted: 0 };
const BY_HAND = 'admin';

export function createLolTrackingAccess(deps: LolTrackingAccessDeps): LolTrackingAccess {
  const { database, jobs, settings, isPractice } = deps;
  const kinds = trackingKinds(settings);
  const toGroup = ({ createdAt, timeZone, members, ...group }: GroupRow): LolGroup => ({
    ...group,
    members: [...members],
    timeZone: timeZone ?? settings.timeZone,
    createdAt: createdAt.toISOString(),
  });
  const answerGroup = async (id: string): Promise<GroupAnswer> => {
    const group = await findGroup(database, id);
    return group === undefined ? { type: 'missing' } : { type: 'group', group: toGroup(group) };
  };
  const untrackedOf = async ({ members }: LolGroupWish): Promise<GroupAnswer | undefined> => {
    const puuids = await findUntracked(database, members);
    return puuids.length === 0 ? undefined : { type: 'untracked', puuids };
  };
  return {
    list: async () => ({
      players: await viewTracked(database, settings),
      schedule: {
        isEnabled: settings.isScheduled,
        latest: settings.latestCron,
        ranks: settings.ranksCron,
        reports: settings.reportsCron,
        timeZone: settings.timeZone,
        gamesPerRun: settings.gamesPerRun,
        lookbackDays: settings.lookbackDays,
      },
      isPractice,
    }),
    track: (wish, signal) => trackByRiotId(deps, { ...wish, requestedBy: BY_HAND }, signal),
    untrack: (puuid) => untrackPlayer(database, puuid),
    async collect(puuid, { force = false, requestedBy = BY_HAND, ...wish }) {
      if ((await findTracked(database, puuid)) === undefined) return undefined;
      const payload: CollectPayload = { puuid, force, requestedBy, ...wish };
      const jobId = await jobs.send(kinds.collectPlayer, payload);
      return { puuid, jobId, isNew: jobId !== null };
    },
    groups: async () => (await listGroups(database)).map(toGroup),
    async createGroup(wish) {
      const untracked = await untrackedOf(wish);
      if (untracked !== undefined) return untracked;
      const { name, timeZone = null, members } = wish;
      const id = await database.transaction((tx) => createGroup(tx, { name, timeZone, members }));
      return id === null ? { type: 'name-taken' } : answerGroup(id);
    },
    async replaceGroup(id, wish) {
      const untracked = await untrackedOf(wish);
      if (untracked !== undefined) return untracked;
      const { name, timeZone = null, members } = wish;
      const answer = await database.transaction((tx) => replaceGroup(tx, id, { name, timeZone, members }));
      return answer === 'replaced' ? answerGroup(id) : { type: answer };
    },
    removeGroup: (id) => removeGroup(database, id),
  };
}

async function viewTracked(database: Database, settings: TrackingSettings): Promise<LolTrackedPlayer[]> {
  const rows = await listTracked(database);
  const puuids = rows.map(({ puuid }) => puuid);
  const [progress, ranks, positions, groups] = await Promise.all([
    readProgressOfMany(database, SOURCE, puuids, { withTimelines: false }),
    readNewestRanks(database, SOURCE, puuids),
    readListPositions(database, { source: SOURCE, kind: LATEST_CURSOR }, puuids),
    listGroups(database),
  ]);
  return rows.map((row) =>
    toTracked(row, {
      progress: progress.get(row.puuid) ?? NOTHING,
      ranks: ranks.filter(({ puuid }) => puuid === row.puuid),
      position: positions.get(row.puuid),
      groups: groups.filter(({ members }) => members.some(({ puuid }) => puuid === row.puuid)),
      timeZone: row.timeZone ?? settings.timeZone,
    }),
  );
}

interface Known {
  readonly progress: Progress;
  readonly ranks: readonly NewestRank[];
  readonly position: ListPosition | undefined;
  readonly groups: readonly GroupRow[];
  readonly timeZone: string;
}

function toTracked(
  row: TrackedRow,
  { progress, ranks, position, groups, timeZone }: Known,
): LolTrackedPlayer {
  const { puuid, gameName, tagLine, platform, failedAt, reason } = row;
  return {
    puuid,
    gameName,
    tagLine,
    platform,
    timeZone,
    trackedAt: row.trackedAt.toISOString(),
    groups: groups.map(({ id, name }) => ({ id, name })),
    latestAt: row.latestAt?.toISOString() ?? null,
    listedUntil: position?.readUntil.toISOString() ?? null,
    leftOver: position?.leftOver ?? 0,
    rankedAt: row.rankedAt?.toISOString() ?? null,
    ranks: ranks.map(({ queue, tier, division, leaguePoints, wins, losses, takenAt }) => ({
      queue,
      tier,
      division,
      leaguePoints,
      wins,
      losses,
      takenAt: takenAt.toISOString(),
    })),
    failure: failedAt === null || reason === null ? null : { reason, at: failedAt.toISOString() },
    progress,
  };
}
