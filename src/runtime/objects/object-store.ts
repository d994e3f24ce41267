/**
 * The port to where clips lie: a folder or any S3. It knows keys, bytes and a few words beside them, and nothing of football.
 *
 * - An object is there whole or not at all; what a killed `put` or `copy` leaves behind is seen by nobody (`discardUnfinished`).
 * - `put`, `copy` and `delete` may be done again: the same call twice is as good as once. Other bytes under a key replace the old.
 * - What is not there is a value (`undefined`, `missing`). A store that cannot be reached, or refuses, throws an `ObjectStoreFault`,
 *   which says what to check and whether another try may help.
 * - The database is the truth about what should be here; `list` is for whoever compares. A bucket or folder may hold what is not ours:
 *   whoever deletes what it lists deletes only what has the shape of a key that we make.
 */
import type { Readable } from 'node:stream';

/** Names in lower case (`[a-z0-9-]`), values of any text; all together at most 2 KB as they travel, percent-encoded. */
export type ObjectMetadata = Readonly<Record<string, string>>;

/** Never a whole video in memory: a file by its path, or bytes as they come. */
export type ObjectContent = { readonly file: string } | { readonly stream: AsyncIterable<Uint8Array> };

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

export interface StoredObject extends ListedObject {
  readonly metadata: ObjectMetadata;
}

/** What went into the store, counted on the way. */
export interface PutObject {
  readonly bytes: number;
  readonly md5: string;
}

/** Both ends belong to it and the first byte is 0, as in HTTP. `lastBytes`: so many from the end. */
export type ByteRange = { readonly first: number; readonly last?: number } | { readonly lastBytes: number };

export type ObjectRead =
  | {
      readonly outcome: 'ok';
      readonly object: StoredObject;
      /** What `body` holds; the whole object when no range was asked for. An empty object has `last` = -1. */
      readonly first: number;
      readonly last: number;
      /** Read it to its end or destroy it. It fails with an `ObjectStoreFault` if the store breaks off. */
      readonly body: Readable;
    }
  | { readonly outcome: 'missing' }
  /** The range lies behind the end. */
  | { readonly outcome: 'unsatisfiable'; readonly bytes: number };

interface Calling {
  readonly signal?: AbortSignal | undefined;
}

export interface ObjectStore {
  put(key: string, content: ObjectContent, metadata: ObjectMetadata, calling?: Calling): Promise<PutObject>;
  /** Inside the store, without a way through here. Undefined: there is nothing at `from`. */
  copy(
    from: string,
    to: string,
    metadata: ObjectMetadata,
    calling?: Calling,
  ): Promise<StoredObject | undefined>;
  head(key: string): Promise<StoredObject | undefined>;
  read(key: string, range?: ByteRange, calling?: Calling): Promise<ObjectRead>;
  /** The order is the store's. The prefix is text and need not end at a slash; '' lists all. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** What is not there is as good as deleted. */
  delete(keys: readonly string[]): Promise<void>;
  /** An address that anybody may read from until it expires. Only stores that serve HTTP themselves have it. */
  presign?(key: string, seconds: number, disposition: string): Promise<string>;
  /** Removes what killed writers left behind, if it is older than that; answers how many pieces. */
  discardUnfinished(olderThan: Date): Promise<number>;
  /** Writes, reads and deletes a few bytes. Answers which store it is, in words; throws an `ObjectStoreFault` that says what to check. */
  check(): Promise<string>;
  close(): void;
}
