/** Kills a process while it writes: every object that is listed afterwards is whole, and the rest can be discarded. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderObjectStore } from '../../src/runtime/objects/folder-store.ts';
import type { ObjectStore } from '../../src/runtime/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/runtime/objects/s3-store.ts';
import { drilled } from '../support/drilled.ts';
import { root } from '../support/product.ts';
import { NotYet, until } from '../support/until.ts';
import { bytesOf, listKeys } from './conformance.ts';
import { PART_BYTES, startTestS3 } from './test-s3.ts';

/** Milliseconds after the first object. Null: in the middle of the fourth object, where the writer waits. The drill (F14) kills more often. */
const KILLS = drilled<readonly (number | null)[]>([null], [null, 20, 130, 240, 350, 460]);

/** Puts and deletes objects in a loop, under keys that contain the MD5 of their bytes, and prints a line for each. */
const WRITER = `
import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '#/domain/secret.ts';
const { stopsInMiddle, ...options } = JSON.parse(process.argv[1]);
const store = options.directory !== undefined
  ? (await import('#/runtime/objects/folder-store.ts')).createFolderObjectStore(options)
  : (await import('#/runtime/objects/s3-store.ts')).createS3ObjectStore({
      ...options, accessKeyId: new Secret('S3RVER'), secretAccessKey: new Secret('S3RVER') });
setInterval(() => undefined, 60_000); // A pending promise alone does not keep a process alive.
for (let n = 0; ; n++) {
  const bytes = randomBytes(n % 3 === 0 ? 12_000_000 : 300_000);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const stream = (async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) {
      if (stopsInMiddle && n === 3 && at > 11_000_000) await new Promise(() => console.log('in the middle'));
      yield bytes.subarray(at, at + 65_536);
    }
  })();
  const key = '1/goal/' + md5 + '.mp4';
  await store.put(key, { stream }, { player_name: 'Zoë' });
  if (n % 2 === 1) await store.delete(key);
  if (!stopsInMiddle) console.log(n);
}`;

async function killWriter(options: object, afterMs: number | null): Promise<void> {
  const argument = JSON.stringify({ ...options, stopsInMiddle: afterMs === null });
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, argument], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the writer ended on its own'))),
  ]);
  if (afterMs !== null) await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}

/** The number of whole objects; throws with those whose bytes do not match their key. */
async function countWhole(store: ObjectStore): Promise<number> {
  const broken: string[] = [];
  let whole = 0;
  for await (const { key, bytes } of store.list('')) {
    const fault = await findFault(store, key, bytes).catch(String);
    if (fault === null) whole++;
    else broken.push(`${key}: ${fault}`);
  }
  if (broken.length > 0) throw new NotYet(broken.join('; '));
  return whole;
}

async function findFault(store: ObjectStore, key: string, bytes: number): Promise<string | null> {
  const read = await store.read(key);
  if (read.outcome !== 'ok') return read.outcome;
  const { object } = read;
  const content = await bytesOf(read);
  const md5 = createHash('md5').update(content).digest('hex');
  if (content.length !== bytes || object.bytes !== bytes)
    return `${content.length} bytes read, ${object.bytes} announced, ${bytes} listed`;
  return key.includes(md5) ? null : `the MD5 of its bytes is ${md5}`;
}

test('kills in mid-write leave whole objects in a folder, and files that can be discarded', async () => {
  const place = mkdtempSync(join(tmpdir(), 'gamekeeper-objects-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const directory = join(place, 'objects');
  const store = createFolderObjectStore({ directory });
  for (const afterMs of KILLS) {
    await killWriter({ directory }, afterMs);
    expect(await countWhole(store)).toBeGreaterThan(0);
  }
  expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
  expect(readdirSync(join(directory, '.unfinished'))).toEqual([]);
  for (const key of await listKeys(store)) await store.delete(key);
  await store.discardUnfinished(new Date(Date.now() + 60_000));
  expect(readdirSync(directory, { recursive: true })).toEqual(['.unfinished']);
});

test('kills in mid-upload leave whole objects in a bucket', async () => {
  const server = await startTestS3();
  onTestFinished(() => server.stop());
  const settings = { ...(await server.newBucket()), partBytes: PART_BYTES };
  const store = createS3ObjectStore(settings);
  for (const afterMs of KILLS) {
    await killWriter(settings, afterMs);
    // The server completes the requests that it had received.
    const whole = await until('every listed object is whole', 10_000, () => countWhole(store));
    expect(whole).toBeGreaterThan(0);
  }
  store.close();
});
