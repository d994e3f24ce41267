/**
 * Every setting: its group, default, allowed values and help text, in the order of the documents. `npm run generate` writes
 * docs/configuration.md and .env.example from this file; `config.ts` reads the values.
 */
import { knownZone } from '#/domain/lol/history/local-clock.ts';
import { PLATFORMS } from '#/domain/riot/routing.ts';
import {
  flag,
  int,
  list,
  oneOf,
  secret,
  secretUrl,
  someOf,
  text,
  url,
  type Setting,
} from '#/domain/setting.ts';

export const ROLES = ['api', 'worker', 'projector', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

const HTTP = ['http:', 'https:'];
const ADDRESS = { matches: /^[0-9a-z.:-]+$/i, expected: 'an IP address or host name' };
const HOST_NAME = {
  matches: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i,
  expected: 'host names separated by commas, for example games.example.org',
};
const MEDIA_HOST = {
  matches: /^(\*|[a-z0-9-]+(\.[a-z0-9-]+)+)$/i,
  expected: 'host names such as cdn.example.org, or *',
};
const HTTP_ADDRESS = { matches: /^https?:\/\/\S+$/, expected: 'an http or https address' };
const HTTP_ADDRESSES = { ...HTTP_ADDRESS, expected: 'http or https addresses, separated by commas' };
const RIOT_ADDRESS = {
  matches: /^https?:\/\/\S*\{route\}\S*$/,
  expected: 'an http or https address with {route} in it',
};
const HOST_AND_PORT = {
  matches: /^[0-9a-z.-]+:\d{1,5}$/i,
  expected: 'pairs of host and port, for example 10.0.0.5:8080',
};
const DATABASE = {
  matches: /^[a-z_][a-z0-9_]{0,62}$/,
  expected: 'lower-case letters, digits and underscores',
};
const CLUSTER = {
  matches: /^[a-z_][a-z0-9_-]{0,62}$/i,
  expected: 'the name of a cluster: letters, digits, underscores and hyphens',
};
const BUCKET = {
  matches: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  expected: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
};
const S3_REGION = { matches: /^[a-z0-9-]{1,40}$/i, expected: 'the name of a region' };
const QUEUE_PREFIX = {
  matches: /^[a-z][a-z0-9-]{0,30}$/,
  expected: 'lower-case letters, digits and hyphens',
};
const CRON = { matches: /^\S+( +\S+){4,5}$/, expected: 'a cron rule of five or six fields' };
const ZONE = { parse: knownZone, expected: 'an IANA time zone, for example Europe/Berlin' };
const COMPETITIONS = {
  matches: /^(all|\d{1,6}( *, *\d{1,6})*)$/,
  expected: '`all`, or numbers separated by commas',
};
const SITES = { matches: /^(x|reddit|feed)$/, expected: 'some of x, reddit, feed, separated by commas' };
const FOLDER = { expected: 'a folder' };
const PATH = { expected: 'a path' };
const TOKEN = { matches: /^\S{32,200}$/, expected: '32 to 200 characters without spaces' };
const S3_KEY = { matches: /^\S{1,256}$/, expected: '1 to 256 characters without spaces' };
const RIOT_KEY = {
  matches: /^RGAPI-[0-9a-f-]{36}$/i,
  expected: 'a Riot key: RGAPI- and 36 more characters',
};
const FOOTBALL_KEY = { matches: /^[0-9a-z]{32}$/i, expected: '32 letters and digits' };

export const SETTINGS = {
  PORT: int('Server', 8750, 0, 65_535).help('Port of the web page and the API; 0 takes any free one.'),
  HOST: text('Server', '127.0.0.1', ADDRESS).help(
    'Address to listen on. Anything but a loopback address also needs an admin token (`gamekeeper token`) and PUBLIC_URL or ALLOWED_HOSTS.',
  ),
  PUBLIC_URL: url('Server', HTTP).help(
    'The address that people type, when a proxy stands in front. Its host is allowed.',
  ),
  ALLOWED_HOSTS: list('Server', HOST_NAME).help(
    'Further host names that requests may be addressed to, separated by commas.',
  ),
  TRUST_PROXY: flag('Server', false).help(
    'Take the client address from X-Forwarded-For. Only behind a proxy that sets it.',
  ),
  WATCH_PORT: int('Server', 0, 0, 65_535).help(
    'Another port, for monitoring: /healthz, /readyz and /metrics of this process, for every role and every Host header. 0: none.',
  ),
  RATE_LIMIT_PER_MINUTE: int('Server', 600, 10, 1_000_000).help(
    'Requests that one client may make in a minute before it gets 429; expensive ones count several times (docs/security.md). Each API process counts for itself.',
  ),
  LIVE_MAX_SOCKETS: int('Server', 4000, 10, 100_000).help(
    'Open pages that may follow live updates at the same time.',
  ),
  OVERLOAD_DELAY_MS: int('Server', 250, 10, 60_000).help(
    'When the event loop of the process is delayed by more than this, a share of requests is refused with 503.',
  ),
  OVERLOAD_REQUESTS: int('Server', 400, 10, 100_000).help(
    'Requests that are answered at the same time; more are refused with 503.',
  ),
  OVERLOAD_MEMORY_MB: int('Server', 0, 0, 10_000_000).help(
    'With more memory than this, the process refuses requests with 503. 0: three quarters of what the machine or its container has.',
  ),
  ADMIN_TOKEN: secret('Server', TOKEN).help(
    'The token that changes require. Unset: the first start creates one, prints it once and keeps only its hash.',
  ),

  ROLES: someOf('Process', ROLES, ROLES).help(
    'What this process does. `gamekeeper up --roles …` overrides it.',
  ),
  DATA_DIR: text('Process', './data', FOLDER).help(
    'Folder of all local state, relative to the working directory. Created if missing.',
  ),
  MIN_FREE_DISK_MB: int('Process', 1024, 50, 1_000_000).help(
    'Below this much free space, disk space is reported as low.',
  ),
  SHUTDOWN_SECONDS: int('Process', 5, 1, 300).help(
    'How long running work may take to end after SIGTERM before it is cut off.',
  ),
  GOODBYE_SECONDS: int('Process', 0, 0, 300).help(
    'How long after SIGTERM the API still answers while `/readyz` says 503, so that a proxy can take it out of rotation. 0: it closes at once.',
  ),
  LOG_LEVEL: oneOf('Process', 'info', ['debug', 'info', 'warn', 'error', 'silent']).help(
    'How much is logged.',
  ),
  LOG_FORMAT: oneOf('Process', 'auto', ['auto', 'pretty', 'json']).help(
    '`auto`: for people on a terminal, JSON lines otherwise.',
  ),

  DATABASE_URL: secretUrl('PostgreSQL', ['postgres:', 'postgresql:']).help(
    'A PostgreSQL (15 or newer) of your own. Unset: Gamekeeper runs its own.',
  ),
  DATABASE_CONNECTIONS: int('PostgreSQL', 8, 2, 100).help(
    'The most connections that one process opens for its own statements.',
  ),

  CLICKHOUSE_URL: secretUrl('ClickHouse', HTTP, ['chdb:']).help(
    'A ClickHouse server of your own. Unset: Gamekeeper runs its own engine.',
  ),
  CLICKHOUSE_DATABASE: text('ClickHouse', 'gamekeeper', DATABASE).help(
    'Database that holds the statistics. Created if missing.',
  ),
  CLICKHOUSE_CLUSTER: text('ClickHouse', '', CLUSTER).help(
    'The cluster that this server belongs to, as in its remote_servers. Tables are then replicated and distributed over its shards. Unset: a single server.',
  ),
  CLICKHOUSE_READERS: int('ClickHouse', 3, 1, 16).help(
    'Questions that the embedded engine answers at the same time.',
  ),
  QUERY_MAX_SECONDS: int('ClickHouse', 10, 1, 600).help('A question that takes longer is cut off.'),
  QUERY_MAX_MEMORY_MB: int('ClickHouse', 1000, 64, 1_000_000).help(
    'A question that needs more memory is cut off.',
  ),
  QUERY_MAX_ROWS: int('ClickHouse', 100_000, 1000, 100_000_000).help(
    'A question whose answer has more rows is refused.',
  ),

  JOB_CONCURRENCY: int('Jobs', 0, 0, 1000).help(
    'Jobs of one kind that a process runs at the same time at most. 0: as many as each kind allows.',
  ),
  JOB_LOG_DAYS: int('Jobs', 30, 1, 3650).help('How long the record of ended jobs is kept.'),

  RIOT_TFT_API_KEY: secret('Upstreams', RIOT_KEY).help(
    'Riot key for Teamfight Tactics. `RIOT_API_KEY` sets the keys of both games.',
  ),
  RIOT_LOL_API_KEY: secret('Upstreams', RIOT_KEY).help('Riot key for League of Legends.'),
  RIOT_BASE_URL: text('Upstreams', 'https://{route}.api.riotgames.com', RIOT_ADDRESS).help(
    'Address of the Riot API, with {route} in the place of the platform or region.',
  ),
  RIOT_PLATFORMS: someOf('Upstreams', ['na1', 'euw1', 'kr', 'sg2'], PLATFORMS).help(
    'The platforms whose ladders are followed.',
  ),
  RIOT_HTTP_TIMEOUT_MS: int('Upstreams', 10_000, 500, 120_000).help(
    'How long a response of Riot may take to begin, and again to end.',
  ),
  RIOT_MAX_RETRIES: int('Upstreams', 2, 0, 10).help(
    'How often a call is tried again when Riot is unavailable.',
  ),
  DDRAGON_URL: text('Upstreams', 'https://ddragon.leagueoflegends.com', HTTP_ADDRESS).help(
    'Address of Data Dragon: names and pictures of Teamfight Tactics.',
  ),
  CDRAGON_URL: text('Upstreams', 'https://raw.communitydragon.org', HTTP_ADDRESS).help(
    'Address of Community Dragon: traits and recipes.',
  ),
  API_FOOTBALL_KEY: secret('Upstreams', FOOTBALL_KEY).help('Key for API-Football.'),

  TFT_CRAWL_COOLDOWN_MINUTES: int('Teamfight Tactics', 10, 1, 1440).help(
    "Minimum time between two reads of a platform's ladder.",
  ),
  TFT_HISTORY_DAYS: int('Teamfight Tactics', 21, 1, 730).help(
    "How far back a player's matches are collected when the player is first seen. Three weeks always contain a patch and a part of the one before.",
  ),
  TFT_PLAYERS_PER_PLATFORM: int('Teamfight Tactics', 5000, 1, 1_000_000).help(
    "How far down a platform's ladder players are followed while calls are left over. The three highest tiers always are.",
  ),
  TFT_PATCHES_KEPT: int('Teamfight Tactics', 16, 1, 200).help(
    'How many patches stay in the statistics; older ones can be rebuilt from the stored bodies.',
  ),
  TFT_RANKS_PER_PLATFORM: int('Teamfight Tactics', 10_000, 0, 1_000_000).help(
    "How far down a platform's ladder ranks are read once in a cycle, so that players who are met in matches have a rank. 200 players cost one call, in the lowest lane.",
  ),
  TFT_STRICT_RANK_HOURS: int('Teamfight Tactics', 24, 0, 8760).help(
    'How old, in whole hours, a rank may be at the start of a match to count as strict. Older ranks, and ranks from after the start, count as nearest only.',
  ),

  LOL_HISTORY_FRESH_MINUTES: int('League of Legends', 15, 1, 10_080).help(
    'A history that was listed within this time is shown without a call to Riot.',
  ),
  LOL_REFRESH_COOLDOWN_SECONDS: int('League of Legends', 60, 0, 86_400).help(
    'Minimum time between two refreshes of a history.',
  ),
  ACCOUNT_SYNC_LAPSE_SECONDS: int('League of Legends', 60, 5, 3600).help(
    'A sync without a heartbeat for this long goes back to pending.',
  ),
  ACCOUNT_STALE_MINUTES: int('League of Legends', 60, 1, 43_200).help(
    'A sync that ended longer ago is repeated on a visit or by the schedule.',
  ),
  // From here on, the names that other collectors use for tracked players.
  QUEUE_PREFIX: text('League of Legends', 'lol', QUEUE_PREFIX).help(
    'What the names of the queues of tracked players begin with.',
  ),
  INGESTION_MAX_MATCHES_PER_RUN: int('League of Legends', 20, 1, 1000).help(
    'New matches that one run adds for a tracked player at most.',
  ),
  INGESTION_LOOKBACK_DAYS: int('League of Legends', 30, 1, 730).help(
    'How far back the matches of a newly tracked player are collected.',
  ),
  SCHEDULE_ENABLE: flag('League of Legends', true).help(
    'Collect tracked players, ranks and reports on schedule.',
  ),
  CRON_LATEST_EVERY: text('League of Legends', '0 */1 * * *', CRON).help(
    'When the newest matches are collected and stale accounts are synced.',
  ),
  CRON_RANK_DAILY: text('League of Legends', '0 3 * * *', CRON).help('When ranks are read.'),
  CRON_WEEKLY_REPORT: text('League of Legends', '0 4 * * 1', CRON).help('When weekly reports are made.'),
  TIME_ZONE: text('League of Legends', 'UTC', ZONE).help(
    'Time zone of these schedules, and of the weeks of players and groups without a zone of their own.',
  ),

  API_FOOTBALL_URL: text('Football', 'https://v3.football.api-sports.io', HTTP_ADDRESS).help(
    'Address of API-Football.',
  ),
  FOOTBALL_COMPETITIONS: text('Football', '39,140,135,78,61,2,3,848,1,4', COMPETITIONS).help(
    "The competitions that are followed, by API-Football's numbers, or `all`. Unset: the five big leagues, the European cups, the World Cup and the European Championship. Those of the practice world are always followed.",
  ),
  FOOTBALL_DAYS_AHEAD: int('Football', 2, 0, 14).help(
    'How many days after today fixtures are read in advance.',
  ),
  FOOTBALL_POLL_SECONDS: int('Football', 60, 5, 600).help(
    'How often matches in play are polled. A goal counts when three polls have reported it.',
  ),

  CLIP_SITES: list('Clips', SITES).help(
    'The built-in sites that are searched: `x`, `reddit`, `feed`. Read docs/clip-sites.md and the terms of each site first. Unset: none; in the practice world, its own.',
  ),
  CLIP_FEEDS: list('Clips', HTTP_ADDRESSES).help(
    'Addresses of RSS, Atom or JSON feeds for the site `feed`. `{query}` in one is replaced by the words of the search.',
  ),
  CLIP_MEDIA_HOSTS: list('Clips', MEDIA_HOST).help(
    'Further hosts that videos may come from, each with all names below it. `*`: any public host.',
  ),
  CLIP_SITES_FILE: text('Clips', '', PATH).help(
    'A JSON file with definitions of further sites (docs/clip-sites.md).',
  ),
  CLIP_SEARCHES: int('Clips', 10, 1, 60).help(
    'How often clips of one goal are searched for, a minute apart.',
  ),
  CLIP_SEARCH_MINUTES: int('Clips', 20, 1, 1440).help(
    'For how long after a goal is stable searches may begin.',
  ),
  CLIP_MAX_MB: int('Clips', 200, 1, 2000).help('A larger video is not downloaded.'),
  CLIP_KEEP_DAYS: int('Clips', 30, 0, 3650).help('How long archived clips are kept; 0 keeps them for ever.'),
  CLIP_ALLOWED_ADDRESSES: list('Clips', HOST_AND_PORT).help(
    'Private addresses that downloads may reach, as `host:port`: a site of your own. All other addresses that are not public are refused.',
  ),
  FFMPEG_PATH: text('Clips', '', PATH).help(
    'Which ffmpeg. Unset: the one on the PATH, or the one that npm installed.',
  ),
  FFPROBE_PATH: text('Clips', '', PATH).help('Which ffprobe. Unset: as for ffmpeg.'),
  YT_DLP_PATH: text('Clips', '', PATH).help('Which yt-dlp, for videos without an address of their own.'),
  BROWSER_PATH: text('Clips', '', PATH).help(
    'Which Chromium, for sites that need a browser. Unset: the one on the PATH, or the one that npm installed.',
  ),
  BROWSER_PROFILE_DIR: text('Clips', '', PATH).help(
    'The folder with your logins, one file per site. Unset: in the data directory.',
  ),

  S3_ENDPOINT: url('Objects', HTTP).help(
    'An S3 of your own for clips. Unset: a folder in the data directory.',
  ),
  S3_BUCKET: text('Objects', 'gamekeeper', BUCKET).help('The bucket. It must exist already.'),
  S3_REGION: text('Objects', 'us-east-1', S3_REGION).help('The region that requests are signed for.'),
  S3_ACCESS_KEY_ID: secret('Objects', S3_KEY).help('Access key ID for the S3.'),
  S3_SECRET_ACCESS_KEY: secret('Objects', S3_KEY).help('Secret access key for the S3.'),
  S3_FORCE_PATH_STYLE: flag('Objects', true).help(
    'The bucket stands in the path of the address, not in its host.',
  ),

  PRACTICE: oneOf('Practice world', 'auto', ['auto', 'on', 'off']).help(
    'The practice world simulates the upstreams with invented players and matches. `auto`: when no upstream key is set.',
  ),
  PRACTICE_URL: url('Practice world', ['http:']).help(
    'A practice world that another process runs (`gamekeeper practice`), at a loopback address. Unset: each process with the role worker runs its own.',
  ),
  PRACTICE_SEED: int('Practice world', 7, 0, 2_147_483_647).help('Another seed is another world.'),
  PRACTICE_PROFILE: oneOf('Practice world', 'production', ['personal', 'production', 'unlimited']).help(
    'Which kind of key its rate limits imitate.',
  ),
  PRACTICE_SPEED: int('Practice world', 1, 1, 10_000).help('How many seconds pass in it per real second.'),
  PRACTICE_POLL_SECONDS: int('Practice world', 15, 1, 600).help(
    'How often its matches in play are polled, in place of FOOTBALL_POLL_SECONDS.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

/**
 * Names that other programs of this field use. Each sets settings of ours that have no value of their own, or is answered
 * with what replaces it.
 */
export type OtherName = { readonly sets: readonly string[] } | { readonly instead: string };

export const OTHER_NAMES: Readonly<Record<string, OtherName>> = {
  RIOT_API_KEY: { sets: ['RIOT_TFT_API_KEY', 'RIOT_LOL_API_KEY'] },
  BULLMQ_CONCURRENCY: { sets: ['JOB_CONCURRENCY'] },
  BULLMQ_GLOBAL_RATE: {
    instead:
      'Rate limits are read from the responses of Riot and shared by all processes; there is nothing to set.',
  },
  REDIS_URL: {
    instead:
      'Redis is not used: jobs, locks and caches are in PostgreSQL (DATABASE_URL for a server of your own).',
  },
  Jobs__EnableMatchHistorySync: {
    instead: 'SCHEDULE_ENABLE=false turns off scheduled syncs of linked accounts and tracked players.',
  },
};

/** The other names that set this setting, in the order in which they are looked for. */
export function otherNamesOf(setting: string): string[] {
  return Object.entries(OTHER_NAMES).flatMap(([name, other]) =>
    'sets' in other && other.sets.includes(setting) ? [name] : [],
  );
}
