/**
 * Which keys there may be. Parts between slashes, of letters, digits and `. _ - + = @`, no part beginning with a dot: so a key is
 * a path below a folder, an S3 key and a piece of an address without any escaping, and none leads out of the folder. What
 * strangers name (authors, players, files) belongs into the metadata and never into a key. No key may be the folder of another.
 */
const PART = /^[A-Za-z0-9_+=@-][A-Za-z0-9._+=@-]*$/;
/** S3 allows 1024 bytes; a folder somewhere below a long path less. */
const MAX_KEY_LENGTH = 512;
/** What file systems allow for one name, with room for what we put behind it. */
const MAX_PART_LENGTH = 200;
const PREFIX = /^[A-Za-z0-9._+=@/-]*$/;

/** Throws: whoever makes keys has a bug. */
export function checkKey(key: string): void {
  const fault = faultOf(key);
  if (fault !== undefined)
    throw new RangeError(`${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))} is no key of an object: ${fault}`);
}

/** A bucket or a folder may hold what somebody else has put there. */
export function isKey(key: string): boolean {
  return faultOf(key) === undefined;
}

export function checkPrefix(prefix: string): void {
  const isWell =
    prefix.length <= MAX_KEY_LENGTH &&
    PREFIX.test(prefix) &&
    !prefix.startsWith('/') &&
    prefix.split('/').every((part) => !part.startsWith('.')) &&
    !prefix.includes('//');
  if (!isWell)
    throw new RangeError(
      `${JSON.stringify(prefix.slice(0, MAX_KEY_LENGTH))} is no prefix of a key; expected the beginning of one`,
    );
}

function faultOf(key: string): string | undefined {
  if (key.length > MAX_KEY_LENGTH)
    return `it has ${key.length} characters; at most ${MAX_KEY_LENGTH} are allowed`;
  const bad = key.split('/').find((part) => !PART.test(part) || part.length > MAX_PART_LENGTH);
  if (bad === undefined) return undefined;
  return `its part ${JSON.stringify(bad)} should have 1 to ${MAX_PART_LENGTH} letters, digits or ". _ - + = @", and begin with no dot`;
}
