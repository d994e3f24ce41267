/** The sites of a configuration, ready to be searched, each at its own pace. */
import type { MediaTools } from '../media/tools.ts';
import { createBrowserSite } from './browser-site.ts';
import type { ClipSite } from './clip-site.ts';
import { createFeedSite } from './feed-site.ts';
import { createJsonSite } from './json-site.ts';
import { loginFile, loginVersion } from './login-state.ts';
import { paceSite } from './paced-site.ts';
import type { SavedPages } from './saved-pages.ts';
import type { SiteDefinition } from './site-definition.ts';
import { createTurns } from './turns.ts';

export interface ClipSitesOptions {
  readonly definitions: readonly SiteDefinition[];
  readonly tools: Pick<MediaTools, 'browser'>;
  /** Exact `host:port` pairs that may be asked although they are not public. */
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder: string;
  readonly pages?: SavedPages;
}

export function createClipSites({ definitions, tools, ...options }: ClipSitesOptions): ClipSite[] {
  const inTurn = createTurns();
  const create = (definition: SiteDefinition): ClipSite => {
    switch (definition.kind) {
      case 'json':
        return createJsonSite({ ...options, definition });
      case 'feed':
        return createFeedSite({ ...options, definition });
      case 'browser':
        return createBrowserSite({ ...options, definition, browser: tools.browser, inTurn });
    }
    return definition satisfies never;
  };
  return definitions.map((definition) =>
    paceSite(create(definition), {
      definition,
      loginVersion: () => loginVersion(secretOf(definition, options.loginFolder)),
    }),
  );
}

/** What the operator replaces to let us in again. */
function secretOf(definition: SiteDefinition, loginFolder: string): string {
  const token = definition.kind === 'json' ? definition.token : undefined;
  return token?.file ?? loginFile(loginFolder, definition.name);
}
