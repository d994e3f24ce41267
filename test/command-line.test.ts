import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { makeDataDirectory, runCommand, runCommandHere } from './support/product.ts';

const directory = makeDataDirectory();
afterAll(directory.remove);

test('--help names every command', async () => {
  const { code, out } = await runCommandHere(directory.path, ['--help']);

  expect(code).toBe(0);
  for (const command of [
    'up',
    'migrate',
    'status',
    'doctor',
    'practice',
    'patch',
    'verify',
    'rebuild',
    'login',
    'token',
  ])
    expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
});

test('the help of one command names its options', async () => {
  const { code, out } = await runCommandHere(directory.path, ['up', '--help']);

  expect(code).toBe(0);
  expect(out).toContain('--roles api,worker,projector,scheduler');
});

test('--version is the one of package.json', async () => {
  expect(await runCommand(directory.path, ['--version'])).toMatchObject({
    code: 0,
    out: `${packageJson.version}\n`,
  });
});

test.each([
  ['no command at all', [], 2, ''],
  ['an unknown command', ['dance'], 2, 'There is no command "dance".'],
  ['an unknown option', ['up', '--loud'], 2, "Unknown option '--loud'"],
])(
  '%s is answered in words, with its exit code and without a stack',
  async (_what, args, expected, words) => {
    const { code, err } = await runCommandHere(directory.path, args);

    expect(code).toBe(expected);
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n\s+at /);
  },
);

test('`up` refuses an unknown role', async () => {
  const { code, err } = await runCommand(directory.path, ['up', '--roles', 'api,cook']);

  expect(code).toBe(1);
  expect(err).toContain('Expected a comma-separated list of api, worker, projector, scheduler.');
});

test('`up` reports a taken port before it starts anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };

  const { code, err } = await runCommand(directory.path, ['up'], { PORT: String(port) });

  expect(code).toBe(1);
  expect(err).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(err).toContain('PORT=');
  expect(readdirSync(directory.path)).not.toContain('postgres');
});

test('`up` refuses an address that others can reach without token and public name', async () => {
  const { code, err } = await runCommand(directory.path, ['up'], { HOST: '0.0.0.0' });

  expect(code).toBe(1);
  expect(err).toMatch(/refuses to listen on 0\.0\.0\.0[\s\S]*gamekeeper token[\s\S]*PUBLIC_URL/);
});

test('every command reports all wrong settings at once', async () => {
  const { code, err } = await runCommandHere(directory.path, ['status'], { PORT: 'x', LOG_LEVEL: 'y' });

  expect(code).toBe(1);
  expect(err).toMatch(/2 settings are wrong:[\s\S]*PORT[\s\S]*LOG_LEVEL/);
});

test('`status` reports with its exit code that nothing runs', async () => {
  const { code, out } = await runCommandHere(directory.path, ['status'], { PORT: '1' });

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ running: false, url: 'http://127.0.0.1:1' });
});

interface Finding {
  readonly event: string;
  readonly check?: string;
  readonly level?: string;
  readonly message?: string;
  readonly hint?: string | null;
}

async function doctor(more: Record<string, string>) {
  const { code, out } = await runCommand(directory.path, ['doctor'], more);
  const lines = out.split('\n').filter(Boolean);
  return { code, findings: lines.map((line) => JSON.parse(line) as Finding) };
}

function write(name: string, text: string, mode: number): string {
  const path = join(directory.path, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test('`doctor` finds what is wrong and says what to do', async () => {
  write('.env', 'PORT=1\n', 0o644);
  const { code, findings } = await doctor({
    MIN_FREE_DISK_MB: '1000000',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:1/none',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  });
  const errors = findings.filter(({ level }) => level === 'error').map(({ check }) => check);

  expect(code).toBe(1);
  expect(errors).toEqual(['settings', 'disk', 'PostgreSQL', 'ClickHouse']);
  expect(findings.filter(({ level, hint }) => level !== 'ok' && !hint).map(({ event }) => event)).toEqual([
    'summary',
  ]);
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'settings', level: 'warning', hint: 'chmod 600 .env' }),
  );
});

test('`doctor` reports secrets that others can read, a folder that they can write, and settings that are unwise', async () => {
  chmodSync(directory.path, 0o777);
  onTestFinished(() => chmodSync(directory.path, 0o755));
  const open = write('tft-key', 'RGAPI-01234567-89ab-cdef-0123-456789abcdef', 0o644);
  const closed = write('lol-key', 'RGAPI-01234567-89ab-cdef-0123-456789abcdef', 0o600);
  const settings = write('.env', 'ADMIN_TOKEN=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n', 0o604);
  onTestFinished(() => rmSync(settings));

  const { code, findings } = await doctor({
    RIOT_TFT_API_KEY_FILE: open,
    RIOT_LOL_API_KEY_FILE: 'lol-key',
    RIOT_BASE_URL: 'http://127.0.0.1:1/{route}',
    TRUST_PROXY: 'true',
  });
  const found = findings.filter(({ check }) => check === 'security');
  const messages = found.map(({ message }) => message).join('\n');

  expect(code).toBe(0);
  expect(found.every(({ level, hint }) => level === 'warning' && Boolean(hint))).toBe(true);
  expect(messages).toContain(`RIOT_TFT_API_KEY is in ${open}, which other users of this machine can read`);
  expect(messages).toContain(`ADMIN_TOKEN is in ${settings}, which other users`);
  expect(messages).toContain(`${directory.path} can be written by other users of this machine`);
  expect(messages).toContain('ADMIN_TOKEN is easy to guess');
  expect(messages).toContain('TRUST_PROXY is on');
  expect(messages.includes('runs as root')).toBe(process.getuid?.() === 0);
  expect(messages).not.toContain(closed);
  expect(messages).not.toMatch(/RGAPI|aaaa/);
});

/** What lies in the repository, in order. */
function migrations(): string[] {
  return readdirSync(join(import.meta.dirname, '../migrations/postgres'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .toSorted();
}

test('on a fresh directory `token` and `migrate` start the stores, do their work and stop them', async () => {
  const fresh = makeDataDirectory();
  try {
    const migrated = await runCommand(fresh.path, ['migrate']);
    const made = await runCommand(fresh.path, ['token']);

    expect(migrated).toMatchObject({
      code: 0,
      out: expect.stringContaining(`"applied":${JSON.stringify(migrations())}`),
    });
    expect(migrated.out).toContain(
      '"store":"ClickHouse","applied":["tft_board","tft_unit","tft_item","lol_participant"]',
    );
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/"token":"gk_[\w-]{43}"/) });
  } finally {
    fresh.remove();
  }
});
