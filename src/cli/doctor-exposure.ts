/**
 * Settings that are allowed but unwise: connections that can be read on the way, ports that strangers reach, passwords that can be
 * guessed. Pure; a message names the setting of a secret, never its value.
 */
import type { Config } from '#/config.ts';
import { isLoopback } from '#/http/bind-policy.ts';
import { warning, type Finding } from './finding.ts';

/** Defaults of installers, tutorials and test servers. */
const KNOWN_WORDS = new Set(
  'admin administrator changeme clickhouse default gamekeeper guest minio minio123 minioadmin password postgres root rustfsadmin s3rver secret test'.split(
    ' ',
  ),
);
const EXAMPLES = /change.?me|example|your.?(key|token|secret)/i;
const MIN_DIFFERENT_CHARACTERS = 10;
const ENCRYPTED = /^(require|verify-ca|verify-full|no-verify|true|1)$/;
/** Where clouds give the keys of a machine to every program on it. */
const METADATA = /^(169\.254\.|100\.100\.100\.200:|metadata\.)/i;

type Rule = readonly [applies: boolean, message: string, hint: string];

export function findExposure(config: Config): Finding[] {
  return [
    ...pageRules(config),
    ...connectionRules(config),
    ...secretRules(config),
    ...guardRules(config),
  ].flatMap(([applies, message, hint]) => (applies ? [warning('security', message, hint)] : []));
}

function pageRules({ HOST, PUBLIC_URL, ALLOWED_HOSTS, TRUST_PROXY }: Config): Rule[] {
  const page = readUrl(PUBLIC_URL);
  const isPublic = page !== undefined && !isLoopback(page.hostname);
  const isOpen = !isLoopback(HOST);
  return [
    [
      isPublic && page.protocol === 'http:',
      'PUBLIC_URL begins with http: the admin token can be read on the way',
      'Let a proxy in front speak https, and say so in PUBLIC_URL.',
    ],
    [
      isOpen && PUBLIC_URL === undefined && ALLOWED_HOSTS.length > 0,
      `HOST=${HOST} is reachable from outside, and nothing says that it is by https (PUBLIC_URL is unset)`,
      'Put a proxy that speaks https in front, set PUBLIC_URL to its address, and leave HOST at 127.0.0.1.',
    ],
    [
      TRUST_PROXY && PUBLIC_URL === undefined,
      'TRUST_PROXY is on, but PUBLIC_URL names no proxy: without one, every visitor can choose the address that is counted',
      'Set PUBLIC_URL to the address of the proxy, or TRUST_PROXY=false.',
    ],
    [
      TRUST_PROXY && isOpen,
      `TRUST_PROXY is on and HOST=${HOST}: a client that reaches this port past the proxy can choose the address that is counted`,
      'Let only the proxy reach it: HOST=127.0.0.1, or a network of its own.',
    ],
    [
      !TRUST_PROXY && isPublic && !isOpen,
      'PUBLIC_URL says that a proxy stands in front, but TRUST_PROXY is off: all visitors are counted as one',
      'Set TRUST_PROXY=true if the proxy sets X-Forwarded-For.',
    ],
  ];
}

function connectionRules(config: Config): Rule[] {
  const database = readUrl(config.DATABASE_URL?.reveal());
  const isPlainDatabase = database !== undefined && !isLocalStore(database) && !isEncrypted(database);
  const others = [
    ['CLICKHOUSE_URL', config.CLICKHOUSE_URL?.reveal(), 'password and data'],
    ['S3_ENDPOINT', config.S3_ENDPOINT, 'videos'],
    ['RIOT_BASE_URL', config.RIOT_BASE_URL.replace('{route}', 'route'), 'the key'],
    ['API_FOOTBALL_URL', config.API_FOOTBALL_URL, 'the key'],
  ] as const;
  return [
    plain('DATABASE_URL', database, isPlainDatabase, 'password and data', 'Add ?sslmode=verify-full to it.'),
    ...others.map(([setting, address, what]) => {
      const url = readUrl(address);
      const isPlain = url?.protocol === 'http:' && !isLoopback(url.hostname);
      return plain(setting, url, isPlain, what, 'Use https, or a private network.');
    }),
  ];
}

function plain(setting: string, url: URL | undefined, isPlain: boolean, what: string, hint: string): Rule {
  const message = `${setting} leads to ${url?.hostname} without encryption: ${what} can be read on the way`;
  return [isPlain, message, hint];
}

function secretRules(config: Config): Rule[] {
  const token = config.ADMIN_TOKEN?.reveal();
  const isWeak =
    token !== undefined && (new Set(token).size < MIN_DIFFERENT_CHARACTERS || EXAMPLES.test(token));
  const passwords = {
    DATABASE_URL: passwordOf(readUrl(config.DATABASE_URL?.reveal())),
    CLICKHOUSE_URL: passwordOf(readUrl(config.CLICKHOUSE_URL?.reveal())),
    S3_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY?.reveal(),
  };
  return [
    [
      isWeak,
      'ADMIN_TOKEN is easy to guess',
      'Unset it, and `gamekeeper token` makes one of 256 random bits.',
    ],
    ...Object.entries(passwords).map(([setting, password]): Rule => [
      password !== undefined && isKnown(password),
      `${setting} has a well-known password`,
      'Choose another one there and here.',
    ]),
  ];
}

function guardRules({ CLIP_ALLOWED_ADDRESSES }: Config): Rule[] {
  return CLIP_ALLOWED_ADDRESSES.map((address) => [
    METADATA.test(address),
    `CLIP_ALLOWED_ADDRESSES opens ${address} to pages of strangers: machines in a cloud get their keys there`,
    'Remove it; only a clip site of your own belongs there.',
  ]);
}

/** A server on this machine may need no password. */
function passwordOf(url: URL | undefined): string | undefined {
  return url === undefined || (url.password === '' && isLocalStore(url)) ? undefined : url.password;
}

function isKnown(password: string): boolean {
  return password === '' || KNOWN_WORDS.has(password.toLowerCase()) || EXAMPLES.test(password);
}

/** Undefined for addresses that only PostgreSQL understands, with several hosts or none; they are not checked. */
function readUrl(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

function isLocalStore({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
}

function isEncrypted({ searchParams }: URL): boolean {
  return ENCRYPTED.test(searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '');
}
