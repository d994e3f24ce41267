/** The clip site of the practice world, in both kinds: what is searched while no file names other sites. */
import type { BrowserSiteDefinition, JsonSiteDefinition } from './site-definition.ts';

export function practiceJsonSite(clipSiteUrl: string): JsonSiteDefinition {
  return {
    name: 'practice',
    kind: 'json',
    searchUrl: `${clipSiteUrl}/api/search?q={query}&since={since}&until={until}`,
    cursorParameter: 'cursor',
    maxPages: 5,
  };
}

export function practiceBrowserSite(clipSiteUrl: string): BrowserSiteDefinition {
  return {
    name: 'practice-page',
    kind: 'browser',
    searchUrl: `${clipSiteUrl}/search?q={query}&since={since}&until={until}`,
    page: {
      results: 'main[data-results]',
      post: 'article[data-post-id]',
      empty: '[data-empty]',
      end: '[data-end]',
      postId: '@data-post-id',
      link: 'a[data-permalink]@href',
      author: '[data-author]',
      caption: '[data-text]',
      postedAt: 'time@datetime',
      video: '[data-video-url]',
      mediaUrl: '@data-video-url',
      seconds: '@data-seconds',
      width: '@data-width',
      height: '@data-height',
    },
    login: { url: `${clipSiteUrl}/login`, form: 'form[data-login]' },
  };
}
