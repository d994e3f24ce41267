import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataDirectory, runCommand } from '../support/product.ts';

interface Said {
  readonly check?: string;
  readonly level?: string;
  readonly message?: string;
  readonly hint?: string | null;
}

test('`doctor` tells secrets that others can read, a folder that they can write, and settings that are unwise', async () => {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);
  chmodSync(directory.path, 0o777);
  const write = (name: string, text: string, mode: number): string => {
    const path = join(directory.path, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const open = write('tft-key', 'RGAPI-01234567-89ab-cdef-0123-456789abcdef', 0o644);
  const closed = write('lol-key', 'RGAPI-01234567-89ab-cdef-0123-456789abcdef', 0o600);
  write('.env', 'ADMIN_TOKEN=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n', 0o604);

  const { out, code } = await runCommand(directory.path, ['doctor'], {
    RIOT_TFT_API_KEY_FILE: open,
    RIOT_LOL_API_KEY_FILE: 'lol-key',
    RIOT_BASE_URL: 'http://127.0.0.1:1/{route}',
    TRUST_PROXY: 'true',
  });
  const found = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Said)
    .filter(({ check }) => check === 'security');
  const messages = found.map(({ message }) => message).join('\n');

  expect(code).toBe(0);
  expect(found.every(({ level, hint }) => level === 'warning' && Boolean(hint))).toBe(true);
  expect(messages).toContain(`RIOT_TFT_API_KEY is in ${open}, which other users of this machine can read`);
  expect(messages).toContain(`ADMIN_TOKEN is in ${join(directory.path, '.env')}, which other users`);
  expect(messages).toContain(`${directory.path} can be written by other users of this machine`);
  expect(messages).toContain('ADMIN_TOKEN is easy to guess');
  expect(messages).toContain('TRUST_PROXY is on');
  expect(messages.includes('runs as root')).toBe(process.getuid?.() === 0);
  expect(messages).not.toContain(closed);
  expect(messages).not.toMatch(/RGAPI|aaaa/);
});
