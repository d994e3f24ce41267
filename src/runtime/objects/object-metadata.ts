/**
 * The few words beside an object. HTTP headers carry ASCII only (anything else throws in Node or turns into "?"), so values travel
 * percent-encoded. S3 cuts or refuses what is longer than 2 KB; we refuse it ourselves, in words, whatever the store is.
 */
import type { ObjectMetadata } from './object-store.ts';

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const MAX_BYTES = 2_048;

/** As it travels. Throws when a name is wrong or all of it is too long: whoever chose it has a bug. */
export function encodeMetadata(metadata: ObjectMetadata): Record<string, string> {
  const encoded: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(metadata)) {
    if (!NAME.test(name))
      throw new RangeError(
        `${JSON.stringify(name)} is no name for metadata; expected lower-case letters, digits and hyphens`,
      );
    // Half a surrogate pair has no encoding; the sign for "unreadable" has.
    encoded[name] = encodeURIComponent(value.toWellFormed());
    bytes += name.length + encoded[name].length;
  }
  if (bytes > MAX_BYTES)
    throw new RangeError(
      `the metadata ${Object.keys(metadata).join(', ')} has ${bytes} bytes when percent-encoded; at most ${MAX_BYTES} are allowed`,
    );
  return encoded;
}

export function decodeMetadata(encoded: Readonly<Record<string, string>>): ObjectMetadata {
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name.toLowerCase(), decodeValue(value)]),
  );
}

/** What somebody else has put there need not be encoded; then it is what it says. */
function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
