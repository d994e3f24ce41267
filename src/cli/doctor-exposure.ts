/**
 * Settings that are allowed, and unwise: what can be read on its way, what can be reached by strangers, what anybody could guess. Pure; a
 * value that is a secret is never told, only whose it is.
 */
import type { Config } from '#/config.ts';
import { isLoopback } from '#/http/bind-policy.ts';
import type { Finding } from './finding.ts';

/** What installers, tutorials and test servers begin with. */
const KNOWN_WORDS = new Set(
  'admin administrator changeme clickhouse default gamekeeper guest minio minio123 minioadmin password postgres root rustfsadmin s3rver secret test'.split(
    ' ',
  ),
);
const EXAMPLES = /change.?me|example|your.?(key|token|secret)/i;
const FEWEST_DIFFERENT_CHARACTERS = 10;
const ENCRYPTED = /^(require|verify-ca|verify-full|no-verify|true|1)$/;
/** Where clouds hand out the keys of a machine to whoever asks from it. */
const METADATA = /^(169\.254\.|100\.100\.100\.200:|metadata\.)/i;

export function findExposure(config: Config): Finding[] {
  return [
    ...findPublicPage(config),
    ...findPlainConnections(config),
    ...findGuessable(config),
    ...findOpenGuard(config),
  ];
}

function findPublicPage({ HOST, PUBLIC_URL, ALLOWED_HOSTS, TRUST_PROXY }: Config): Finding[] {
  const findings: Finding[] = [];
  const address = readUrl(PUBLIC_URL);
  const isPublic = address !== undefined && !isLoopback(address.hostname);
  if (isPublic && address.protocol === 'http:')
    findings.push(
      unwise(
        'PUBLIC_URL begins with http: the admin token can be read on its way',
        'Let a proxy in front speak https, and say so in PUBLIC_URL.',
      ),
    );
  if (!isLoopback(HOST) && PUBLIC_URL === undefined && ALLOWED_HOSTS.length > 0)
    findings.push(
      unwise(
        `HOST=${HOST} is reachable from outside, and nothing says that it is by https (PUBLIC_URL is unset)`,
        'Put a proxy that speaks https in front, set PUBLIC_URL to its address, and leave HOST at 127.0.0.1.',
      ),
    );
  if (TRUST_PROXY && PUBLIC_URL === undefined)
    findings.push(
      unwise(
        'TRUST_PROXY is on, but PUBLIC_URL names no proxy: without one, every visitor can choose the address that is counted',
        'Set PUBLIC_URL to the address of the proxy, or TRUST_PROXY=false.',
      ),
    );
  if (TRUST_PROXY && !isLoopback(HOST))
    findings.push(
      unwise(
        `TRUST_PROXY is on and HOST=${HOST}: whoever reaches this port past the proxy can choose the address that is counted`,
        'Let only the proxy reach it: HOST=127.0.0.1, or a network of its own.',
      ),
    );
  if (!TRUST_PROXY && isPublic && isLoopback(HOST))
    findings.push(
      unwise(
        'PUBLIC_URL says that a proxy stands in front, but TRUST_PROXY is off: all visitors are counted as one',
        'Set TRUST_PROXY=true if the proxy sets X-Forwarded-For.',
      ),
    );
  return findings;
}

function findPlainConnections(config: Config): Finding[] {
  const findings: Finding[] = [];
  const plain = (setting: string, host: string, what: string, hint: string): number =>
    findings.push(
      unwise(`${setting} leads to ${host} without encryption: ${what} can be read on the way`, hint),
    );
  const database = readUrl(config.DATABASE_URL?.reveal());
  if (database !== undefined && !isLocalStore(database) && !isEncrypted(database))
    plain('DATABASE_URL', database.hostname, 'password and data', 'Add ?sslmode=verify-full to it.');
  for (const [setting, address, what] of [
    ['CLICKHOUSE_URL', config.CLICKHOUSE_URL?.reveal(), 'password and data'],
    ['S3_ENDPOINT', config.S3_ENDPOINT, 'videos'],
    ['RIOT_BASE_URL', config.RIOT_BASE_URL.replace('{route}', 'route'), 'the key'],
    ['API_FOOTBALL_URL', config.API_FOOTBALL_URL, 'the key'],
  ] as const) {
    const url = readUrl(address);
    if (url?.protocol === 'http:' && !isLoopback(url.hostname))
      plain(setting, url.hostname, what, 'Use https, or a network that nobody else is in.');
  }
  return findings;
}

function findGuessable(config: Config): Finding[] {
  const findings: Finding[] = [];
  const token = config.ADMIN_TOKEN?.reveal();
  if (token !== undefined && (new Set(token).size < FEWEST_DIFFERENT_CHARACTERS || EXAMPLES.test(token)))
    findings.push(
      unwise(
        'ADMIN_TOKEN is easy to guess',
        'Unset it, and `gamekeeper token` makes one of 256 random bits.',
      ),
    );
  const passwords = {
    DATABASE_URL: passwordOf(readUrl(config.DATABASE_URL?.reveal())),
    CLICKHOUSE_URL: passwordOf(readUrl(config.CLICKHOUSE_URL?.reveal())),
    S3_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY?.reveal(),
  };
  for (const [setting, password] of Object.entries(passwords)) {
    if (password !== undefined && isKnown(password))
      findings.push(
        unwise(`${setting} has a password that everybody knows`, 'Choose another one there and here.'),
      );
  }
  return findings;
}

function findOpenGuard({ CLIP_ALLOWED_ADDRESSES }: Config): Finding[] {
  return CLIP_ALLOWED_ADDRESSES.filter((address) => METADATA.test(address)).map((address) =>
    unwise(
      `CLIP_ALLOWED_ADDRESSES opens ${address} to pages of strangers: machines in a cloud get their keys there`,
      'Take it out; only a clip site of your own belongs there.',
    ),
  );
}

/** No password at all is for a server on this machine, which may know us by other means. */
function passwordOf(url: URL | undefined): string | undefined {
  return url === undefined || (url.password === '' && isLocalStore(url)) ? undefined : url.password;
}

function isKnown(password: string): boolean {
  return password === '' || KNOWN_WORDS.has(password.toLowerCase()) || EXAMPLES.test(password);
}

/** PostgreSQL knows addresses that are none elsewhere, with several hosts or with none; of those nothing is said. */
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

function unwise(message: string, hint: string): Finding {
  return { check: 'security', level: 'warning', message, hint };
}
