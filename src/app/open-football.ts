/** What football is made of in this process: tools, sites and objects, and from them its work and what the API may do. */
import { programPath, type Config } from '#/config.ts';
import { createFootballAccess } from '#/http/football/create-football-access.ts';
import type { FootballAccess } from '#/http/football/football-access.ts';
import type { ClipWorkOptions } from '#/jobs/football/clips/clip-options.ts';
import type { FootballMatchesOptions } from '#/jobs/football/matches/matches-options.ts';
import type { JobSender } from '#/jobs/send-jobs.ts';
import { placesBelow } from '#/process/places.ts';
import type { PracticeThread } from '#/process/practice-thread.ts';
import { usesPractice } from '#/process/upstream-keys.ts';
import { createClipDownload } from '#/sources/clip-download/download-clip.ts';
import { createClipSites } from '#/sources/clip-sites/clip-sites.ts';
import { practiceJsonSite } from '#/sources/clip-sites/practice-site.ts';
import {
  mediaHostsOf,
  readSiteDefinitions,
  type SiteDefinition,
} from '#/sources/clip-sites/site-definition.ts';
import { createPrints } from '#/sources/media/prints.ts';
import { describeTools, findMediaTools, type MediaTools } from '#/sources/media/tools.ts';
import type { ObjectStore } from '#/stores/objects/object-store.ts';
import type { Ground } from './ground.ts';
import { openObjects } from './open-objects.ts';
import type { Stores } from './open-stores.ts';
import type { Upstreams } from './open-upstreams.ts';

export interface FootballParts {
  readonly tools: MediaTools;
  readonly definitions: readonly SiteDefinition[];
  readonly objects: ObjectStore;
}

export type FootballWork = FootballMatchesOptions & ClipWorkOptions;

/** Looks for the tools and reads the sites, before anything works with them: a fault in the file of sites ends the start. */
export async function openFootball(
  { config, shutdown }: Ground,
  practice: PracticeThread | null,
): Promise<FootballParts> {
  const tools = await findTools(config);
  const ofPractice = practice ? [practiceJsonSite(practice.clipSiteUrl)] : [];
  const definitions = (await readChosenSites(config)) ?? ofPractice;
  const objects = await openObjects(config);
  shutdown.onStop('objects', () => objects.close());
  return { tools, definitions, objects };
}

export function findTools(config: Config): Promise<MediaTools> {
  return findMediaTools({
    chosen: {
      ffmpeg: config.FFMPEG_PATH || null,
      ffprobe: config.FFPROBE_PATH || null,
      ytDlp: config.YT_DLP_PATH || null,
      browser: config.BROWSER_PATH || null,
    },
    searchPath: programPath(),
    folder: placesBelow(config.DATA_DIR).tools,
  });
}

/** Null: the operator chose none. */
export async function readChosenSites(config: Config): Promise<readonly SiteDefinition[] | null> {
  return config.CLIP_SITES_FILE === '' ? null : readSiteDefinitions(config.CLIP_SITES_FILE);
}

export function createFootballWork(
  { config }: Ground,
  { database }: Stores,
  { football, practice }: Upstreams,
  { tools, definitions, objects }: FootballParts,
): FootballWork {
  const places = placesBelow(config.DATA_DIR);
  const allowedPairs = [...config.CLIP_ALLOWED_ADDRESSES, ...(practice ? [new URL(practice.url).host] : [])];
  const loginFolder = loginFolderOf(config);
  const sites = createClipSites({ definitions, tools, allowedPairs, loginFolder });
  return {
    database,
    now: () => new Date(),
    upstreamNow: practice?.now,
    upstreamPace: () => practice?.speed() ?? 1,
    football: football.client,
    competitions: practice ? null : toCompetitions(config.FOOTBALL_COMPETITIONS),
    daysAhead: config.FOOTBALL_DAYS_AHEAD,
    pollSeconds: practice ? config.PRACTICE_POLL_SECONDS : config.FOOTBALL_POLL_SECONDS,
    isScheduled: isFootballOn(config),
    searchMinutes: config.CLIP_SEARCH_MINUTES,
    sites: () => sites,
    download: createClipDownload({
      tools,
      allowedPairs,
      hosts: mediaHostsOf(definitions),
      maxBytes: config.CLIP_MAX_MB * 1e6,
    }),
    prints: createPrints(tools),
    objects,
    workDirectory: places.clipWork,
    search: { searches: config.CLIP_SEARCHES, minutes: config.CLIP_SEARCH_MINUTES },
    keepDays: config.CLIP_KEEP_DAYS,
  };
}

export function openFootballAccess(
  { config, log }: Ground,
  work: FootballWork,
  { tools, definitions }: FootballParts,
  jobs: JobSender,
): FootballAccess {
  return createFootballAccess({
    ...work,
    jobs,
    log,
    isOn: isFootballOn(config),
    isPractice: usesPractice(config),
    sites: () => definitions.map(({ name }) => name),
    // Where they lie is for the operator (`gamekeeper doctor`), and this is for everybody.
    tools: () =>
      describeTools(tools).map(({ name, found, detail }) => {
        return { name, found, detail: detail.replace(/, \/.*$/, '') };
      }),
  });
}

export function loginFolderOf(config: Config): string {
  return config.BROWSER_PROFILE_DIR === ''
    ? placesBelow(config.DATA_DIR).browserProfile
    : config.BROWSER_PROFILE_DIR;
}

export function isFootballOn(config: Config): boolean {
  return usesPractice(config) || config.API_FOOTBALL_KEY !== undefined;
}

function toCompetitions(text: string): ReadonlySet<number> | null {
  return text === 'all' ? null : new Set(text.split(',').map(Number));
}
