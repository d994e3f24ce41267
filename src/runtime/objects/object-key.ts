/**
 * Valid keys, and the encoding of metadata. A key is parts between slashes, each of letters, digits and `. _ - + = @`, none beginning with
 * a dot. So a key is a relative path, an S3 key and part of a URL without escaping, and cannot leave the folder. Names that come from
 * outside (authors, players, files) belong into the metadata. No key may be a folder of another key.
 */
import type { ObjectMetadata } from './object-store.ts';

const PART = /^[A-Za-z0-9_+=@-][A-Za-z0-9._+=@-]*$/;
/** S3 allows 1024 bytes; a folder below a long path allows fewer. */
const MAX_KEY_LENGTH = 512;
/** File systems allow 255 bytes for a name. */
const MAX_PART_LENGTH = 200;
const PREFIX = /^[A-Za-z0-9._+=@/-]*$/;

/** Throws a RangeError: an invalid key is a bug of the caller. */
export function checkKey(key: string): void {
  const fault = findFault(key);
  if (fault !== undefined)
    throw new RangeError(`${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))} is not a valid key: ${fault}`);
}

/** For listed names: a bucket or a folder may hold objects of others. */
export function isKey(key: string): boolean {
  return findFault(key) === undefined;
}

export function checkPrefix(prefix: string): void {
  const isValid =
    prefix.length <= MAX_KEY_LENGTH &&
    PREFIX.test(prefix) &&
    !prefix.startsWith('/') &&
    prefix.split('/').every((part) => !part.startsWith('.')) &&
    !prefix.includes('//');
  if (!isValid)
    throw new RangeError(
      `${JSON.stringify(prefix.slice(0, MAX_KEY_LENGTH))} is not a valid prefix; expected the beginning of a key`,
    );
}

function findFault(key: string): string | undefined {
  if (key.length > MAX_KEY_LENGTH)
    return `it has ${key.length} characters; at most ${MAX_KEY_LENGTH} are allowed`;
  const invalid = key.split('/').find((part) => !PART.test(part) || part.length > MAX_PART_LENGTH);
  if (invalid === undefined) return undefined;
  return `its part ${JSON.stringify(invalid)} must have 1 to ${MAX_PART_LENGTH} letters, digits or ". _ - + = @" and not begin with a dot`;
}

const METADATA_NAME = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
/** S3's limit, names included. Servers cut or refuse what is longer; we refuse it for every store. */
const MAX_METADATA_BYTES = 2_048;
/** Text that passes through an HTTP header unchanged. A percent sign would be ambiguous. */
const PLAIN = /^[!-$&-~]+(?: [!-$&-~]+)*$/;

/** HTTP headers carry ASCII only, so every other value is percent-encoded. Throws a RangeError for an invalid name or too much text. */
export function encodeMetadata(metadata: ObjectMetadata): Record<string, string> {
  const encoded: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(metadata)) {
    if (!METADATA_NAME.test(name))
      throw new RangeError(
        `${JSON.stringify(name)} is not a valid metadata name; expected lower-case letters, digits, hyphens and underscores`,
      );
    // A lone surrogate cannot be encoded, so it becomes U+FFFD.
    const text = PLAIN.test(value) ? value : encodeURIComponent(value.toWellFormed());
    encoded[name] = text;
    bytes += name.length + text.length;
  }
  if (bytes > MAX_METADATA_BYTES)
    throw new RangeError(
      `the metadata ${Object.keys(metadata).join(', ')} has ${bytes} bytes after encoding; at most ${MAX_METADATA_BYTES} are allowed`,
    );
  return encoded;
}
