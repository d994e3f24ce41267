/**
 * The port to the object store: a folder or any S3. It stores bytes under keys and knows nothing about football.
 *
 * - An object exists whole or not at all. What a killed `put` leaves behind is invisible, and `discardUnfinished` removes it.
 * - `put` and `delete` are idempotent. `put` replaces an object of the same key.
 * - A missing object is a value (`undefined`, `missing`). A store that is unreachable or refuses a call throws an `ObjectStoreFault`.
 * - The database defines which objects should exist; `list` is for comparing. A bucket or folder may hold objects of others, so
 *   delete only listed keys that have the form of our own keys.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Information for people who look into the store; nothing reads it. A folder does not keep it. Names match `[a-z0-9_-]+`, values may be
 * any text; together at most 2 KB after encoding.
 */
export type ObjectMetadata = Readonly<Record<string, string>>;

/** A file by its path, or a stream. Never a whole video in memory. */
export type ObjectContent = { readonly file: string } | { readonly stream: AsyncIterable<Uint8Array> };

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Computed while the content was sent. */
export interface PutObject {
  readonly bytes: number;
  readonly md5: string;
}

/** As in HTTP: both ends are inclusive, the first byte is 0. `lastBytes` counts from the end. */
export type ByteRange = { readonly first: number; readonly last?: number } | { readonly lastBytes: number };

export type ObjectRead =
  | {
      readonly outcome: 'ok';
      readonly object: StoredObject;
      /** The bytes in `body`; without a range the whole object. `last` is -1 for an empty object. */
      readonly first: number;
      readonly last: number;
      /** Read it to the end or destroy it. Fails with an `ObjectStoreFault` if the transfer breaks off. */
      readonly body: Readable;
    }
  | { readonly outcome: 'missing' }
  /** The range starts after the last byte. */
  | { readonly outcome: 'unsatisfiable'; readonly bytes: number };

interface Calling {
  readonly signal?: AbortSignal | undefined;
}

export interface ObjectStore {
  put(key: string, content: ObjectContent, metadata: ObjectMetadata, calling?: Calling): Promise<PutObject>;
  head(key: string): Promise<StoredObject | undefined>;
  read(key: string, range?: ByteRange, calling?: Calling): Promise<ObjectRead>;
  /** In the store's order. The prefix is plain text and may end inside a name; '' lists everything. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Succeeds if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Removes what killed writers left before that time. Returns the number of pieces. */
  discardUnfinished(olderThan: Date): Promise<number>;
  /** Writes, reads, lists and deletes a small object. Returns the name of the store; throws an `ObjectStoreFault` that says what to check. */
  check(): Promise<string>;
  close(): void;
}

/**
 * `unreachable`: no answer, or the connection broke. `busy`: the store asks to retry later or has an internal error. Both are transient.
 * `refused`: credentials or permissions. `misconfigured`: bucket, region or folder. `full`: no space. `broken`: everything else.
 */
export type ObjectStoreFaultKind = 'unreachable' | 'busy' | 'refused' | 'misconfigured' | 'full' | 'broken';

/** Its message is for the operator: the call, the key, the reason, and what to check. */
export class ObjectStoreFault extends Error {
  override readonly name = 'ObjectStoreFault';
  readonly kind: ObjectStoreFaultKind;
  /** A retry may succeed without a change of configuration. */
  readonly isTransient: boolean;

  constructor(kind: ObjectStoreFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.isTransient = kind === 'unreachable' || kind === 'busy';
  }
}

/** Probes that a killed check left; the sweep may delete them when they are old. */
export const CHECK_PREFIX = 'gamekeeper-check/';

/** Does with a few bytes what is done with every clip, so that a missing permission is found before the first clip. */
export async function checkStore(store: ObjectStore): Promise<void> {
  const key = CHECK_PREFIX + randomUUID();
  const sent = randomBytes(32);
  await store.put(key, { stream: streamOf(sent) }, { purpose: 'check' });
  try {
    const read = await store.read(key);
    if (read.outcome !== 'ok')
      throw new ObjectStoreFault('broken', `The object store accepted ${key} but does not have it.`);
    const received = await buffer(read.body);
    if (!received.equals(sent))
      throw new ObjectStoreFault(
        'broken',
        `The object store returned other bytes for ${key} than were stored.`,
      );
    for await (const _ of store.list(CHECK_PREFIX)) break;
  } finally {
    await store.delete(key);
  }
}

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
