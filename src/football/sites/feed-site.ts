/** A feed as a site: every entry is a post. Where the address takes no `{query}`, entries are filtered here by the words of the search. */
import { meetsQuery } from '#/domain/football/search/clip-query.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost } from './clip-site.ts';
import { readFeed } from './feed-items.ts';
import { isInTime, toFoundPost } from './found-post.ts';
import { writeSearchUrl } from './search-url.ts';
import type { FeedSiteDefinition } from './site-definition.ts';
import { withSiteRequests, type RequestOptions, type SiteRequests } from './site-requests.ts';

export interface FeedSiteOptions extends RequestOptions {
  readonly definition: FeedSiteDefinition;
}

export function createFeedSite({ definition, ...options }: FeedSiteOptions): ClipSite {
  return {
    name: definition.name,
    search: (query, { signal }) =>
      withSiteRequests(definition, options, signal, (requests) => searchFeed(definition, requests, query)),
  };
}

async function searchFeed(
  { searchUrl }: FeedSiteDefinition,
  requests: SiteRequests,
  query: ClipQuery,
): Promise<ClipSearchOutcome> {
  const url = writeSearchUrl(searchUrl, query);
  const body = await requests.get(url);
  if ('outcome' in body) return body;
  const entries = readFeed(body);
  if (typeof entries === 'string') return requests.changed(entries, body);
  const read = entries.map((entry) => toFoundPost(entry, url));
  const readable = read.filter((post): post is FoundPost => typeof post !== 'string');
  const faults = read.filter((post) => typeof post === 'string');
  const words = faults[0] ?? null;
  if (readable.length === 0 && faults.length > 0)
    return requests.changed(`none of its ${faults.length} entries could be read: ${words}`, body);
  const isSearch = searchUrl.includes('{query}');
  const posts = readable.filter(
    (post) => isInTime(post, query) && (isSearch || meetsQuery(query.text, post.caption)),
  );
  return { outcome: 'ok', posts, unreadable: faults.length, words };
}
