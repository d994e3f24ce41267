/** Which container a file says it is by its first bytes: names and content types are a stranger's word, and so are playlists called `.mp4`. */

export type Container = 'mp4' | 'webm' | 'mpegts';

const BOX_KINDS: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide']);
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const TS_PACKET = 188;
const TS_SYNC = 0x47;

/** Null: none that is known. */
export function containerOf(first: Buffer): Container | null {
  if (BOX_KINDS.has(first.subarray(4, 8).toString('latin1'))) return 'mp4';
  if (first.subarray(0, 4).equals(EBML)) return 'webm';
  return first[0] === TS_SYNC && first[TS_PACKET] === TS_SYNC ? 'mpegts' : null;
}
