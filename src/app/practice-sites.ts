/**
 * The sites of the practice world, searched while the operator has chosen none. Two are the shipped definitions of X and Reddit with other
 * addresses, so that the default product runs the selectors and fields of the real ones.
 */
import type { ClipSite } from '#/football/sites/clip-site.ts';
import { loginFile, type LoginState, readLogin, writeLogin } from '#/football/sites/login-state.ts';
import { REDDIT_SITE, X_SITE } from '#/football/sites/shipped-sites.ts';
import type { BrowserSiteDefinition, JsonSiteDefinition } from '#/football/sites/site-definition.ts';

/** Refusals end with the time of the practice world, so that a site recovers within minutes. */
const SHORT_WAITS = {
  loginExpired: 30,
  captcha: 120,
  rateLimited: 60,
  changed: 120,
  unreachable: 0,
} as const;
const X_NAME = 'practice-x';

/** Every second minute: a browser takes seconds of processor time and hundreds of megabytes. */
export function practiceXSite(clipSiteUrl: string): BrowserSiteDefinition {
  return {
    ...X_SITE,
    name: X_NAME,
    searchUrl: X_SITE.searchUrl.replace('https://x.com', `${clipSiteUrl}/x`),
    mediaHosts: [new URL(clipSiteUrl).hostname],
    perMinute: 0.5,
    waitSeconds: SHORT_WAITS,
    login: { ...X_SITE.login, url: `${clipSiteUrl}/x/i/flow/login` },
  };
}

export function practiceRedditSite(clipSiteUrl: string): JsonSiteDefinition {
  const move = (url: string): string => url.replace('https://www.reddit.com', `${clipSiteUrl}/reddit`);
  const { login: _, ...definition } = REDDIT_SITE;
  return {
    ...definition,
    name: 'practice-reddit',
    searchUrl: move(REDDIT_SITE.searchUrl),
    listings: (REDDIT_SITE.listings ?? []).map(move),
    pageBase: new URL(clipSiteUrl).origin,
    mediaHosts: [new URL(clipSiteUrl).hostname],
    perMinute: 60,
    waitSeconds: SHORT_WAITS,
  };
}

/** Acts as the operator: stores a login if there is none, and a new one after the practice world has let it expire. */
export function withPracticeLogin(site: ClipSite, clipSiteUrl: string, loginFolder: string): ClipSite {
  if (site.name !== X_NAME) return site;
  const file = loginFile(loginFolder, X_NAME);
  const logIn = async (signal: AbortSignal): Promise<void> => {
    const answer = await fetch(`${clipSiteUrl}/x/session`, { signal });
    if (answer.ok) await writeLogin(file, (await answer.json()) as LoginState);
  };
  return {
    name: site.name,
    async search(query, { signal }) {
      if ((await readLogin(file)) === null) await logIn(signal);
      const outcome = await site.search(query, { signal });
      if (outcome.outcome === 'loginExpired') await logIn(signal);
      return outcome;
    },
  };
}
