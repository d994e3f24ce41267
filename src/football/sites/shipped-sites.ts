/**
 * The sites that ship with the product. All are off until `CLIP_SITES` names them. Selectors go from what a site keeps longest (roles, test
 * attributes, addresses) to what it changes often; class names are not used.
 *
 * `terms` is what public reports say about the site's terms on automated access, with the day on which they were collected. It
 * is a pointer for the operator and no legal advice.
 */
import { UserError } from '#/domain/user-error.ts';
import type { BrowserSiteDefinition, JsonSiteDefinition, SiteDefinition } from './site-definition.ts';

export interface ShippedSite {
  readonly name: string;
  readonly title: string;
  readonly needs: string;
  readonly terms: string;
  readonly termsReportedOn: string;
  /** `feeds`: of the operator. */
  definitions(feeds: readonly string[]): SiteDefinition[];
}

export const X_SITE: BrowserSiteDefinition = {
  name: 'x',
  kind: 'browser',
  searchUrl:
    'https://x.com/search?q={query}%20filter%3Avideos%20since_time%3A{sinceUnix}%20until_time%3A{untilUnix}&src=typed_query&f=live',
  mediaHosts: ['x.com', 'twitter.com', 'twimg.com'],
  perMinute: 3,
  maxScrolls: 3,
  page: {
    results: [
      'div[aria-label="Timeline: Search timeline"]',
      '[data-testid="primaryColumn"]',
      'main[role="main"]',
      'main',
    ],
    post: ['article[data-testid="tweet"]', 'main article[role="article"]', 'main article'],
    empty: ['[data-testid="empty_state_header_text"]', '[data-testid="emptyState"]'],
    postId: ['a:has(> time)@href', 'a[href*="/status/"]@href'],
    postIdPattern: String.raw`/status/(\d{5,25})`,
    link: ['a:has(> time)@href', 'a[href*="/status/"]@href'],
    author: [
      '[data-testid="User-Name"] a[tabindex="-1"]',
      '[data-testid="User-Name"]',
      'a[role="link"][href^="/"]',
    ],
    caption: ['[data-testid="tweetText"]', 'div[lang][dir="auto"]', 'div[lang]'],
    postedAt: 'time@datetime',
    video: [
      '[data-testid="videoPlayer"]',
      '[data-testid="videoComponent"]',
      '[data-testid="previewInterstitial"]',
      'video',
      '[aria-label*="video" i]',
    ],
    everyPostHasVideo: true,
    seconds: ':scope',
  },
  login: {
    url: 'https://x.com/i/flow/login',
    paths: ['/i/flow/login', '/i/jf/onboarding', '/login'],
    form: [
      'input[autocomplete="username"]',
      '[data-testid="google_sign_in_container"]',
      '[data-testid="LoginForm_Login_Button"]',
      '[data-testid="loginButton"]',
    ],
    cookies: ['auth_token', 'ct0'],
    isRequired: true,
  },
  captcha: { paths: ['/account/access'], texts: ['confirm you’re human', "confirm you're human"] },
  rateLimit: {
    selectors: ['[data-testid="error-detail"]'],
    texts: [
      'something went wrong. try reloading',
      'rate limit exceeded',
      'cannot retrieve posts at this time',
    ],
  },
};

const REDDIT = '/r/soccer+footballhighlights';

export const REDDIT_SITE: JsonSiteDefinition = {
  name: 'reddit',
  kind: 'json',
  searchUrl: `https://www.reddit.com${REDDIT}/search.json?q={query}&restrict_sr=1&sort=new&t=day&limit=100&raw_json=1`,
  listings: [`https://www.reddit.com${REDDIT}/new.json?limit=100&raw_json=1`],
  pageBase: 'https://www.reddit.com',
  perMinute: 5,
  maxPages: 1,
  fields: {
    posts: 'data.children',
    next: 'data.after',
    postId: ['data.name', 'data.id'],
    pageUrl: 'data.permalink',
    author: 'data.author',
    caption: 'data.title',
    postedAt: ['data.created_utc', 'data.created'],
    videos: [
      'data.secure_media.reddit_video',
      'data.media.reddit_video',
      'data.crosspost_parent_list.0.secure_media.reddit_video',
      'data.preview.reddit_video_preview',
      'data',
    ],
    mediaUrl: ['fallback_url', 'hls_url', 'url_overridden_by_dest', 'url'],
    seconds: 'duration',
  },
  skip: ['data.over_18', 'data.stickied', 'data.is_self', 'data.is_gallery'],
  onlyMediaHosts: true,
  mediaHosts: [
    'v.redd.it',
    'reddit.com',
    'streamable.com',
    ...['com', 'live', 'link', 'pro', 'one', 'gg'].map((ending) => `streamff.${ending}`),
    ...['me', 'one', 'link', 'top', 'fun', 'live', 'pro'].map((ending) => `streamin.${ending}`),
    ...['co', 'link', 'live', 'tv'].map((ending) => `dubz.${ending}`),
    'streamja.com',
    'streamgg.com',
    'caulse.com',
  ],
  login: { url: 'https://www.reddit.com/login/', cookies: ['reddit_session'] },
};

export const SHIPPED_SITES: readonly ShippedSite[] = [
  {
    name: 'x',
    title: 'X, search page in a browser',
    needs: 'Chromium, an account of yours (gamekeeper login x), and yt-dlp for the downloads',
    terms: 'crawling or scraping in any form needs prior written consent of X',
    termsReportedOn: '2026-11-18',
    definitions: () => [X_SITE],
  },
  {
    name: 'reddit',
    title: 'Reddit, r/soccer and r/footballhighlights as JSON',
    needs:
      'from many networks a login (gamekeeper login reddit): since 2026 Reddit answers most anonymous requests with 403',
    terms:
      'automated access needs approval under the Responsible Builder Policy; limits are 10 requests a minute without and 100 with an approved client',
    termsReportedOn: '2026-11-18',
    definitions: () => [REDDIT_SITE],
  },
  {
    name: 'feed',
    title: 'RSS 2.0, Atom or JSON Feed',
    needs: 'addresses in CLIP_FEEDS; videos on other hosts need CLIP_MEDIA_HOSTS',
    terms: 'those of the site that publishes the feed',
    termsReportedOn: '2026-11-18',
    definitions: (feeds) =>
      feeds.map((searchUrl, at) => ({
        name: feeds.length === 1 ? 'feed' : `feed-${at + 1}`,
        kind: 'feed',
        searchUrl,
        perMinute: 2,
      })),
  },
];

/** Throws a `UserError` where `feed` and its addresses do not come together. `names` were checked with the settings. */
export function chooseShippedSites(names: readonly string[], feeds: readonly string[]): SiteDefinition[] {
  if (names.includes('feed') !== feeds.length > 0)
    throw new UserError(
      feeds.length > 0
        ? 'CLIP_FEEDS is set, but CLIP_SITES does not name "feed".'
        : 'CLIP_SITES names "feed", but CLIP_FEEDS is empty.',
      'Set both, or neither: CLIP_SITES=feed CLIP_FEEDS=https://example.org/goals.rss',
    );
  return SHIPPED_SITES.filter(({ name }) => names.includes(name)).flatMap((site) => site.definitions(feeds));
}

/** More hosts that videos of all these sites may come from. */
export function withMediaHosts(sites: readonly SiteDefinition[], hosts: readonly string[]): SiteDefinition[] {
  return sites.map((site) =>
    hosts.length === 0
      ? site
      : { ...site, mediaHosts: [...(site.mediaHosts ?? [new URL(site.searchUrl).hostname]), ...hosts] },
  );
}
