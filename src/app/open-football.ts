/** Wires football: tools, sites and objects, and from them the job options and the API access. */
import { programPath, type Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { createFootballAccess, type SiteLogins } from '#/http/football/create-football-access.ts';
import type { FootballAccess } from '#/http/football/football-access.ts';
import type { ClipWorkOptions, FootballMatchesOptions } from '#/football/options.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { placesBelow } from '#/runtime/places.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { usesPractice } from '#/upstream/sources.ts';
import { createClipDownload } from '#/football/media/download-video.ts';
import { createClipSites } from '#/football/sites/clip-sites.ts';
import { readLoginHealth } from '#/football/sites/login-state.ts';
import { practiceRedditSite, practiceXSite, withPracticeLogin } from './practice-sites.ts';
import { createSavedPages } from '#/football/sites/browser-session.ts';
import { chooseShippedSites, withMediaHosts } from '#/football/sites/shipped-sites.ts';
import { mediaHostsOf, readSiteDefinitions, type SiteDefinition } from '#/football/sites/site-definition.ts';
import { createPrints } from '#/football/media/prints.ts';
import { describeTools, findMediaTools, type MediaTools } from '#/football/media/tools.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import type { Base, Stores } from './context.ts';
import { openObjects } from './open-objects.ts';
import type { Upstreams } from './open-upstreams.ts';
import { downloadSettings, footballSettings, toolSettings } from './settings-of-parts.ts';

export interface FootballParts {
  readonly tools: MediaTools;
  readonly definitions: readonly SiteDefinition[];
  readonly objects: ObjectStore;
}

export type FootballWork = FootballMatchesOptions & ClipWorkOptions;

/** Finds the tools and reads the sites first, so that a fault in CLIP_SITES_FILE fails the start. */
export async function openFootball(
  { config, shutdown }: Base,
  practice: PracticeWorld | null,
): Promise<FootballParts> {
  const tools = await findTools(config);
  const chosen = await readChosenSites(config);
  const isChosen = chosen.length > 0 || config.CLIP_SITES_FILE !== '';
  const definitions = isChosen || practice === null ? chosen : practiceSites(practice, tools);
  const objects = await openObjects(config);
  shutdown.onStop('objects', () => objects.close());
  return { tools, definitions, objects };
}

/** Without a browser, only the site that needs none. */
function practiceSites({ clipSiteUrl }: PracticeWorld, { browser }: MediaTools): SiteDefinition[] {
  const reddit = practiceRedditSite(clipSiteUrl);
  return browser.found ? [reddit, practiceXSite(clipSiteUrl)] : [reddit];
}

export function findTools(config: Config): Promise<MediaTools> {
  return findMediaTools({
    chosen: toolSettings(config),
    searchPath: programPath(),
    folder: placesBelow(config.DATA_DIR).tools,
  });
}

/** The shipped sites that are switched on, and those of CLIP_SITES_FILE. */
export async function readChosenSites(config: Config): Promise<readonly SiteDefinition[]> {
  const { CLIP_SITES, CLIP_FEEDS, CLIP_MEDIA_HOSTS, CLIP_SITES_FILE } = config;
  const shipped = chooseShippedSites(CLIP_SITES, CLIP_FEEDS);
  const own = CLIP_SITES_FILE === '' ? [] : await readSiteDefinitions(CLIP_SITES_FILE);
  const twice = own.find(({ name }) => shipped.some((site) => site.name === name));
  if (twice !== undefined)
    throw new UserError(
      `CLIP_SITES and ${CLIP_SITES_FILE} both define "${twice.name}".`,
      'Take it out of CLIP_SITES, or give the one in the file another name.',
    );
  return withMediaHosts([...shipped, ...own], CLIP_MEDIA_HOSTS);
}

export function createFootballWork(
  { config }: Base,
  { database }: Stores,
  { football, practice }: Upstreams,
  { tools, definitions, objects }: FootballParts,
): FootballWork {
  const places = placesBelow(config.DATA_DIR);
  const allowedPairs = [...config.CLIP_ALLOWED_ADDRESSES, ...(practice ? [new URL(practice.url).host] : [])];
  const loginFolder = loginFolderOf(config);
  const pages = createSavedPages(places.clipPages, 'clip-pages');
  const created = createClipSites({ definitions, tools, allowedPairs, loginFolder, pages });
  const sites = practice
    ? created.map((site) => withPracticeLogin(site, practice.clipSiteUrl, loginFolder))
    : created;
  return {
    database,
    now: () => new Date(),
    upstreamNow: practice?.now,
    upstreamPace: () => practice?.speed() ?? 1,
    football,
    ...footballSettings(config, practice !== null),
    isScheduled: isFootballOn(config),
    sites: () => sites,
    download: createClipDownload({
      tools,
      allowedPairs,
      hosts: mediaHostsOf(definitions),
      ...downloadSettings(config),
    }),
    prints: createPrints(tools),
    objects,
    workDirectory: places.clipWork,
  };
}

export function openFootballAccess(
  { config, log }: Base,
  work: FootballWork,
  parts: FootballParts,
  jobs: JobSender,
): FootballAccess {
  return createFootballAccess({
    ...work,
    jobs,
    log,
    isOn: isFootballOn(config),
    isPractice: usesPractice(config),
    sites: siteLogins(config, parts),
    // Without paths: this is public, and `gamekeeper doctor` shows them to the operator.
    tools: () =>
      describeTools(parts.tools).map(({ name, found, detail }) => {
        return { name, found, detail: detail.replace(/, \/.*$/, '') };
      }),
  });
}

export function siteLogins(config: Config, { definitions }: FootballParts): SiteLogins {
  return () =>
    Promise.all(
      definitions.map(async (site) => {
        const health = await readLoginHealth(loginFolderOf(config), site);
        return { name: site.name, loginExpiresAt: health.state === 'stored' ? health.expiresAt : null };
      }),
    );
}

export function loginFolderOf(config: Config): string {
  return config.BROWSER_PROFILE_DIR === ''
    ? placesBelow(config.DATA_DIR).browserProfile
    : config.BROWSER_PROFILE_DIR;
}

export function isFootballOn(config: Config): boolean {
  return usesPractice(config) || config.API_FOOTBALL_KEY !== undefined;
}
