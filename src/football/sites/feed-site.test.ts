import { expect, test } from 'vitest';
import type { ClipSearchOutcome } from './clip-site.ts';
import { createFeedSite } from './feed-site.ts';
import { QUERY, useSite } from './fixtures/site-under-test.ts';
import { chooseShippedSites, withMediaHosts } from './shipped-sites.ts';

const site = useSite();

function search(body: string, path = '/goals.rss'): Promise<ClipSearchOutcome> {
  site.answerWith(body);
  const definition = { name: 'feed', kind: 'feed', searchUrl: `${site.origin}${path}` } as const;
  const { signal } = new AbortController();
  return createFeedSite({ definition, allowedPairs: [site.pair] }).search(QUERY, { signal });
}

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Goals</title>
<item><title><![CDATA[Salah & Liverpool: 2-1]]></title><link>https://goals.example/1</link><guid isPermaLink="false">g-1</guid>
<pubDate>Sun, 15 Nov 2026 12:03:41 GMT</pubDate><dc:creator>desk</dc:creator><description>&lt;b&gt;67th minute&lt;/b&gt;</description>
<enclosure url="https://cdn.example/1.mp4" length="1000" type="video/mp4"/>
<media:content url="https://cdn.example/1.mp4" duration="31" width="1280" height="720" medium="video" /></item>
<item><title>Beto, Everton 1-0</title><link>https://goals.example/2</link><enclosure url="https://cdn.example/2.mp4" type="video/mp4"/></item>
</channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Goals</title><entry><author><name>/u/desk</name></author>
<id>t3_1</id><link href="https://goals.example/1" /><published>2026-11-15T12:03:41+00:00</published>
<title>LFC: Salah &#50;-1</title><content type="html">&lt;a href=&quot;https://cdn.example/1.mp4?a=1&amp;amp;b=2&quot;&gt;[link]&lt;/a&gt;</content></entry></feed>`;
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Goals',
  items: [
    {
      id: '1',
      url: 'https://goals.example/1',
      title: 'Salah for LFC',
      date_published: '2026-11-15T12:03:41Z',
      authors: [{ name: 'desk' }],
      attachments: [
        { url: 'https://cdn.example/1.jpg', mime_type: 'image/jpeg' },
        { url: 'https://cdn.example/1.mp4', mime_type: 'video/mp4', duration_in_seconds: 31 },
      ],
    },
  ],
});
const postedAt = new Date('2026-11-15T12:03:41Z');

test.each([
  [
    'RSS',
    RSS,
    { postId: 'g-1', author: 'desk', caption: 'Salah & Liverpool: 2-1 67th minute' },
    { mediaUrl: 'https://cdn.example/1.mp4', seconds: 31, width: 1280, height: 720 },
  ],
  [
    'Atom',
    ATOM,
    { postId: 't3_1', author: '/u/desk', caption: 'LFC: Salah 2-1' },
    { mediaUrl: 'https://cdn.example/1.mp4?a=1&b=2' },
  ],
  [
    'JSON Feed',
    JSON_FEED,
    { postId: '1', author: 'desk', caption: 'Salah for LFC' },
    { mediaUrl: 'https://cdn.example/1.mp4', seconds: 31 },
  ],
])('reads %s and keeps the entries that match the search', async (_, body, post, video) => {
  expect(await search(body)).toEqual({
    outcome: 'ok',
    posts: [{ ...post, pageUrl: 'https://goals.example/1', postedAt, videos: [{ number: 1, ...video }] }],
    unreadable: 0,
    words: null,
  });
});

test('a feed that takes the words of the search is not filtered again', async () => {
  const found = await search(RSS, '/search.rss?q={query}');
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual([
    'g-1',
    'https://goals.example/2',
  ]);
});

test.each([
  ['an empty feed', '<rss version="2.0"><channel></channel></rss>', 'ok'],
  ['a page', '<!doctype html><html><body>Our feeds have moved</body></html>', 'changed'],
  ['JSON without items', '{"posts":[]}', 'changed'],
  ['entries without an address', '<rss><channel><item><title>x</title></item></channel></rss>', 'changed'],
])('%s: %s', async (_, body, outcome) => {
  expect(await search(body)).toMatchObject({ outcome });
});

test('combines feeds and shipped sites, or refuses them with a reason', () => {
  expect(chooseShippedSites([], [])).toEqual([]);
  const chosen = chooseShippedSites(['feed', 'x'], ['https://a.example/1', 'https://b.example/2']);
  expect(chosen.map(({ name, kind }) => [name, kind])).toEqual([
    ['x', 'browser'],
    ['feed-1', 'feed'],
    ['feed-2', 'feed'],
  ]);
  expect(() => chooseShippedSites(['feed'], [])).toThrow('CLIP_FEEDS is empty');
  expect(() => chooseShippedSites(['x'], ['https://a.example/1'])).toThrow('does not name "feed"');
  const [feed] = withMediaHosts(chooseShippedSites(['feed'], ['https://a.example/1']), ['cdn.example']);
  expect(feed?.mediaHosts).toEqual(['a.example', 'cdn.example']);
});
