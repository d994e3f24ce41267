/** The settings of football: what is followed and how often, where clips are looked for, with which tools, and where they are kept. */
import { flag, integer, optionalSecret, optionalUrl, text, textList } from '#/domain/setting.ts';

const PATH = { default: '', expected: 'a path' };
const S3_KEY = { pattern: /^\S{1,256}$/, expected: '1 to 256 characters without spaces' };

const FIXTURE_SETTINGS = {
  API_FOOTBALL_URL: text(
    { group: 'Football', describe: 'Where API-Football is asked.' },
    {
      default: 'https://v3.football.api-sports.io',
      pattern: /^https?:\/\/\S+$/,
      expected: 'an http or https address',
    },
  ),
  FOOTBALL_COMPETITIONS: text(
    {
      group: 'Football',
      describe:
        "The competitions that are followed, by API-Football's numbers, or `all`. Unset: the five big leagues, the European cups, the World Cup and the European Championship. The practice world's are always followed.",
    },
    {
      default: '39,140,135,78,61,2,3,848,1,4',
      pattern: /^(all|\d{1,6}( *, *\d{1,6})*)$/,
      expected: '`all`, or numbers separated by commas',
    },
  ),
  FOOTBALL_DAYS_AHEAD: integer(
    { group: 'Football', describe: 'How many days after today fixtures are read in advance.' },
    { min: 0, max: 14, default: 2 },
  ),
  FOOTBALL_POLL_SECONDS: integer(
    {
      group: 'Football',
      describe: 'How often matches in play are asked about. A goal counts when it was seen three times.',
    },
    { min: 5, max: 600, default: 60 },
  ),
} as const;

const CLIP_SETTINGS = {
  CLIP_SITES: textList(
    {
      group: 'Clips',
      describe:
        'Sites that ship and are to be searched: `x`, `reddit`, `feed`. Read docs/clip-sites.md and the terms of each site first. Unset: none; in the practice world, its own.',
    },
    { item: /^(x|reddit|feed)$/, expected: 'some of x, reddit, feed, separated by commas' },
  ),
  CLIP_FEEDS: textList(
    {
      group: 'Clips',
      describe:
        'Addresses of RSS, Atom or JSON feeds for the site `feed`. `{query}` in one is replaced by the words of the search.',
    },
    { item: /^https?:\/\/\S+$/, expected: 'http or https addresses, separated by commas' },
  ),
  CLIP_MEDIA_HOSTS: textList(
    {
      group: 'Clips',
      describe:
        'Further hosts that videos may come from, each with all names below it. `*`: any public host.',
    },
    { item: /^(\*|[a-z0-9-]+(\.[a-z0-9-]+)+)$/i, expected: 'host names such as cdn.example.org, or *' },
  ),
  CLIP_SITES_FILE: text(
    {
      group: 'Clips',
      describe: 'A JSON file with definitions of further sites (docs/clip-sites.md).',
    },
    PATH,
  ),
  CLIP_SEARCHES: integer(
    { group: 'Clips', describe: 'How often clips of one goal are searched for, a minute apart.' },
    { min: 1, max: 60, default: 10 },
  ),
  CLIP_SEARCH_MINUTES: integer(
    { group: 'Clips', describe: 'So long after a goal is certain, searches may still begin.' },
    { min: 1, max: 1_440, default: 20 },
  ),
  CLIP_MAX_MB: integer(
    { group: 'Clips', describe: 'A video that is larger is not downloaded.' },
    { min: 1, max: 2_000, default: 200 },
  ),
  CLIP_KEEP_DAYS: integer(
    { group: 'Clips', describe: 'How long archived clips are kept; 0 keeps them for ever.' },
    { min: 0, max: 3_650, default: 30 },
  ),
  CLIP_ALLOWED_ADDRESSES: textList(
    {
      group: 'Clips',
      describe:
        'Private addresses that may be fetched from all the same, as `host:port`: a site of your own. All others that are not public are refused.',
    },
    { item: /^[0-9a-z.-]+:\d{1,5}$/i, expected: 'pairs of host and port, for example 10.0.0.5:8080' },
  ),
  FFMPEG_PATH: text(
    {
      group: 'Clips',
      describe: 'Which ffmpeg. Unset: the one on the PATH, or the one that npm installed.',
    },
    PATH,
  ),
  FFPROBE_PATH: text({ group: 'Clips', describe: 'Which ffprobe. Unset: as for ffmpeg.' }, PATH),
  YT_DLP_PATH: text(
    { group: 'Clips', describe: 'Which yt-dlp, for videos that have no address of their own.' },
    PATH,
  ),
  BROWSER_PATH: text(
    {
      group: 'Clips',
      describe:
        'Which Chromium, for sites that need a browser. Unset: the one on the PATH, or the one that npm installed.',
    },
    PATH,
  ),
  BROWSER_PROFILE_DIR: text(
    {
      group: 'Clips',
      describe: 'The folder with your logins, one file per site. Unset: in the data directory.',
    },
    PATH,
  ),
} as const;

const OBJECT_SETTINGS = {
  S3_ENDPOINT: optionalUrl(
    { group: 'Objects', describe: 'An S3 of your own for clips. Unset: a folder in the data directory.' },
    ['http:', 'https:'],
  ),
  S3_BUCKET: text(
    { group: 'Objects', describe: 'The bucket. It must be there already.' },
    {
      default: 'gamekeeper',
      pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      expected: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
    },
  ),
  S3_REGION: text(
    { group: 'Objects', describe: 'The region that requests are signed for.' },
    { default: 'us-east-1', pattern: /^[a-z0-9-]{1,40}$/i, expected: 'the name of a region' },
  ),
  S3_ACCESS_KEY_ID: optionalSecret({ group: 'Objects', describe: 'Who we are to the S3.' }, S3_KEY),
  S3_SECRET_ACCESS_KEY: optionalSecret({ group: 'Objects', describe: 'What it knows us by.' }, S3_KEY),
  S3_FORCE_PATH_STYLE: flag(
    { group: 'Objects', describe: 'The bucket stands in the path of the address, not in its host.' },
    true,
  ),
} as const;

export const FOOTBALL_SETTINGS = { ...FIXTURE_SETTINGS, ...CLIP_SETTINGS, ...OBJECT_SETTINGS } as const;
