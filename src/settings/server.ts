/** The settings of the web page and the API: where they listen, to whom, and how much at once. */
import { flag, integer, optionalSecret, optionalUrl, text, textList } from '#/domain/setting.ts';

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i;

export const SERVER_SETTINGS = {
  PORT: integer(
    { group: 'Server', describe: 'Port of the web page and the API; 0 takes any free one.' },
    { min: 0, max: 65_535, default: 8750 },
  ),
  HOST: text(
    {
      group: 'Server',
      describe:
        'Address to listen on. Anything but a loopback address also needs an admin token (`gamekeeper token`) and PUBLIC_URL or ALLOWED_HOSTS.',
    },
    { default: '127.0.0.1', pattern: /^[0-9a-z.:-]+$/i, expected: 'an IP address or host name' },
  ),
  PUBLIC_URL: optionalUrl(
    {
      group: 'Server',
      describe: 'The address people type, when a proxy stands in front. Its host is allowed.',
    },
    ['http:', 'https:'],
  ),
  ALLOWED_HOSTS: textList(
    {
      group: 'Server',
      describe: 'Further host names that requests may be addressed to, separated by commas.',
    },
    { item: HOST_NAME, expected: 'host names separated by commas, for example games.example.org' },
  ),
  TRUST_PROXY: flag(
    {
      group: 'Server',
      describe: 'Take the client address from X-Forwarded-For. Only behind a proxy that sets it.',
    },
    false,
  ),
  WATCH_PORT: integer(
    {
      group: 'Server',
      describe:
        'Another port, for machines that watch: /healthz, /readyz and /metrics of this process, whatever its roles and whatever host name they use. 0: none.',
    },
    { min: 0, max: 65_535, default: 0 },
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    {
      group: 'Server',
      describe:
        'Requests one client may make in a minute before it is answered 429; costly ones count several times (docs/security.md). Each API process counts for itself.',
    },
    { min: 10, max: 1_000_000, default: 600 },
  ),
  LIVE_MAX_SOCKETS: integer(
    {
      group: 'Server',
      describe: 'Pages that may be open at the same time, as far as they follow something live.',
    },
    { min: 10, max: 100_000, default: 4000 },
  ),
  OVERLOAD_DELAY_MS: integer(
    {
      group: 'Server',
      describe:
        'When the process is later than this with everything, it refuses a share of requests with 503.',
    },
    { min: 10, max: 60_000, default: 250 },
  ),
  OVERLOAD_REQUESTS: integer(
    { group: 'Server', describe: 'Requests that are answered at the same time; more are refused with 503.' },
    { min: 10, max: 100_000, default: 400 },
  ),
  OVERLOAD_MEMORY_MB: integer(
    {
      group: 'Server',
      describe:
        'With more memory than this, the process refuses requests with 503. 0: three quarters of what the machine or its container has.',
    },
    { min: 0, max: 10_000_000, default: 0 },
  ),
  ADMIN_TOKEN: optionalSecret(
    {
      group: 'Server',
      describe:
        'The token that changing things needs. Unset: the first start makes one, prints it once and keeps only its hash.',
    },
    { pattern: /^\S{32,200}$/, expected: '32 to 200 characters without spaces' },
  ),
} as const;
