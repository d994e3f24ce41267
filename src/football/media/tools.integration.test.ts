import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeTools,
  findMediaTools,
  findProgram,
  hasPackedBrowser,
  makeRunnable,
  type MediaToolOptions,
  type MediaTools,
} from './tools.ts';
import { findSandbox } from './run-tool.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const NOTHING_CHOSEN = { ffmpeg: null, ffprobe: null, ytDlp: null, browser: null };

function find(options: Partial<MediaToolOptions> = {}): Promise<MediaTools> {
  return findMediaTools({
    chosen: NOTHING_CHOSEN,
    searchPath: folder,
    folder: join(folder, 'unpacked'),
    ...options,
  });
}

async function putProgram(name: string, script: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

test('prefers a configured tool, then PATH, then the package; reports the version', async () => {
  const path = await putProgram('ffmpeg', "echo 'ffmpeg version 99.1-test Copyright'");
  await putProgram('yt-dlp', 'echo 2020.01.01');
  const other = await putProgram('other', 'echo 2026.01.01');
  const browserPath = await putProgram('chromium', 'exit 0');
  const { ffmpeg, ytDlp, browser } = await find({ chosen: { ...NOTHING_CHOSEN, ytDlp: other } });
  expect(ffmpeg).toEqual({ found: true, path, detail: `ffmpeg 99.1-test, ${path}` });
  expect(ytDlp).toMatchObject({ found: true, path: other, detail: `yt-dlp 2026.01.01, ${other}` });
  expect(browser.found && (await browser.executable())).toBe(browserPath);
});

test('reports a configured tool that cannot be run with its setting', async () => {
  await putProgram('ffmpeg', 'echo ffmpeg version 99');
  const broken = await putProgram('broken', 'echo no such library >&2; exit 1');
  for (const chosen of ['/nowhere/ffmpeg', broken]) {
    const { ffmpeg } = await find({ chosen: { ...NOTHING_CHOSEN, ffmpeg: chosen } });
    expect(ffmpeg.found).toBe(false);
    expect(ffmpeg.detail).toContain(`FFMPEG_PATH is "${chosen}"`);
    expect(ffmpeg.detail).toContain('install ffmpeg');
  }
  const { browser } = await find({ chosen: { ...NOTHING_CHOSEN, browser: '/nowhere/chromium' } });
  expect(browser.found).toBe(false);
  expect(browser.detail).toContain('BROWSER_PATH is "/nowhere/chromium"');
});

test('without installed programs, packages provide all but yt-dlp, which is reported', async (context) => {
  if (!hasPackedBrowser())
    context.skip('needs the npm packages with programs inside, which have no build for this machine');
  const told = describeTools(await find());
  expect(told.map(({ name, found }) => [name, found])).toEqual([
    ['ffmpeg', true],
    ['ffprobe', true],
    ['yt-dlp', false],
    ['browser', true],
  ]);
  expect(told[2]?.detail).toMatch(/yt-dlp is not installed: .*install yt-dlp/);
});

test('does not take folders, plain files, dead links and relative folders for programs', async () => {
  await putProgram('real', 'exit 0');
  await writeFile(join(folder, 'text'), '');
  await symlink('/nowhere', join(folder, 'dead'));
  expect(await findProgram(['text', 'dead', '.', 'real'], folder)).toBe(join(folder, 'real'));
  expect(await findProgram(['text', 'dead', '.'], folder)).toBeNull();
  expect(await findProgram(['sh'], 'bin:./bin:')).toBeNull();
});

test('a sandbox that does not work is not used', async () => {
  const liar = await putProgram('liar', 'exit 0');
  const broken = await putProgram('broken', 'exit 1');
  expect((await findSandbox({ bwrap: liar, unshare: broken })).kind).toBe('none');
  expect((await findSandbox({ bwrap: '/nowhere/bwrap', unshare: null })).kind).toBe('none');
});

test('bubblewrap mounts everything read-only but the folder of the run, without a network', async () => {
  // It does nothing but run what it is given, which is enough to be taken for one that works.
  const bwrap = await putProgram('bwrap', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
  const sandbox = await findSandbox({ bwrap, unshare: null });
  expect(sandbox.kind).toBe('bubblewrap');
  const words = sandbox.wrap(['ffprobe', 'x'], ['/work/here']).join(' ');
  expect(words).toContain('--ro-bind / /');
  expect(words).toContain('--bind /work/here /work/here');
  expect(words).toContain('--unshare-all');
  expect(words.endsWith('-- ffprobe x')).toBe(true);
});

test('makes a packed tool executable', async () => {
  const packed = await putProgram('packed', 'exit 0');
  await chmod(packed, 0o644);
  expect(await makeRunnable(packed, 'packed', folder)).toBe(packed);
  expect((await stat(packed)).mode & 0o111).toBe(0o111);
});
