/**
 * The first start of a bare clone while another user has prepared the temporary folder. Node's compile cache, which vite
 * turns on, takes code from `$TMPDIR/node-compile-cache/<version>-<uid>` regardless of its owner, and writes there what is missing.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findServiceUser } from '../../src/runtime/postgres/embedded/files.ts';
import { FEW_GAMES, root, startByLauncher, stopProduct, STOPPED, WITHOUT_CLIPS } from '../support/product.ts';

const SOURCES = [
  'bin',
  'migrations',
  'practice',
  'src',
  'ui',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** An id that is neither root's nor the victim's; no account is needed to own files. */
const ATTACKER = 54_321;

let place: string;
let clone: string;
let hostile: string;
/** Undefined: the tests run as an ordinary user, who is the victim and also owns what is planted. */
let victim: { readonly uid: number; readonly gid: number } | undefined;

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'gk-hostile-')));
  chmodSync(place, 0o755);
  clone = join(place, 'clone');
  hostile = join(place, 'tmp');
  victim = process.getuid?.() === 0 ? await findServiceUser() : undefined;
  mkdirSync(clone);
  for (const name of SOURCES) cpSync(join(root, name), join(clone, name), { recursive: true });
  mkdirSync(join(clone, 'node_modules'));
  if (victim !== undefined) giveAway(clone, victim.uid, victim.gid);
  linkPackages();
  plant();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Packages as npm would have put them there, without the minutes that it takes; the step `npm ci` has nothing to do. */
function linkPackages(): void {
  const packages = join(clone, 'node_modules');
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/^\.(cache|vite)/.test(one)))
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  rmSync(join(packages, '.package-lock.json'));
  copyFileSync(join(root, 'node_modules/.package-lock.json'), join(packages, '.package-lock.json'));
  const later = new Date(Date.now() + 1_000);
  utimesSync(join(packages, '.package-lock.json'), later, later);
}

/** A folder like /tmp in which another user was first: the victim may read and write what is planted. */
function plant(): void {
  mkdirSync(hostile);
  chmodSync(hostile, 0o1777);
  const script = `process.stdout.write(require('node:module').enableCompileCache(process.argv[1]).directory)`;
  const cache = execFileSync(process.execPath, ['--eval', script, join(hostile, 'node-compile-cache')], {
    encoding: 'utf8',
    env: {},
    ...victim,
  });
  writeFileSync(join(cache, 'planted'), 'code of another user');
  for (const name of ['chromium', 'gamekeeper-browser-1'])
    writeFileSync(join(hostile, name), '#!/bin/sh\necho planted >&2\n', { mode: 0o777 });
  for (const name of readdirSync(hostile, { recursive: true, encoding: 'utf8' })) {
    chmodSync(join(hostile, name), 0o777);
    if (victim !== undefined) chownSync(join(hostile, name), ATTACKER, ATTACKER);
  }
}

/** Before packages are linked: a recursive listing follows links, and would give away the real packages. */
function giveAway(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid);
}

/** Every name with what a write would change. */
function listing(): string[] {
  return readdirSync(hostile, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { uid, mode, size, mtimeMs, ctimeMs } = statSync(join(hostile, name));
      return [name, uid, mode, size, mtimeMs, ctimeMs].join(' ');
    })
    .concat(`. ${statSync(hostile).mtimeMs}`)
    .sort();
}

test(
  'a first start and its run neither use nor touch a temporary folder that others can write',
  { timeout: 300_000 },
  async () => {
    const before = listing();
    const data = join(clone, 'data');
    const settings = { ...WITHOUT_CLIPS, ...FEW_GAMES, TMPDIR: hostile, HOME: clone };
    const product = startByLauncher(join(clone, 'bin/gamekeeper.mjs'), data, settings, victim);
    await product.ready;

    expect(await stopProduct(product)).toEqual({ code: STOPPED, signal: null });

    expect(product.log()).toContain('build the web page: done');
    expect(existsSync(join(clone, 'dist/ui/index.html'))).toBe(true);
    expect(statSync(join(data, 'tmp'))).toMatchObject({ uid: victim?.uid ?? process.getuid?.() });
    expect(statSync(join(data, 'tmp')).mode & 0o777).toBe(0o700);
    expect(readdirSync(clone).filter((name) => name.startsWith('.preparing'))).toEqual([]);
    expect(listing()).toEqual(before);
  },
);

test('a clone that every user can write is refused', () => {
  chmodSync(clone, 0o777);
  const script = join(clone, 'bin/gamekeeper.mjs');

  expect(() => execFileSync(process.execPath, [script, 'up'], { stdio: 'pipe', ...victim })).toThrow(
    `Every user of this machine can write to ${clone}.`,
  );
});
