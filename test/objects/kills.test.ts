/** A writer is killed repeatedly, at any moment: every object that is listed afterwards is whole, and the rest can be removed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFolderObjectStore } from '../../src/stores/objects/folder/folder-object-store.ts';
import type { ObjectStore } from '../../src/stores/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/stores/objects/s3/s3-object-store.ts';
import { drilled } from '../support/drilled.ts';
import { root } from '../support/product.ts';
import { NotYet, until } from '../support/until.ts';
import { bytesOf, listKeys } from './conformance.ts';
import { NO_S3_SERVER, startS3Server } from './s3-server.ts';

/** The fault F14 of the drill kills more often. */
const KILLS = drilled(2, 6);
const PART_BYTES = 5 * 1024 * 1024;

/** Puts, copies and deletes without end, under keys that hold the MD5 of what they name. */
const WRITER = `
import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '#/domain/secret.ts';
const options = JSON.parse(process.argv[1]);
const store = options.directory !== undefined
  ? (await import('#/stores/objects/folder/folder-object-store.ts')).createFolderObjectStore(options)
  : (await import('#/stores/objects/s3/s3-object-store.ts')).createS3ObjectStore({
      ...options, accessKeyId: new Secret('S3RVER'), secretAccessKey: new Secret('S3RVER') });
console.log('begun');
for (let n = 0; ; n++) {
  const bytes = randomBytes(n % 3 === 0 ? 12_000_000 : 300_000);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const stream = (async function* () { for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536); })();
  await store.put('incoming/' + md5, { stream }, { md5 });
  await store.copy('incoming/' + md5, '1/goal/' + md5 + '.mp4', { md5, player: 'Zoë' });
  await store.delete(['incoming/' + md5]);
  if (n % 2 === 1) await store.delete(['1/goal/' + md5 + '.mp4']);
}`;

async function killWriter(options: object, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, JSON.stringify(options)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the writer ended by itself'))),
  ]);
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}

interface Seen {
  readonly whole: number;
  /** Objects that are listed and have other bytes or metadata than their key promises, with the difference. */
  readonly broken: string[];
}

async function readAll(store: ObjectStore): Promise<Seen> {
  let whole = 0;
  const broken: string[] = [];
  for await (const { key, bytes } of store.list('')) {
    const fault = await findFault(store, key, bytes);
    if (fault === null) whole++;
    else broken.push(`${key}: ${fault}`);
  }
  return { whole, broken };
}

async function findFault(store: ObjectStore, key: string, bytes: number): Promise<string | null> {
  try {
    const read = await store.read(key);
    if (read.outcome !== 'ok') return read.outcome;
    const { object } = read;
    const content = await bytesOf(read);
    const md5 = createHash('md5').update(content).digest('hex');
    if (content.length !== bytes || object.bytes !== bytes)
      return `${content.length} bytes were read, ${object.bytes} promised and ${bytes} listed`;
    return key.includes(md5) && object.metadata['md5'] === md5 ? null : `the MD5 of its bytes is ${md5}`;
  } catch (error) {
    return String(error);
  }
}

test('kills in mid-write leave whole objects in a folder, and what else they leave is found', async () => {
  const place = mkdtempSync(join(tmpdir(), 'gamekeeper-objects-'));
  const directory = join(place, 'objects');
  try {
    const store = createFolderObjectStore({ directory });
    const unfinished = () => readdirSync(join(directory, '.unfinished'));
    let seen = 0;
    // Until a kill has hit a write: on a busy machine most of them come before or between.
    for (let kill = 0; kill < KILLS || seen === 0 || unfinished().length === 0; kill++) {
      await killWriter({ directory }, 20 + 90 * kill);
      const { whole, broken } = await readAll(store);
      expect(broken).toEqual([]);
      seen = whole;
    }
    expect(seen).toBeGreaterThan(0);
    expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    expect(unfinished()).toEqual([]);
    await store.delete(await listKeys(store));
    await store.discardUnfinished(new Date(Date.now() + 60_000));
    expect(readdirSync(directory, { recursive: true })).toHaveLength(2);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test('kills in mid-upload leave whole objects in a bucket', async (context) => {
  const server = (await startS3Server()) ?? context.skip(NO_S3_SERVER);
  try {
    const settings = { ...(await server.newBucket()), partBytes: PART_BYTES };
    const store = createS3ObjectStore(settings);
    let seen = 0;
    // On a busy machine the first ones come before anything was written.
    for (let kill = 0; kill < KILLS || seen === 0; kill++) {
      await killWriter(settings, 20 + 110 * kill);
      // The server completes the requests that it had received, and lists a copy while it makes it.
      seen = await until('all that can be seen is whole', 10_000, async () => {
        const { whole, broken } = await readAll(store);
        if (broken.length > 0) throw new NotYet(broken.join('; '));
        return whole;
      });
    }
    expect(seen).toBeGreaterThan(0);
    store.close();
  } finally {
    await server.stop();
  }
});
