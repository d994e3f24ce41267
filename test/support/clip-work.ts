/** The work for clips as the product does it, on a site and folders of a test: real tools, real guard, real prints, a folder of objects. */
import { join } from 'node:path';
import type { ClipWorkOptions } from '#/football/options.ts';
import { createClipDownload } from '#/football/media/download-video.ts';
import { createClipSites } from '#/football/sites/clip-sites.ts';
import type { JsonSiteDefinition } from '#/football/sites/site-definition.ts';
import { createPrints } from '#/football/media/prints.ts';
import { findMediaTools } from '#/football/media/tools.ts';
import { createFolderObjectStore } from '#/runtime/objects/folder-store.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export interface ClipPlaces {
  /** Of a site with the practice world's JSON search. */
  readonly siteUrl: string;
  /** Everything of the test is below it. */
  readonly directory: string;
}

/** Searches follow each other quickly, and few of them are made. */
const QUICK_SEARCH = { searches: 2, minutes: 10, everySeconds: 1, retrySeconds: 0.2, tries: 3 } as const;

export async function createClipWork(
  database: Database,
  { siteUrl, directory }: ClipPlaces,
): Promise<ClipWorkOptions> {
  const allowedPairs = [new URL(siteUrl).host];
  const tools = await findMediaTools({
    chosen: { ffmpeg: null, ffprobe: null, ytDlp: null, browser: null },
    // Only what npm brings: the same on every machine.
    searchPath: '',
    folder: join(directory, 'tools'),
  });
  const sites = createClipSites({
    definitions: [practiceJsonSite(siteUrl)],
    tools,
    allowedPairs,
    loginFolder: join(directory, 'logins'),
  });
  return {
    database,
    now: () => new Date(),
    sites: () => sites,
    download: createClipDownload({ tools, allowedPairs, hosts: null }),
    prints: createPrints(tools),
    objects: createFolderObjectStore({ directory: join(directory, 'objects') }),
    workDirectory: join(directory, 'work'),
    search: QUICK_SEARCH,
    keepDays: 30,
  };
}

/** The plain JSON search of the practice world, without waits: tests see a site fail and recover within seconds. */
export function practiceJsonSite(clipSiteUrl: string): JsonSiteDefinition {
  return {
    name: 'practice',
    kind: 'json',
    searchUrl: `${clipSiteUrl}/api/search?q={query}&since={since}&until={until}`,
    waitSeconds: { loginExpired: 0, captcha: 0, rateLimited: 0, changed: 0, unreachable: 0 },
    cursorParameter: 'cursor',
    maxPages: 5,
  };
}
