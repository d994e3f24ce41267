/** Videos as ffmpeg really makes them, and the folder that keeps them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMovableWorld, startFootball, storiesOf } from '../football/world-for-tests.ts';
import { createClipFolder } from './clip-folder.ts';
import { createClipMaker } from './clip-maker.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { EDITS, type Recipe, editingOf, shapeOf } from './film.ts';

let ffmpeg: string | null = null;
beforeAll(() => {
  ffmpeg = findFfmpeg();
});
beforeEach((context) => {
  if (ffmpeg === null) context.skip('needs ffmpeg: on the PATH, or the package @ffmpeg-installer/ffmpeg');
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-clips-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(hlsShare: number) {
  const clipFolder = makeFolder();
  const clips = { mood: 'calm', deadShare: 0, hlsShare } as const;
  const football = await startFootball({ ffmpeg, clipFolder, football: { clips } });
  onTestFinished(() => football.running.stop());
  const { world } = createMovableWorld();
  const fixture = storiesOf(world, 0.3).find(({ truth }) => truth.goals.length > 1);
  const { posts } = (await football.sideDoor('GET', `/clips/truth?fixture=${fixture?.truth.fixture.id}`)) as {
    posts: { kind: string; videos: { path: string }[] }[];
  };
  const load = async (path: string) => {
    const response = await football.fetchFrom(path);
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const paths = posts.filter(({ kind }) => kind === 'original').map(({ videos }) => videos[0]?.path ?? '');
  return { ...football, clipFolder, load, paths };
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Of its movie header: seconds. */
function lengthOf(bytes: Buffer): number {
  const at = bytes.indexOf('mvhd') + 4;
  return bytes.readUInt32BE(at + 16) / bytes.readUInt32BE(at + 12);
}

test('a video has the length of its recipe, also cut, sped up or put together, and the same bytes elsewhere', async () => {
  const [one, other] = [makeFolder(), makeFolder()].map((directory) =>
    createClipMaker({ findFfmpeg: () => ffmpeg, folder: createClipFolder(directory, 1e9) }),
  );
  const scene = { fixture: 900_000_001, n: 1, angle: 0 } as const;
  const plain: Recipe = { scenes: [scene], edit: 'none' };
  const recipes: Recipe[] = [
    plain,
    { scenes: [scene], edit: 'trim-start' },
    { scenes: [scene], edit: 'faster' },
    { scenes: [scene, { ...scene, n: 2 }], edit: 'small' },
  ];
  const shas = new Set<string>();
  for (const recipe of recipes) {
    const bytes = readFileSync(join((await one?.make(recipe, 'mp4')) ?? '', 'clip.mp4'));
    expect([recipe.edit, bytes.subarray(4, 8).toString()]).toEqual([recipe.edit, 'ftyp']);
    expect(Math.abs(lengthOf(bytes) - shapeOf(recipe).seconds)).toBeLessThan(0.2);
    expect(bytes.length).toBeLessThan(1_500_000);
    shas.add(sha(bytes));
  }
  expect(shas.size).toBe(recipes.length);
  expect(shas).toContain(sha(readFileSync(join((await other?.make(plain, 'mp4')) ?? '', 'clip.mp4'))));
});

test('ffmpeg knows the filters of every edit', () => {
  for (const stream of ['picture', 'sound'] as const) {
    const filters = EDITS.flatMap((edit) => editingOf({ scenes: [], edit })[stream] ?? []);
    const [source, end] = stream === 'picture' ? ['color=s=640x360:d=2', ''] : ['sine=d=2', 'a'];
    const chains = filters.map((filter) => `${source},${filter},${end}nullsink`).join(';');
    const { status, stderr } = spawnSync(
      ffmpeg ?? '',
      `-v error -f lavfi -i ${source} -filter_complex ${chains} -t 0.1 -f null -`.split(' '),
      { encoding: 'utf8' },
    );
    expect([filters.length > 1, status, stderr]).toEqual([true, 0, '']);
  }
});

test('requests for the same video share one ffmpeg', async () => {
  const { load, paths, clipFolder } = await start(0);
  const answers = await Promise.all(Array.from({ length: 5 }, () => load(paths[0] ?? '')));

  expect(new Set(answers.map(({ bytes }) => sha(bytes))).size).toBe(1);
  expect(answers[0]?.type).toBe('video/mp4');
  expect(readdirSync(clipFolder)).toHaveLength(1);
});

test('a playlist names pieces that are there', async () => {
  const { load, paths, running } = await start(1);
  const { type, bytes } = await load(paths[0] ?? '');
  const pieces = bytes.toString().match(/^.+\.ts$/gm) ?? [];

  expect(type).toBe('application/vnd.apple.mpegurl');
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) {
    const { bytes: made } = await load(new URL(piece, `${running.url}${paths[0]}`).pathname);
    // What every packet of a transport stream begins with.
    expect([made[0], made[188]]).toEqual([0x47, 0x47]);
  }
});

test('a world that is stopped while it makes a video gives up and leaves nothing', async () => {
  vi.stubEnv('TMPDIR', makeFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = createClipFolder(null, 1e9);
  const maker = createClipMaker({ findFfmpeg: () => ffmpeg, folder });
  const made = maker.make({ scenes: [{ fixture: 1, n: 1, angle: 0 }], edit: 'none' }, 'mp4');
  const waiting = maker.make({ scenes: [{ fixture: 1, n: 2, angle: 0 }], edit: 'none' }, 'mp4');
  await expect.poll(() => readdirSync(tmpdir())).toHaveLength(1);
  await maker.stop();

  expect(await Promise.all([made, waiting])).toEqual([null, null]);
  expect(readdirSync(tmpdir())).toEqual([]);
});

test('an ffmpeg that cannot be started is a failure with its reason, and the next video is tried again', async () => {
  const folder = createClipFolder(makeFolder(), 1e9);
  const maker = createClipMaker({ findFfmpeg: () => '/nonexistent/ffmpeg', folder });
  for (const n of [1, 1, 2])
    await expect(maker.make({ scenes: [{ fixture: 1, n, angle: 0 }], edit: 'none' }, 'mp4')).rejects.toThrow(
      /ffmpeg could not be started/,
    );
});

test('the folder keeps what was asked for last below its cap, also for the next process, and sweeps half-made clips', async () => {
  const directory = makeFolder();
  mkdirSync(join(directory, 'making-x'));
  const folder = createClipFolder(directory, 1000);
  const keep = async (name: string): Promise<string> => {
    const workspace = await folder.workspace();
    writeFileSync(join(workspace, 'clip.mp4'), Buffer.alloc(300));
    return folder.keep(workspace, name);
  };
  for (const name of ['one', 'two', 'three']) await keep(name);
  await folder.find('one');
  await keep('four');
  const five = await keep('five');

  expect(readdirSync(directory).sort()).toEqual(['five', 'four', 'one', 'three']);
  expect(await createClipFolder(directory, 2000).find('five')).toBe(five);
  expect(await folder.find('two')).toBeUndefined();
  await folder.stop();
  expect(existsSync(five)).toBe(true);
  const smaller = createClipFolder(directory, 500);
  await smaller.find('one');
  expect(readdirSync(directory)).toHaveLength(1);
});
