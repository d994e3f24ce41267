import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataDirectory } from './data-directory.ts';

let parent: string;
let directory: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'gamekeeper-trusted-')));
  directory = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

test('creates a missing folder, and accepts one below a sticky folder that all users can write', () => {
  chmodSync(parent, 0o1777);

  openDataDirectory(directory);

  expect(statSync(directory).isDirectory()).toBe(true);
});

test('refuses a folder that all users can write, sticky or not', () => {
  mkdirSync(directory);
  for (const mode of [0o777, 0o1777]) {
    chmodSync(directory, mode);
    expect(() => openDataDirectory(directory)).toThrow(
      `DATA_DIR is ${directory}, which other users of this machine can change (owner uid ${process.getuid?.()}, mode ${mode.toString(8)}).`,
    );
  }
});

test('refuses a folder that others can replace, because all users can write the folder above it', () => {
  mkdirSync(directory);
  chmodSync(parent, 0o777);

  expect(() => openDataDirectory(directory)).toThrow(
    `every user of this machine can replace ${directory}: ${parent} has mode 777`,
  );
});
