/** Every reader of foreign text in upstreams and stores without property tests beside it. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '#/domain/user-error.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { findUpstreamError, readDayLimit, readMinuteLimit } from '#/upstream/api-football-answer.ts';
import { failureOfStatus, failureOfYtDlp } from '#/football/media/download-failure.ts';
import { chooseQuality, isPlaylist, readPageMedia, readPlaylist } from '#/football/media/page-media.ts';
import { toFoundPost } from '#/football/sites/found-post.ts';
import { parseSiteDefinitions } from '#/football/sites/site-definition.ts';
import { readVersions, shownId, shownName } from '#/upstream/static-data-files.ts';
import {
  createAddressRules,
  createTargetRules,
  parsePair,
  readForeignUrl,
  writePair,
} from '#/runtime/guard/targets.ts';
import { decodeContent } from '#/upstream/body.ts';
import { containerOf } from '#/football/media/probe.ts';
import { readRiotLimits } from '#/upstream/riot.ts';
import { iconTypeOf } from '#/upstream/icons.ts';
import { toSpan } from '#/runtime/objects/content.ts';
import { checkKey, checkPrefix, isKey } from '#/runtime/objects/object-key.ts';
import { parsePostmasterFile } from '#/runtime/postgres/embedded/postmaster.ts';
import { parseRange } from '#/http/football/byte-range.ts';
import { hostileText, hostileValue } from './hostile-text.ts';
import { mutate, mutations, toBytes } from './mutations.ts';
import { isStorableText } from './stored-numbers.ts';
import { claim, testProperty, testReaders, timed } from './test-property.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const bytes = fc.uint8Array({ maxLength: 600 }).map((list) => Buffer.from(list));

const values = fc.oneof(
  hostileText,
  fc.array(fc.nat().map(String), { maxLength: 30 }).map((all) => all.join(':1,')),
);
const names = [
  'x-app-rate-limit',
  'x-app-rate-limit-count',
  'x-method-rate-limit',
  'x-method-rate-limit-count',
  'x-rate-limit-type',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-requests-limit',
  'x-ratelimit-requests-remaining',
];
const headers = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(values, fc.array(values, { maxLength: 3 })),
);
testProperty(
  'limits in headers: whole numbers, and never a wait without end',
  fc.property(headers, fc.constantFrom(200, 429, 503), (told, status) => {
    const readings = [readRiotLimits(status, told, NOW), readMinuteLimit(status, told, NOW)];
    for (const { app, method } of readings)
      for (const { limits, counts } of [app, method]) {
        claim(
          limits.filter(({ limit, spanMs }) => !isCount(limit) || limit === 0 || !isCount(spanMs)),
        ).toEqual([]);
        claim([...counts].flat().filter((number) => !isCount(number))).toEqual([]);
      }
    const { limit, remaining } = readDayLimit(told);
    claim([limit, remaining].filter((number) => number !== null && !isCount(number))).toEqual([]);
    const waitMs = readMinuteLimit(429, told, NOW).refusal?.retryAfterMs ?? -1;
    claim(waitMs >= 0 && waitMs <= 3_600_000).toBe(true);
  }),
);

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

testProperty(
  'errors of API-Football: a kind and short words, of anything',
  fc.property(hostileValue, (errors) => {
    const found = findUpstreamError(errors);
    if (found !== null) claim(found.message.length).toBeLessThanOrEqual(200);
    const isEmpty = errors === null || (typeof errors === 'object' && Object.keys(errors).length === 0);
    claim(found === null).toBe(isEmpty);
  }),
);

const times = fc.oneof(
  hostileValue,
  fc.integer(),
  fc.double(),
  fc.constantFrom(-8e12, 8e15, -1e10, '-000001-01-01T00:00:00Z', '+200000-01-01T00:00:00Z', 1_794_668_400),
);
const told = fc.record({
  postId: hostileValue,
  pageUrl: fc.oneof(hostileValue, fc.webUrl()),
  author: hostileValue,
  caption: hostileValue,
  postedAt: times,
  // Many at times, which only arrays of the largest size are.
  videos: fc.array(
    fc.record({
      mediaUrl: fc.oneof(hostileValue, fc.webUrl()),
      seconds: hostileValue,
      width: hostileValue,
      height: hostileValue,
    }),
    { maxLength: 40, size: 'max' },
  ),
});
testProperty(
  'a post can be stored, whatever a site says of it',
  fc.property(told, (post) => {
    const found = toFoundPost(post, new URL('https://clips.example/search'));
    if (typeof found === 'string') {
      claim(found).toMatch(/no id|no page/);
      return;
    }
    const { postId, pageUrl, author, caption, postedAt, videos } = found;
    const texts = [postId, pageUrl, author, caption, ...videos.map(({ mediaUrl }) => mediaUrl)];
    claim(texts.filter((text) => !isStorableText(text) || (text ?? '').length > 2_048)).toEqual([]);
    // As in an answer: four digits of a year, and within what PostgreSQL can hold.
    if (postedAt !== null) claim(postedAt.toISOString()).toMatch(/^\d{4}-/);
    claim(videos.length).toBeLessThanOrEqual(10);
  }),
);

const lines = fc.oneof(
  hostileText,
  fc.constantFrom(
    '#EXTM3U',
    '#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=640x360',
    '#EXTINF:4.0,',
    '#EXTINF:999999',
    '#EXT-X-KEY:METHOD=AES-128',
    '#EXT-X-MAP:URI="init.mp4"',
    'piece.ts',
    '../piece.ts',
  ),
);
testProperty(
  'playlists: pieces, choices or a reason, and never more than a clip has',
  fc.property(fc.array(lines, { maxLength: 30 }), (all) => {
    const playlist = readPlaylist(all.join('\n'));
    if (playlist.type === 'unusable') {
      claim(playlist.words).not.toBe('');
      return;
    }
    if (playlist.type === 'choices') {
      claim(chooseQuality(playlist.choices)).toBeDefined();
      return;
    }
    claim(playlist.addresses.length).toBeLessThanOrEqual(400);
    claim(playlist.seconds).toBeLessThanOrEqual(600);
  }),
);

const pieces = fc.oneof(
  hostileText,
  fc.constantFrom(
    '<video src="a.mp4">',
    '<meta property="og:video" content="',
    '">',
    '<',
    '>',
    '&#x110000;',
    '&#999999;',
  ),
);
testProperty(
  'pages: addresses as written, and no more than a few',
  fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
    const { videos, preview } = readPageMedia(parts.join(' '));
    claim(videos.length).toBeLessThanOrEqual(20);
    claim([...videos, preview].filter((text) => text === '')).toEqual([]);
  }),
);

const site = {
  name: 'clips',
  kind: 'json',
  searchUrl: 'https://clips.example/?q={query}',
  fields: { posts: 'a.b' },
};
testProperty(
  'a file of sites is taken or refused with words for a person',
  fc.property(mutations, (steps) => {
    try {
      parseSiteDefinitions(
        toBytes(mutate([site, { ...site, name: 'others' }], steps), { how: 'none', at: 0, byte: 0 }),
        'f',
      );
    } catch (error) {
      claim(error).toBeInstanceOf(UserError);
    }
  }),
);

const targets = createTargetRules({ allowedPairs: ['127.0.0.1:9000'], hosts: null });
const texts = fc.oneof(
  hostileText,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.ipV4Extended().map((ip) => `https://${ip}/x`),
  fc.ipV6().map((ip) => `https://[${ip}]/x`),
  fc.constantFrom(
    'http://127.0.0.1:9000/x',
    'https://a:b@clips.example/',
    '//clips.example/x',
    'https://localhost./',
    'https://0x7f.1/',
  ),
);
testProperty(
  'an address is followed only over the web, without a password, to an allowed or public place',
  fc.property(texts, (text) => {
    const read = readForeignUrl(text, { targets, isHttpAllowed: false }, new URL('https://clips.example/a/'));
    if (!read.isUsable) {
      claim(read.words).not.toBe('');
      return;
    }
    const { protocol, username, password, hostname, host } = read.url;
    claim([username, password]).toEqual(['', '']);
    if (host === '127.0.0.1:9000') return;
    claim(protocol).toBe('https:');
    claim(hostname).toMatch(/\./);
    claim(hostname).not.toMatch(/^\[|^\d+\.\d+\.\d+\.\d+$|localhost/);
  }),
);

const rules = createAddressRules([]);
const inner = fc.oneof(
  fc.tuple(fc.constantFrom(10, 127, 0), fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 })),
  fc.tuple(fc.constant(192), fc.constant(168), fc.nat({ max: 255 }), fc.nat({ max: 255 })),
  fc.tuple(fc.constant(169), fc.constant(254), fc.nat({ max: 255 }), fc.nat({ max: 255 })),
);
testProperty(
  'no inner address is public, under any spelling',
  fc.property(inner, hostileText, (parts, text) => {
    const dotted = parts.join('.');
    const hex = parts.map((part) => part.toString(16).padStart(2, '0')).join('');
    const mapped = `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`;
    const spellings = [
      dotted,
      `::ffff:${dotted}`,
      mapped,
      `64:ff9b::${dotted}`,
      `2002:${hex.slice(0, 4)}:${hex.slice(4)}::1`,
      text,
    ];
    claim(spellings.filter((address) => rules.isPublic(address))).toEqual([]);
  }),
);

testProperty(
  'pairs of host and port are read as they are written',
  fc.property(fc.domain(), fc.integer({ min: 1, max: 65_535 }), (host, port) => {
    claim(parsePair(writePair({ host, port }))).toEqual({ host: host.toLowerCase(), port });
  }),
);

const isShort = (text: string | null, most: number): boolean =>
  isStorableText(text) && (text ?? '').length <= most;
testReaders({
  'a port is one of 65,535': (text) => {
    const { port } = parsePair(text) ?? { port: 1 };
    return port >= 1 && port <= 65_535;
  },
  'the name of something in the game is short, whole and plain': (text) => isShort(shownName(text), 200),
  'the id of something in the game is short, whole and plain': (text) => isShort(shownId(text), 200),
  'a version of the static data is three numbers': (text) =>
    readVersions([text]).every((version) => /^\d+\.\d+\.\d+$/.test(version)),
  'what yt-dlp says of a failed download becomes short words': (text) =>
    failureOfYtDlp(text).words.length <= 500,
  'what a server says of a failed download becomes short words': (text) =>
    failureOfStatus(text.length, text).words.length <= 500,
  'a lock file names a process or none': (text) => (parsePostmasterFile(text)?.pid ?? 1) > 0,
});

testProperty(
  'first bytes tell a known kind or none; packed bytes become bytes or a reason',
  fc.property(
    bytes,
    fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'identity', 'x', '', 'gzip, gzip'),
    (some, encoding) => {
      claim([null, 'mp4', 'webm', 'mpegts']).toContain(containerOf(some));
      claim(iconTypeOf(some) ?? 'image/').toContain('image/');
      claim(typeof isPlaylist(some)).toBe('boolean');
      const decoded = decodeContent(some, encoding, 1_000_000);
      if (decoded.type === 'decoded') claim(decoded.bytes.length).toBeLessThanOrEqual(1_000_000);
      else claim(decoded.reason).not.toBe('');
    },
  ),
);

testProperty(
  'a key stays below its folder, and the check of new keys has the same rule',
  fc.property(fc.oneof(hostileText, fc.stringMatching(/^[a-z./]{1,12}$/)), (text) => {
    const isGood = isKey(text);
    claim(throws(() => checkKey(text))).toBe(!isGood);
    if (isGood) claim(join('/objects', text)).toBe(`/objects/${text}`);
    if (!throws(() => checkPrefix(text))) claim(join('/objects', text, 'x')).toMatch(/^\/objects\//);
  }),
);

function throws(run: () => void): boolean {
  try {
    run();
    return false;
  } catch (error) {
    claim(error).toBeInstanceOf(RangeError);
    return true;
  }
}

const ranges = fc.oneof(
  hostileText,
  fc.tuple(fc.nat().map(String), fc.nat().map(String)).map(([a, b]) => `bytes=${a}-${b}`),
  fc.constantFrom(
    'bytes=-0',
    'bytes=0-',
    'bytes=999999999999999-999999999999999',
    'bytes=-999999999999999',
    'bytes=5-2',
  ),
);
testProperty(
  'any Range of any video is bytes that it has, or none',
  fc.property(ranges, fc.nat({ max: 10_000 }), (header, size) => {
    const span = toSpan(parseRange(header), size);
    if (span === undefined || size === 0) return;
    claim(span.first >= 0 && span.first <= span.last && span.last < size).toBe(true);
  }),
);

testProperty(
  'text that is made storable is, and stays as it is',
  fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary', maxLength: 3_000 })), (text) => {
    const stored = toStorableText(text);
    claim(isStorableText(stored)).toBe(true);
    claim(stored.length).toBeLessThanOrEqual(2_001);
    if (text.length <= 2_000) claim(toStorableText(stored)).toBe(stored);
  }),
);

testProperty(
  'what names no process is none',
  fc.property(fc.array(hostileText), (lines) => {
    claim(parsePostmasterFile(lines.join('\n'))?.pid ?? 1).toBeGreaterThan(0);
  }),
);

test('no text of the size that is let in takes long to read', () => {
  const size = 1024 * 1024;
  const fill = (piece: string): string => piece.repeat(Math.floor(size / piece.length));
  for (const piece of ['#EXT-X-STREAM-INF\n', '#EXT-X-MAP:URI="a"\n', '#EXTINF:0,\n', '\n'])
    expect([piece, timed(() => readPlaylist(`#EXTM3U\n${fill(piece)}`)) < 1_500]).toEqual([piece, true]);
  for (const piece of ['<', '>', '<video ', '<meta content=" ', "<meta property='", '<source src ', '&#1;'])
    expect([piece, timed(() => readPageMedia(fill(piece))) < 1_500]).toEqual([piece, true]);
  expect(timed(() => shownName('<'.repeat(5_000)))).toBeLessThan(500);
  expect(timed(() => failureOfYtDlp('ERROR log '.repeat(20_000)))).toBeLessThan(1_000);
});
