/** The sites of a configuration, ready to be searched. */
import type { MediaTools } from '../media/tools.ts';
import { createBrowserSite } from './browser-site.ts';
import type { ClipSite } from './clip-site.ts';
import { createJsonSite } from './json-site.ts';
import type { SiteDefinition } from './site-definition.ts';

export interface ClipSitesOptions {
  readonly definitions: readonly SiteDefinition[];
  readonly tools: Pick<MediaTools, 'browser'>;
  /** Exact `host:port` pairs that may be asked although they are not public. */
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder: string;
}

export function createClipSites({
  definitions,
  tools,
  allowedPairs,
  loginFolder,
}: ClipSitesOptions): ClipSite[] {
  return definitions.map((definition) =>
    definition.kind === 'json'
      ? createJsonSite({ definition, allowedPairs })
      : createBrowserSite({ definition, browser: tools.browser, allowedPairs, loginFolder }),
  );
}
