import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClipFolder, type ClipFolder } from './clip-folder.ts';
import { createWorkQueue } from './work-queue.ts';

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clip-folder-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function keep(folder: ClipFolder, name: string, bytes: number): Promise<string> {
  const workspace = await folder.workspace();
  writeFileSync(join(workspace, 'clip.mp4'), Buffer.alloc(bytes));
  return folder.keep(workspace, name);
}

test('what was kept is found, also by the next one that opens the folder', async () => {
  const directory = makeDirectory();
  const folder = createClipFolder(directory, 1000);
  const place = await keep(folder, 'one', 100);

  expect(await folder.find('one')).toBe(place);
  expect(await folder.find('two')).toBeUndefined();
  expect(await createClipFolder(directory, 1000).find('one')).toBe(place);
  await folder.stop();
  expect(existsSync(place)).toBe(true);
});

test('above its cap it throws away what was not asked for the longest', async () => {
  const directory = makeDirectory();
  const folder = createClipFolder(directory, 1000);
  for (const name of ['one', 'two', 'three']) await keep(folder, name, 300);
  await folder.find('one');
  await keep(folder, 'four', 300);
  await keep(folder, 'five', 300);

  expect(await folder.find('two')).toBeUndefined();
  expect(await folder.find('one')).toBeDefined();
  expect(folder.sizeBytes()).toBeLessThanOrEqual(1300);
  expect(readdirSync(directory).sort()).toEqual(['five', 'four', 'one', 'three']);
  const smaller = createClipFolder(directory, 500);
  await smaller.find('one');
  expect(smaller.sizeBytes()).toBeLessThanOrEqual(500);
});

test('what a dead process left half made is swept', async () => {
  const directory = makeDirectory();
  mkdirSync(join(directory, 'making-x'));
  writeFileSync(join(directory, 'making-x', 'clip.mp4'), 'half');
  const folder = createClipFolder(directory, 1000);

  expect(await folder.find('making-x')).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
});

test('a folder of its own goes when it is stopped', async () => {
  const folder = createClipFolder(null, 1000);
  const place = await keep(folder, 'one', 10);
  await folder.stop();

  expect(existsSync(place)).toBe(false);
});

test('work is done one after the other, the same once, and a failure stops nobody', async () => {
  const queue = createWorkQueue<string>();
  let running = 0;
  let most = 0;
  let times = 0;
  const work = (name: string, fails = false) =>
    queue.add(name, async () => {
      times++;
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (fails) throw new Error(`${name} failed`);
      return name;
    });
  const results = await Promise.allSettled([work('a'), work('b', true), work('a'), work('c')]);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect([most, times]).toEqual([1, 3]);
  expect(await work('a')).toBe('a');
  expect(times).toBe(4);
});
