import { expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { findExposure } from './doctor-exposure.ts';

const TOKEN = 'gk_9aXw2-Lq7ZtB4vRk8mYc1dNs6hPf3uJe';

function foundWith(environment: Record<string, string>): string[] {
  const config = loadConfig({ environment, directory: '/there/is/no/such/directory' });
  return findExposure(config).map(({ message, hint }) => {
    expect(hint).toMatch(/\.$/);
    return message;
  });
}

test.each<[string, Record<string, string>]>([
  ['nothing at all', {}],
  ['a page behind a proxy on this machine', { PUBLIC_URL: 'https://games.example.org', TRUST_PROXY: 'true' }],
  ['a page for this machine under another name', { PUBLIC_URL: 'http://localhost:8750' }],
  [
    'stores of another machine, encrypted and with passwords of their own',
    {
      DATABASE_URL: 'postgres://gk:d93hfs8a@db.example.org/games?sslmode=verify-full',
      CLICKHOUSE_URL: 'https://gk:d93hfs8a@ch.example.org:8443',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_ACCESS_KEY_ID: 'gk',
      S3_SECRET_ACCESS_KEY: 'd93hfs8a2kd8',
    },
  ],
  [
    'stores of this machine, which need neither encryption nor password',
    { DATABASE_URL: 'postgres://gk@127.0.0.1/games', CLICKHOUSE_URL: 'http://[::1]:8123' },
  ],
  ['a socket of this machine', { DATABASE_URL: 'postgres://gk@%2Fvar%2Frun%2Fpostgresql/games' }],
  [
    'an address that only PostgreSQL understands',
    { DATABASE_URL: 'postgres://gk:pw@one:5432,two:5432/games' },
  ],
  ['upstreams of this machine', { RIOT_BASE_URL: 'http://127.0.0.1:9000/{route}' }],
  ['a clip site of the operator', { CLIP_ALLOWED_ADDRESSES: '10.0.0.5:8080' }],
  ['a random token', { ADMIN_TOKEN: TOKEN }],
])('finds nothing unwise in: %s', (_what, environment) => {
  expect(foundWith(environment)).toEqual([]);
});

test.each<[Record<string, string>, RegExp]>([
  [{ PUBLIC_URL: 'http://games.example.org', TRUST_PROXY: 'true' }, /^PUBLIC_URL begins with http:/],
  [{ HOST: '192.0.2.7', ALLOWED_HOSTS: 'games.lan' }, /^HOST=192\.0\.2\.7 .*\(PUBLIC_URL is unset\)$/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY is on, but PUBLIC_URL names no proxy/],
  [
    { TRUST_PROXY: 'true', HOST: '0.0.0.0', PUBLIC_URL: 'https://games.example.org' },
    /^TRUST_PROXY is on and HOST=0\.0\.0\.0/,
  ],
  [{ PUBLIC_URL: 'https://games.example.org' }, /TRUST_PROXY is off: all visitors are counted as one/],
  [{ DATABASE_URL: 'postgres://gk:d93hfs8a@db.lan/games' }, /^DATABASE_URL leads to db\.lan without/],
  [{ DATABASE_URL: 'postgres://gk:d93hfs8a@db.lan/games?sslmode=prefer' }, /^DATABASE_URL leads to db\.lan/],
  [
    { DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1/games' },
    /^DATABASE_URL has a well-known password/,
  ],
  [{ DATABASE_URL: 'postgres://gk@db.lan/games?sslmode=require' }, /^DATABASE_URL has a well-known password/],
  [{ CLICKHOUSE_URL: 'http://gk:d93hfs8a@ch.lan:8123' }, /^CLICKHOUSE_URL leads to ch\.lan without/],
  [{ CLICKHOUSE_URL: 'https://ch.lan:8443' }, /^CLICKHOUSE_URL has a well-known password/],
  [{ S3_ENDPOINT: 'http://s3.lan:9000' }, /^S3_ENDPOINT leads to s3\.lan without encryption: videos/],
  [{ S3_SECRET_ACCESS_KEY: 'minioadmin' }, /^S3_SECRET_ACCESS_KEY has a well-known password/],
  [
    { S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    /^S3_SECRET_ACCESS_KEY has a well-known/,
  ],
  [{ RIOT_BASE_URL: 'http://{route}.riot.lan' }, /^RIOT_BASE_URL leads to route\.riot\.lan .* the key/],
  [{ API_FOOTBALL_URL: 'http://football.lan' }, /^API_FOOTBALL_URL leads to football\.lan .* the key/],
  [{ ADMIN_TOKEN: 'a'.repeat(40) }, /^ADMIN_TOKEN is easy to guess/],
  [{ ADMIN_TOKEN: `change-me-${TOKEN}` }, /^ADMIN_TOKEN is easy to guess/],
  [{ CLIP_ALLOWED_ADDRESSES: '169.254.169.254:80' }, /^CLIP_ALLOWED_ADDRESSES opens 169\.254\.169\.254:80/],
])('warns about %j, with a hint', (environment, words) => {
  const found = foundWith(environment);
  expect(found).toEqual([expect.stringMatching(words)]);
  expect(found.join()).not.toMatch(/d93hfs8a|minioadmin|9aXw2/);
});
