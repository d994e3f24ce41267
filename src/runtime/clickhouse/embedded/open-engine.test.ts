import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withMounts } from '../../../../test/support/conditional-test.ts';
import { moveAside } from './open-engine.ts';

const NOW = new Date('2026-11-19T13:59:18.350Z');
const MOVED = 'clickhouse.moved-2026-11-19T13-59-18-350Z';

function makeDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'gamekeeper-moved-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, 'clickhouse');
  mkdirSync(directory);
  return directory;
}

test('a folder is moved beside itself, and an empty one takes its place', async () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, 'engine'), '');

  expect(await moveAside(directory, NOW)).toBe(join(directory, '..', MOVED));
  expect(readdirSync(join(directory, '..', MOVED))).toEqual(['engine']);
  expect(readdirSync(directory)).toEqual([]);
});

withMounts(
  'the contents of a mount point are moved into a folder in it, and what was moved before stays',
  async () => {
    const directory = makeDirectory();
    try {
      execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', directory], { stdio: 'pipe' });
    } catch {
      return; // Root of a container, without the right to mount.
    }
    try {
      mkdirSync(join(directory, 'clickhouse.moved-before'));
      writeFileSync(join(directory, 'engine'), '');

      expect(await moveAside(directory, NOW)).toBe(join(directory, MOVED));
      expect(readdirSync(join(directory, MOVED))).toEqual(['engine']);
      expect(readdirSync(directory)).toEqual([MOVED, 'clickhouse.moved-before']);
      expect(existsSync(join(directory, 'engine'))).toBe(false);
    } finally {
      execFileSync('umount', [directory], { stdio: 'pipe' });
    }
  },
);
