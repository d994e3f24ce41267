/**
 * What runs inside a page of a site: says which kind of page it is, and reads the posts that are there by now. Written as text, because it
 * runs in the browser; its input is JSON, and the caller must validate its result.
 */
import type { BrowserSiteDefinition, Sign } from './site-definition.ts';

type Page = BrowserSiteDefinition['page'];

export type PageState = 'posts' | 'login' | 'captcha' | 'limited' | 'empty' | 'known';

/** Challenges that many sites put in front of their pages. Looked for only where there are no posts. */
const CAPTCHA: Sign = {
  selectors: [
    'iframe[src*="challenges.cloudflare.com"]',
    'iframe[src*="arkoselabs.com"]',
    'iframe[src*="hcaptcha.com"]',
    'iframe[src*="recaptcha"][src*="bframe"]',
    'iframe[title*="captcha" i]',
    '#challenge-form',
    '#cf-challenge-running',
    '#arkose_iframe',
  ],
  texts: ['verify you are human', 'checking your browser before', 'unusual activity', 'are you a robot'],
};

const HELPERS = `
  const list = (value) => (value === undefined || value === null ? [] : [].concat(value));
  const all = (root, selectors) => {
    for (const selector of list(selectors)) {
      const found = root.querySelectorAll(selector);
      if (found.length > 0) return [...found];
    }
    return [];
  };
  const isShown = (selector) =>
    [...document.querySelectorAll(selector)].some((found) => !found.hidden && found.getClientRects().length > 0);
`;

const READ_POSTS = `(page) => {
  ${HELPERS}
  const readOne = (element, place) => {
    const at = place.lastIndexOf('@');
    const selector = at === -1 ? place : place.slice(0, at);
    const found = selector === '' || selector === ':scope' ? element : element.querySelector(selector);
    if (!found) return null;
    const value = at === -1 ? found.textContent : found.getAttribute(place.slice(at + 1));
    return value === null ? null : value.slice(0, 10000);
  };
  const read = (element, places) => {
    let last = null;
    for (const place of list(places)) {
      last = readOne(element, place) ?? last;
      if (last !== null && last.trim() !== '') return last;
    }
    return last;
  };
  const posts = all(document, page.post).slice(0, 200).map((post) => ({
    postId: read(post, page.postId),
    pageUrl: read(post, page.link),
    author: read(post, page.author),
    caption: read(post, page.caption),
    postedAt: read(post, page.postedAt),
    videos: all(post, page.video).slice(0, 20).map((video) => ({
      mediaUrl: read(video, page.mediaUrl),
      seconds: read(video, page.seconds),
      width: read(video, page.width),
      height: read(video, page.height),
    })),
  }));
  return { posts, isEmpty: list(page.empty).some(isShown), isAtEnd: list(page.end).some(isShown) };
}`;

/**
 * The order decides: an address that only a login has, then posts, then what stands in their place. Texts are looked for in the results
 * where they are found, because side columns of a working page report errors of their own.
 */
const READ_STATE = `({ page, login, captchas, rateLimit }) => {
  ${HELPERS}
  const results = all(document, page.results)[0];
  const text = () => (document.title + ' ' + ((results ?? document.body)?.innerText ?? '')).slice(0, 20000).toLowerCase();
  const sees = (sign) =>
    (sign?.paths ?? []).find((path) => location.pathname.includes(path)) ??
    (sign?.selectors ?? []).find(isShown) ??
    (sign?.texts ?? []).find((words) => text().includes(words.toLowerCase()));
  const told = (state, seen) => (seen === undefined ? null : { state, seen });
  const loginPath = told('login', sees({ paths: login?.paths }));
  if (loginPath) return loginPath;
  if (all(document, page.post).length > 0) return { state: 'posts', seen: '' };
  return (
    told('login', list(login?.form).find((form) => document.querySelector(form) !== null)) ??
    told('captcha', captchas.map(sees).find((seen) => seen !== undefined)) ??
    told('limited', sees(rateLimit)) ??
    told('empty', list(page.empty).find(isShown)) ??
    (results && list(page.empty).length === 0 ? { state: 'known', seen: '' } : null)
  );
}`;

export function readPostsScript(page: Page): string {
  return `(${READ_POSTS})(${JSON.stringify(page)})`;
}

/** Null while the page is none of the known kinds. */
export function readStateScript({ page, login, captcha, rateLimit }: BrowserSiteDefinition): string {
  const captchas = captcha === undefined ? [CAPTCHA] : [captcha, CAPTCHA];
  return `(${READ_STATE})(${JSON.stringify({ page, login, captchas, rateLimit })})`;
}

export const SCROLL_SCRIPT = 'window.scrollTo(0, document.documentElement.scrollHeight)';

/** True when there is something new to read: another last post, or the sign that there are no more. */
export function hasMoreScript(page: Page, lastPostId: string | null): string {
  return `(() => {
    const told = (${READ_POSTS})(${JSON.stringify(page)});
    const last = told.posts.length === 0 ? null : told.posts[told.posts.length - 1].postId;
    return told.isAtEnd || last !== ${JSON.stringify(lastPostId)};
  })()`;
}
