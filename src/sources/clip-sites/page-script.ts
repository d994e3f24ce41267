/**
 * What runs inside a page of a site: reads the posts that are there by now, and nothing else. Written as text, because it runs in the
 * browser and not here; what it is given goes in as JSON, what comes back is a stranger's and is checked by whoever asked.
 */
import type { BrowserSiteDefinition } from './site-definition.ts';

type Page = BrowserSiteDefinition['page'];

const READ_POSTS = `(page) => {
  const read = (element, place) => {
    if (!place) return null;
    const at = place.lastIndexOf('@');
    const selector = at === -1 ? place : place.slice(0, at);
    const found = selector === '' ? element : element.querySelector(selector);
    if (!found) return null;
    const value = at === -1 ? found.textContent : found.getAttribute(place.slice(at + 1));
    return value === null ? null : value.slice(0, 10000);
  };
  const isShown = (selector) => {
    const found = selector ? document.querySelector(selector) : null;
    return found !== null && !found.hidden && found.getClientRects().length > 0;
  };
  const posts = [...document.querySelectorAll(page.post)].slice(0, 200).map((post) => ({
    postId: read(post, page.postId),
    pageUrl: read(post, page.link),
    author: read(post, page.author),
    caption: read(post, page.caption),
    postedAt: read(post, page.postedAt),
    videos: [...post.querySelectorAll(page.video)].slice(0, 20).map((video) => ({
      mediaUrl: read(video, page.mediaUrl),
      seconds: read(video, page.seconds),
      width: read(video, page.width),
      height: read(video, page.height),
    })),
  }));
  return { posts, isEmpty: isShown(page.empty), isAtEnd: isShown(page.end) };
}`;

export function readPostsScript(page: Page): string {
  return `(${READ_POSTS})(${JSON.stringify(page)})`;
}

export const SCROLL_SCRIPT = 'window.scrollTo(0, document.documentElement.scrollHeight)';

/** True when there is something new to read: another post at the end of the list, or the word that there are no more. */
export function hasMoreScript(page: Page, lastPostId: string | null): string {
  return `(() => {
    const told = (${READ_POSTS})(${JSON.stringify(page)});
    const last = told.posts.length === 0 ? null : told.posts[told.posts.length - 1].postId;
    return told.isAtEnd || last !== ${JSON.stringify(lastPostId)};
  })()`;
}
