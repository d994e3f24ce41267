/** Every setting there is: its name, what it means, what is allowed, and what it is when nobody says. The order is that of the documents. */
import { PLATFORMS } from '#/domain/riot/routing.ts';
import {
  integer,
  oneOf,
  optionalSecret,
  optionalSecretUrl,
  optionalUrl,
  someOf,
  text,
  type Setting,
} from '#/domain/setting.ts';
import { FOOTBALL_SETTINGS } from './settings/football.ts';
import { LOL_SETTINGS } from './settings/league-of-legends.ts';
import { SERVER_SETTINGS } from './settings/server.ts';

export { OTHER_NAMES, otherNamesOf } from './settings/other-names.ts';

export const ROLES = ['api', 'worker', 'projector', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

const RIOT_KEY = { pattern: /^RGAPI-[0-9a-f-]{36}$/i, expected: 'a Riot key: RGAPI- and 36 more characters' };

export const SETTINGS = {
  ...SERVER_SETTINGS,
  ROLES: someOf(
    { group: 'Process', describe: 'What this process does. `gamekeeper up --roles …` overrides it.' },
    ROLES,
    ROLES,
  ),
  DATA_DIR: text(
    {
      group: 'Process',
      describe: 'Folder of all local state, relative to the working directory. Created if missing.',
    },
    { default: './data', expected: 'a folder' },
  ),
  MIN_FREE_DISK_MB: integer(
    { group: 'Process', describe: 'Below this much free space, disk space is reported as low.' },
    { min: 50, max: 1_000_000, default: 1024 },
  ),
  SHUTDOWN_SECONDS: integer(
    {
      group: 'Process',
      describe: 'How long running work may take to end after SIGTERM before it is cut off.',
    },
    { min: 1, max: 300, default: 5 },
  ),
  GOODBYE_SECONDS: integer(
    {
      group: 'Process',
      describe:
        'How long after SIGTERM the API still answers while `/readyz` says 503, so that a proxy can look elsewhere. 0: it closes at once.',
    },
    { min: 0, max: 300, default: 0 },
  ),
  LOG_LEVEL: oneOf(
    { group: 'Process', describe: 'How much is logged.' },
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  LOG_FORMAT: oneOf(
    { group: 'Process', describe: '`auto`: for people on a terminal, JSON lines otherwise.' },
    ['auto', 'pretty', 'json'],
    'auto',
  ),
  DATABASE_URL: optionalSecretUrl(
    {
      group: 'PostgreSQL',
      describe: 'A PostgreSQL (15 or newer) of your own. Unset: Gamekeeper runs its own.',
    },
    ['postgres:', 'postgresql:'],
  ),
  DATABASE_CONNECTIONS: integer(
    { group: 'PostgreSQL', describe: 'The most connections that one process opens for its own statements.' },
    { min: 2, max: 100, default: 8 },
  ),
  CLICKHOUSE_URL: optionalSecretUrl(
    {
      group: 'ClickHouse',
      describe: 'A ClickHouse server of your own. Unset: Gamekeeper runs its own engine.',
    },
    ['http:', 'https:'],
  ),
  CLICKHOUSE_DATABASE: text(
    { group: 'ClickHouse', describe: 'Database that holds the statistics. Created if missing.' },
    {
      default: 'gamekeeper',
      pattern: /^[a-z_][a-z0-9_]{0,62}$/,
      expected: 'lower-case letters, digits and underscores',
    },
  ),
  CLICKHOUSE_CLUSTER: text(
    {
      group: 'ClickHouse',
      describe:
        'The cluster that this server belongs to, as in its remote_servers. Tables are then replicated and dealt to its shards. Unset: a server that is alone.',
    },
    {
      default: '',
      pattern: /^[a-z_][a-z0-9_-]{0,62}$/i,
      expected: 'the name of a cluster: letters, digits, underscores and hyphens',
    },
  ),
  CLICKHOUSE_READERS: integer(
    { group: 'ClickHouse', describe: 'Questions that the embedded engine answers at the same time.' },
    { min: 1, max: 16, default: 3 },
  ),
  QUERY_MAX_SECONDS: integer(
    { group: 'ClickHouse', describe: 'A question that takes longer is cut off.' },
    { min: 1, max: 600, default: 10 },
  ),
  QUERY_MAX_MEMORY_MB: integer(
    { group: 'ClickHouse', describe: 'A question that needs more memory is cut off.' },
    { min: 64, max: 1_000_000, default: 1000 },
  ),
  QUERY_MAX_ROWS: integer(
    { group: 'ClickHouse', describe: 'A question that answers with more rows is refused.' },
    { min: 1000, max: 100_000_000, default: 100_000 },
  ),
  JOB_CONCURRENCY: integer(
    {
      group: 'Jobs',
      describe:
        'Jobs of one kind that a process runs at the same time at most. 0: as many as each kind allows.',
    },
    { min: 0, max: 1_000, default: 0 },
  ),
  JOB_LOG_DAYS: integer(
    { group: 'Jobs', describe: 'How long the record of ended jobs is kept.' },
    { min: 1, max: 3650, default: 30 },
  ),
  RIOT_TFT_API_KEY: optionalSecret(
    {
      group: 'Upstreams',
      describe: 'Riot key for Teamfight Tactics. `RIOT_API_KEY` sets the keys of both games.',
    },
    RIOT_KEY,
  ),
  RIOT_LOL_API_KEY: optionalSecret(
    { group: 'Upstreams', describe: 'Riot key for League of Legends.' },
    RIOT_KEY,
  ),
  RIOT_BASE_URL: text(
    {
      group: 'Upstreams',
      describe: 'Where Riot is asked, with {route} in the place of the platform or region.',
    },
    {
      default: 'https://{route}.api.riotgames.com',
      pattern: /^https?:\/\/\S*\{route\}\S*$/,
      expected: 'an http or https address with {route} in it',
    },
  ),
  RIOT_PLATFORMS: someOf(
    { group: 'Upstreams', describe: 'The platforms whose ladders are followed.' },
    PLATFORMS,
    ['na1', 'euw1', 'kr', 'sg2'],
  ),
  RIOT_HTTP_TIMEOUT_MS: integer(
    { group: 'Upstreams', describe: 'How long one answer of Riot may take to begin, and again to end.' },
    { min: 500, max: 120_000, default: 10_000 },
  ),
  RIOT_MAX_RETRIES: integer(
    { group: 'Upstreams', describe: 'How often a call is tried again when Riot is unavailable.' },
    { min: 0, max: 10, default: 2 },
  ),
  DDRAGON_URL: text(
    {
      group: 'Upstreams',
      describe: 'Where names and pictures of Teamfight Tactics are asked for (Data Dragon).',
    },
    {
      default: 'https://ddragon.leagueoflegends.com',
      pattern: /^https?:\/\/\S+$/,
      expected: 'an http or https address',
    },
  ),
  CDRAGON_URL: text(
    { group: 'Upstreams', describe: 'Where traits and recipes are asked for (Community Dragon).' },
    {
      default: 'https://raw.communitydragon.org',
      pattern: /^https?:\/\/\S+$/,
      expected: 'an http or https address',
    },
  ),
  API_FOOTBALL_KEY: optionalSecret(
    { group: 'Upstreams', describe: 'Key for API-Football.' },
    { pattern: /^[0-9a-z]{32}$/i, expected: '32 letters and digits' },
  ),
  TFT_CRAWL_COOLDOWN_MINUTES: integer(
    {
      group: 'Teamfight Tactics',
      describe: "At least so long lies between two readings of a platform's ladder.",
    },
    { min: 1, max: 1_440, default: 10 },
  ),
  TFT_HISTORY_DAYS: integer(
    {
      group: 'Teamfight Tactics',
      describe:
        "How far back a player's games are collected when the player is first seen. Three weeks always hold a patch and a part of the one before.",
    },
    { min: 1, max: 730, default: 21 },
  ),
  TFT_PLAYERS_PER_PLATFORM: integer(
    {
      group: 'Teamfight Tactics',
      describe:
        "How far down a platform's ladder players are followed while calls are left over. The three highest tiers always are.",
    },
    { min: 1, max: 1_000_000, default: 5_000 },
  ),
  TFT_PATCHES_KEPT: integer(
    {
      group: 'Teamfight Tactics',
      describe: 'How many patches stay in the statistics; older ones can be rebuilt from what is kept.',
    },
    { min: 1, max: 200, default: 16 },
  ),
  TFT_RANKS_PER_PLATFORM: integer(
    {
      group: 'Teamfight Tactics',
      describe:
        "How far down a platform's ladder ranks are read once in a cycle, so that players who are met in matches have a rank. 200 players cost one call, in the lowest lane.",
    },
    { min: 0, max: 1_000_000, default: 10_000 },
  ),
  TFT_STRICT_RANK_HOURS: integer(
    {
      group: 'Teamfight Tactics',
      describe:
        'How old, in whole hours, a rank may be at the start of a match to count as strict. Older ranks, and ranks from after the start, count as nearest only.',
    },
    { min: 0, max: 8_760, default: 24 },
  ),
  ...LOL_SETTINGS,
  ...FOOTBALL_SETTINGS,
  PRACTICE: oneOf(
    {
      group: 'Practice world',
      describe:
        'The practice world plays the upstreams with invented players and games. `auto`: when no upstream key is set.',
    },
    ['auto', 'on', 'off'],
    'auto',
  ),
  PRACTICE_URL: optionalUrl(
    {
      group: 'Practice world',
      describe:
        'A practice world that another process runs (`gamekeeper practice`), at a loopback address. Unset: each process with the role worker runs its own.',
    },
    ['http:'],
  ),
  PRACTICE_SEED: integer(
    { group: 'Practice world', describe: 'Another seed is another world.' },
    { min: 0, max: 2_147_483_647, default: 7 },
  ),
  PRACTICE_PROFILE: oneOf(
    { group: 'Practice world', describe: 'Whose limits it enforces: those of such a key.' },
    ['personal', 'production', 'unlimited'],
    'production',
  ),
  PRACTICE_SPEED: integer(
    { group: 'Practice world', describe: 'How many of its seconds pass in one of ours.' },
    { min: 1, max: 10_000, default: 1 },
  ),
  PRACTICE_POLL_SECONDS: integer(
    {
      group: 'Practice world',
      describe: 'How often its matches in play are asked about, in place of FOOTBALL_POLL_SECONDS.',
    },
    { min: 1, max: 600, default: 15 },
  ),
} as const satisfies Record<string, Setting<unknown>>;
