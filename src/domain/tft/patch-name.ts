/**
 * How a patch is called. `17.4` and its b-patch `17.4b` are two partitions of the data, because the game played differently in them.
 *
 * Trap: patches of sets up to 12 were called after the client, so `14.1` is a patch of set 10 (January 2024) and also one of set
 * 14 (April 2025). A patch that is not numbered within its own set therefore carries the set in its partition's name: `s10-14.1`.
 */
export interface PatchId {
  readonly setNumber: number;
  /** `17.4` */
  readonly patch: string;
  /** `''` for the patch itself, then `b`, `c`, … */
  readonly bPatch: string;
}

/** Games of which nobody knows the patch. */
export const UNKNOWN_PARTITION = 'unknown';
/** Games of old sets on new clients: modes that bring a set back. They belong to no patch. */
export const REVIVAL_PARTITION = 'revival';

/** Far above any real set: the practice world's are from here on. */
const FIRST_PRACTICE_SET = 101;

export function isPracticeSet(setNumber: number): boolean {
  return setNumber >= FIRST_PRACTICE_SET;
}

/** The name under which games of a patch are kept together. */
export function partitionOf({ setNumber, patch, bPatch }: PatchId): string {
  const name = patch + bPatch;
  return patch.startsWith(`${setNumber}.`) ? name : `s${setNumber}-${name}`;
}

/** 10 of `17.10`: names do not sort as text. */
export function patchCount(patch: string): number {
  return Number(patch.slice(patch.indexOf('.') + 1));
}

const PATCH_TEXT = /^(?:s(\d{1,4})-)?(\d{1,4})\.(\d{1,3})([b-z]?)$/;

/** From what a person types: `17.4`, `17.4b`, `s10-14.1`. Undefined: it is no name of a patch. */
export function parsePatch(text: string): PatchId | undefined {
  const [, ofSet, major, minor, bPatch] = PATCH_TEXT.exec(text.trim().toLowerCase()) ?? [];
  if (major === undefined || minor === undefined || bPatch === undefined) return undefined;
  return {
    setNumber: Number(ofSet ?? major),
    patch: `${Number(major)}.${Number(minor)}`,
    bPatch,
  };
}
