/**
 * Pages that could not be read, kept for the operator: the last few of each site, cut to a size, readable by our user only. Scripts are
 * removed, because sites write session data into them; cookies are never part of a page.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SavedPages {
  /** Returns the file below the data directory, or why it could not be written, as words for the site's detail. */
  save(site: string, state: string, body: string): Promise<string>;
}

const KEPT_PER_SITE = 5;
const MAX_CHARACTERS = 1_000_000;

/** `folder`: for all sites. `shownAs`: how it is called in messages, which must not contain paths of this machine. */
export function createSavedPages(folder: string, shownAs: string, now = () => new Date()): SavedPages {
  return {
    async save(site, state, body) {
      const time = now().toISOString().replaceAll(/[:.]/g, '-');
      const isJson = /^\s*[[{]/.test(body);
      const name = `${time}-${state}.${isJson ? 'json' : 'html'}`;
      try {
        await mkdir(join(folder, site), { recursive: true, mode: 0o700 });
        await writeFile(join(folder, site, name), withoutScripts(body).slice(0, MAX_CHARACTERS), {
          mode: 0o600,
        });
        // Names begin with the time, so the order of names is the order of pages.
        const names = (await readdir(join(folder, site))).toSorted();
        for (const old of names.slice(0, -KEPT_PER_SITE)) await rm(join(folder, site, old), { force: true });
        return `the page is saved as ${shownAs}/${site}/${name}`;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
        return `the page could not be saved (${code})`;
      }
    },
  };
}

function withoutScripts(body: string): string {
  return body.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '<script></script>');
}
